import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** Arrow keys lead from the link of a cell to the next one in the same row or column, over gaps. */
export function moveBetweenCells(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key]
  const cell = (event.target as Element).closest('td')
  if (!step || !cell || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const { rows } = event.currentTarget
  let row = (cell.parentElement as HTMLTableRowElement).rowIndex
  let column = cell.cellIndex
  let link: HTMLElement | null | undefined
  do {
    row += step[0]
    column += step[1]
    if (!rows[row]?.cells[column]) return
    link = rows[row]?.cells[column]?.querySelector('a')
  } while (!link)
  event.preventDefault()
  link.focus()
}
