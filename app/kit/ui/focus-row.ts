/**
 * Brings the focus to a row of a table, or an item of a list, by its place: the first that "Show more" brought. It
 * stands where the button was, so nothing scrolls.
 */
export function focusRow(box: HTMLElement | null, place: number): void {
  const row = box?.querySelectorAll<HTMLElement>('tbody > tr:not(.story), li')[place]
  if (!row) return
  row.tabIndex = -1
  row.focus({ preventScroll: true })
}
