type Click = Pick<MouseEvent, 'detail' | 'preventDefault' | 'stopPropagation'>

/**
 * Stops the second click of a double click, and every later one of the same series. Put it on a dialog in the capture
 * phase: a double click on the button that opens the dialog ends with a click on whatever the dialog has under the
 * pointer, which nobody has aimed at. Clicks by keyboard (`detail` 0) and single clicks pass.
 */
export function ignoreRepeatedClick(click: Click): void {
  if (click.detail <= 1) return
  click.preventDefault()
  click.stopPropagation()
}
