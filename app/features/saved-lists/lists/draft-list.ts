import { buyerWordsOf } from '#kit/notes/buyer-words.ts'
import type { FieldError } from '#kit/problem.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import type { QuotedListLine, SavedList, SaveList } from '../schema.ts'

/** A line of a list while it is changed. */
export interface DraftLine {
  readonly productId: string
  readonly quantity: string
  readonly own: string
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
    quantity: formatCount(line.quantity ?? 0),
    own: line.own ?? '',
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
  lines: lines.map(({ productId, quantity, own, note }) => ({
    productId,
    quantity: readPieces(quantity) ?? 0,
    ...buyerWordsOf({ own: own.trim(), note: note.trim() }),
  })),
})

/** A draft that a tab has kept, with the revision that it changes; undefined when it is none. */
export function readDraft(kept: unknown): { draft: DraftList; revision: number } | undefined {
  const { draft, revision } = (kept ?? {}) as { draft?: Partial<DraftList>; revision?: unknown }
  if (typeof revision !== 'number' || typeof draft?.name !== 'string') return undefined
  const { name, lines } = draft
  return Array.isArray(lines) && lines.every(isDraftLine) ? { draft: { name, lines }, revision } : undefined
}

const isDraftLine = (line: Partial<DraftLine> | null): boolean =>
  [line?.productId, line?.quantity, line?.own, line?.note].every((text) => typeof text === 'string')
