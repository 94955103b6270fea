import type { FieldError } from '#kit/problem.ts'
import { readPieces } from '#kit/text/read-number.ts'
import type { QuotedListLine, SavedList, SaveList } from '../schema.ts'

/** A line of a list while it is changed. */
export interface DraftLine {
  readonly productId: string
  readonly quantity: string
  readonly ownNumber: string
  readonly note: string
}

/** A list while it is changed. */
export interface DraftList {
  readonly name: string
  readonly lines: readonly DraftLine[]
}

/** The part of a line, also when it is no longer sold. */
export const partOfLine = ({ given, productId }: QuotedListLine): string =>
  productId ?? (typeof given === 'string' ? '' : (given.productId ?? ''))

export const toDraft = ({ name, lines }: SavedList): DraftList => ({
  name,
  lines: lines.map((line) => ({
    productId: partOfLine(line),
    quantity: String(line.quantity ?? 0),
    ownNumber: line.ownNumber ?? '',
    note: line.note ?? '',
  })),
})

/** The errors that the browser can find by itself. */
export function checkDraft({ name, lines }: DraftList): FieldError[] {
  const errors = lines.flatMap(({ quantity }, at) =>
    readPieces(quantity) === undefined
      ? [{ pointer: `#/lines/${at}/quantity`, detail: 'The quantity is a whole number of pieces.' }]
      : [],
  )
  return name.trim() === '' ? [{ pointer: '#/name', detail: 'The name is required.' }, ...errors] : errors
}

/** The list to save. What is empty is left out. */
export const toSave = ({ name, lines }: DraftList): SaveList => ({
  name: name.trim(),
  lines: lines.map(({ productId, quantity, ownNumber, note }) => ({
    productId,
    quantity: readPieces(quantity) ?? 0,
    ...(ownNumber.trim() && { ownNumber: ownNumber.trim() }),
    ...(note.trim() && { note: note.trim() }),
  })),
})
