import type { ClipboardEvent, KeyboardEvent } from 'react'
import { COLUMNS, type ColumnName } from './cells.ts'
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
  const to = target(event, input, row, COLUMNS.indexOf(column))
  const cell =
    to &&
    event.currentTarget.querySelector<HTMLInputElement>(`[data-row="${to.row}"][data-column="${to.column}"]`)
  if (!cell) {
    // In a form Enter would press its button.
    if (event.key === 'Enter') event.preventDefault()
    return
  }
  event.preventDefault()
  cell.focus()
}

function target(
  { key, shiftKey }: KeyboardEvent,
  input: HTMLInputElement,
  row: number,
  column: number,
): { row: number; column: ColumnName | undefined } | undefined {
  const { selectionStart: start, selectionEnd: end, value } = input
  const isWhole = start === 0 && end === value.length
  if (key === 'Enter') return { row: row + (shiftKey ? -1 : 1), column: COLUMNS[column] }
  if (shiftKey) return undefined
  if (key === 'ArrowDown') return { row: row + 1, column: COLUMNS[column] }
  if (key === 'ArrowUp') return { row: row - 1, column: COLUMNS[column] }
  if (key === 'ArrowLeft' && (isWhole || end === 0)) return { row, column: COLUMNS[column - 1] }
  if (key === 'ArrowRight' && (isWhole || start === value.length)) return { row, column: COLUMNS[column + 1] }
  return undefined
}
