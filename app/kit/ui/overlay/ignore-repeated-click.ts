type Click = Pick<MouseEvent, 'detail' | 'preventDefault' | 'stopPropagation'>

/**
 * Stops the second click of a double click, and later ones of the same series. Use it on a dialog in the capture phase:
 * the second click on the button that opens the dialog would hit the element of the dialog under the pointer. Clicks by
 * keyboard (`detail` 0) and single clicks pass.
 */
export function ignoreRepeatedClick(click: Click): void {
  if (click.detail <= 1) return
  click.preventDefault()
  click.stopPropagation()
}

type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'target' | 'preventDefault'>

/** Stops the clicks that a browser repeats while Enter is held on a button, or in a field of its form. Texts get their lines. */
export function ignoreHeldEnter(press: Press): void {
  if (press.repeat && press.key === 'Enter' && !(press.target instanceof HTMLTextAreaElement))
    press.preventDefault()
}
