import type { RefObject } from 'react'
import { type Direction, focusIn, rowsFrom } from '#kit/ui/list/row-focus.ts'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'

const LINK = '[data-row-link]'

/** The keys of a list of orders in the box: they move between the links of its rows, and choose the row. */
export function useOrderKeys(box: RefObject<HTMLElement | null>, clearChosen: () => boolean): void {
  const firstRows = () => [...(box.current?.querySelectorAll('tbody > tr') ?? [])]
  const linkOf = ({ target }: Event) =>
    target instanceof Element && target.matches(LINK) ? target : undefined
  const move = (event: Event, direction: Direction) => focusIn(rowsFrom(linkOf(event), direction), LINK)
  useShortcuts([
    {
      keys: 'j',
      label: 'Next order of the list',
      run: (event) => (linkOf(event) ? move(event, 'next') : focusIn(firstRows(), LINK)),
    },
    { keys: 'k', label: 'Previous order of the list', run: (event) => move(event, 'previous') },
    { keys: 'ArrowDown', label: 'Next order, from a row', run: (event) => move(event, 'next') },
    { keys: 'ArrowUp', label: 'Previous order, from a row', run: (event) => move(event, 'previous') },
    {
      keys: 'x',
      label: 'Choose the order of the row',
      run: (event) => {
        const choose = linkOf(event)?.closest('tr')?.querySelector<HTMLInputElement>('[data-choose]')
        choose?.click()
        return Boolean(choose)
      },
    },
    { keys: 'Escape', label: 'Choose no order', run: clearChosen },
  ])
}
