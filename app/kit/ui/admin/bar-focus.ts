import type { KeyboardEvent } from 'react'

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)'

/** The control of a row from which the focus went to the bar. */
let left: HTMLElement | undefined

const controlsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => each.checkVisibility())

/**
 * For a table with a bar of actions for chosen rows: behind the last control of a row Tab leads to the bar, if it is shown, and
 * not through all rows that follow. The arrow keys lead to those.
 */
export function tabToBar(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, target } = event
  const row = target instanceof HTMLElement ? target.closest('tbody > tr') : null
  const bar = document.querySelector('[data-chosen-bar]')
  if (key !== 'Tab' || shiftKey || !row || !bar || controlsIn(row).at(-1) !== target) return
  event.preventDefault()
  left = target as HTMLElement
  controlsIn(bar)[0]?.focus()
}

/** For the bar: before its first control Shift and Tab lead back to the row. */
export function leaveBar(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, target, currentTarget } = event
  if (key !== 'Tab' || !shiftKey || !left?.isConnected || controlsIn(currentTarget)[0] !== target) return
  event.preventDefault()
  left.focus()
}
