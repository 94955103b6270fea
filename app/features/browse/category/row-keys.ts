import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { type Direction, focusIn, rowsFrom } from '#kit/ui/list/row-focus.ts'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'

const LINK = '[data-row-link]'
const QUANTITY = '.quantity-input'

/** The keys of the row whose link has the focus; the link has `data-row-link`, and Enter opens it. J leads there from anywhere. */
export function useRowKeys(): void {
  useShortcuts([
    {
      keys: 'j',
      label: 'First part of the table, or the next one',
      run: ({ target }) => moveFrom(target, 'next', true),
    },
    { keys: 'k', label: 'Previous part of the table', run: ({ target }) => moveFrom(target, 'previous') },
    { keys: 'ArrowDown', label: 'Next part, from a row', run: (event) => moveFrom(event.target, 'next') },
    {
      keys: 'ArrowUp',
      label: 'Previous part, from a row',
      run: (event) => moveFrom(event.target, 'previous'),
    },
    { keys: 'x', label: 'Compare the part', run: toggleCompare },
    { keys: 'q', label: 'Type a quantity of the part for the cart', run: typeQuantity },
  ])
}

/** Arrow keys in a quantity lead to those of the rows around it, so that a list is typed without the pointer. */
export function moveBetweenQuantities(event: ReactKeyboardEvent): void {
  const direction = { ArrowDown: 'next', ArrowUp: 'previous' }[event.key] as Direction | undefined
  if (direction && focusIn(rowsFrom(event.currentTarget, direction), QUANTITY)) event.preventDefault()
}

function moveFrom(target: EventTarget | null, direction: Direction, isFromAnywhere = false): boolean {
  const link = linkOf(target)
  const rows = link || !isFromAnywhere ? rowsFrom(link, direction) : [document.querySelector('.parts-table')]
  return focusIn(rows, LINK)
}

function toggleCompare({ target }: Event): boolean {
  const box = linkOf(target)?.closest('tr')?.querySelector<HTMLInputElement>('input[type=checkbox]')
  box?.click()
  return Boolean(box)
}

const typeQuantity = ({ target }: Event): boolean => focusIn([linkOf(target)?.closest('tr')], QUANTITY)

const linkOf = (target: EventTarget | null): Element | undefined =>
  target instanceof Element && target.matches(LINK) ? target : undefined
