/**
 * Focuses a row of a table, or an item of a list, by its index: the first that "Show more" added. It is where the button
 * was, so nothing scrolls.
 */
export function focusRow(box: HTMLElement | null, index: number): void {
  const row = box?.querySelectorAll<HTMLElement>('tbody > tr:not(.details), li')[index]
  if (!row) return
  row.tabIndex = -1
  row.focus({ preventScroll: true })
}
