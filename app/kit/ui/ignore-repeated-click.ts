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
