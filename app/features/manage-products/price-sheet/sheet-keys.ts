import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { ColumnName } from './cells.ts'
import type { CellPlace } from './sheet-drafts.ts'

/** The attributes by which the keys find a cell. */
export const placeAttributes = ({ row, column }: CellPlace) => ({ 'data-row': row, 'data-column': column })

/** The place of the cell that an event comes from. */
export function placeOf({
  target,
}: KeyboardEvent | ClipboardEvent): (CellPlace & { input: HTMLInputElement }) | undefined {
  if (!(target instanceof HTMLInputElement) || target.dataset.row === undefined) return undefined
  return { input: target, row: Number(target.dataset.row), column: target.dataset.column as ColumnName }
}

/**
 * Moves between cells: up and down by arrows and Enter, left and right by arrows where the caret is at the end of the
 * text or all of it is selected. Tab moves by itself. F2 puts the caret behind the text, to edit it.
 */
export function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const place = placeOf(event)
  if (!place || event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return
  const { input, row, column } = place
  if (event.key === 'F2') {
    event.preventDefault()
    input.setSelectionRange(input.value.length, input.value.length)
    return
  }
  const move = moveOf(event, input)
  if (!move) return
  const cell = nextCell(event.currentTarget, { row, column }, move)
  if (!cell) {
    // In a form Enter would press its button.
    if (event.key === 'Enter') event.preventDefault()
    return
  }
  event.preventDefault()
  cell.focus()
}

interface Move {
  readonly down: number
  readonly right: number
}

const [UP, DOWN, LEFT, RIGHT]: readonly [Move, Move, Move, Move] = [
  { down: -1, right: 0 },
  { down: 1, right: 0 },
  { down: 0, right: -1 },
  { down: 0, right: 1 },
]

function moveOf({ key, shiftKey }: KeyboardEvent, input: HTMLInputElement): Move | undefined {
  const { selectionStart: start, selectionEnd: end, value } = input
  const isWhole = start === 0 && end === value.length
  if (key === 'Enter') return shiftKey ? UP : DOWN
  if (shiftKey) return undefined
  if (key === 'ArrowDown') return DOWN
  if (key === 'ArrowUp') return UP
  if (key === 'ArrowLeft' && (isWhole || end === 0)) return LEFT
  if (key === 'ArrowRight' && (isWhole || start === value.length)) return RIGHT
  return undefined
}

/** The nearest cell in a direction: a product with fewer price breaks has none in some columns. */
function nextCell(
  table: HTMLElement,
  { row, column }: CellPlace,
  { down, right }: Move,
): HTMLInputElement | undefined {
  const cells = [
    ...table.querySelectorAll<HTMLInputElement>(
      down === 0 ? `[data-row="${row}"]` : `[data-column="${column}"]`,
    ),
  ]
  const place = cells.findIndex(({ dataset }) => dataset.row === String(row) && dataset.column === column)
  return cells[place + down + right]
}
