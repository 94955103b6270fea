/** Moves the focus between the rows of a table by key. */

export type Direction = 'next' | 'previous'

/** The rows after that of the element, or before it, the nearest first. */
export function rowsFrom(element: Element | undefined, direction: Direction): Element[] {
  const rows: Element[] = []
  const sibling = direction === 'next' ? 'nextElementSibling' : 'previousElementSibling'
  for (let row = element?.closest('tr')?.[sibling]; row; row = row[sibling]) rows.push(row)
  return rows
}

/** Focuses the first such element in the rows. False when there is none. */
export function focusIn(rows: readonly (Element | null | undefined)[], selector: string): boolean {
  for (const row of rows) {
    const found = row?.querySelector<HTMLElement>(selector)
    found?.focus()
    if (found) return true
  }
  return false
}

/**
 * Focuses a row of a table, or an item of a list, by its index: the first that "Show more" added. It is where the button
 * was, so nothing scrolls.
 */
export function focusRow(box: HTMLElement | null, index: number): void {
  const row = box?.querySelectorAll<HTMLElement>('tbody > tr:not(.details), li:not(td li)')[index]
  if (!row) return
  row.tabIndex = -1
  row.focus({ preventScroll: true })
}
