import type { KeyboardEvent } from 'react'

/** The keys of a row whose part link has the focus, for the list of all shortcuts. Enter opens the part. */
export const rowKeys = { next: 'ArrowDown', previous: 'ArrowUp', compare: 'x' } as const

/** The handler of these keys for the body of a table; each row has a link with `data-row-link`. */
export function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
  const row = target.matches('[data-row-link]') && target.closest('tr')
  if (!row) return
  if (key === rowKeys.compare) row.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  else if (key === rowKeys.next) focusLink(row.nextElementSibling)
  else if (key === rowKeys.previous) focusLink(row.previousElementSibling)
  else return
  event.preventDefault()
}

const focusLink = (row: Element | null): void => row?.querySelector<HTMLElement>('[data-row-link]')?.focus()
