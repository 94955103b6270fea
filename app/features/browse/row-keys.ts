import { useShortcuts } from '#kit/ui/shortcuts.tsx'

/** The keys of the row whose link has the focus; the link has `data-row-link`, and Enter opens it. */
export function useRowKeys(): void {
  useShortcuts([
    { keys: 'ArrowDown', label: 'Next part of the table', run: (event) => move(event, 'nextElementSibling') },
    {
      keys: 'ArrowUp',
      label: 'Previous part of the table',
      run: (event) => move(event, 'previousElementSibling'),
    },
    { keys: 'x', label: 'Compare the part', run: toggleCompare },
  ])
}

function move(event: Event, to: 'nextElementSibling' | 'previousElementSibling'): boolean {
  const row = rowOf(event)?.[to]
  row?.querySelector<HTMLElement>('[data-row-link]')?.focus()
  return Boolean(row)
}

function toggleCompare(event: Event): boolean {
  const box = rowOf(event)?.querySelector<HTMLInputElement>('input[type=checkbox]')
  box?.click()
  return Boolean(box)
}

const rowOf = ({ target }: Event): Element | null =>
  target instanceof Element && target.matches('[data-row-link]') ? target.closest('tr') : null
