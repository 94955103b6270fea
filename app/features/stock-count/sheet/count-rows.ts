import { readPieces } from '#kit/text/read-number.ts'
import { heldSum } from '../held.ts'
import type { CountedPart, PresentStock, StockCount } from '../schema.ts'

/** A part of the sheet, and what was typed for it. */
export interface CountRow {
  readonly part: CountedPart
  readonly typed: string
  /** What was seen before the shop said that it is another by now; it asks until somebody says which count holds. */
  readonly before?: CountedPart | undefined
  /** That none is to be for sale was chosen for so few pieces. */
  readonly noneForSale?: boolean | undefined
}

/** What follows from what was typed. */
export type CountReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable' }
  /** What was seen changed meanwhile. */
  | { readonly kind: 'changed'; readonly counted: number }
  /** So many pieces that orders hold do not lie on the shelf. */
  | { readonly kind: 'below held'; readonly counted: number; readonly missing: number }
  | { readonly kind: 'read'; readonly counted: number; readonly forSale: number }

export const heldOf = ({ held }: Pick<CountedPart, 'held'>): number => heldSum(held)

export function readRow({ part, typed, before, noneForSale }: CountRow): CountReading {
  if (typed.trim() === '') return { kind: 'empty' }
  const counted = readPieces(typed)
  if (counted === undefined) return { kind: 'unreadable' }
  if (before) return { kind: 'changed', counted }
  const missing = heldOf(part) - counted
  if (missing > 0 && !noneForSale) return { kind: 'below held', counted, missing }
  return { kind: 'read', counted, forSale: Math.max(counted - heldOf(part), 0) }
}

/** The rows that can be saved, as the call takes them. */
export const countsOf = (rows: readonly CountRow[]): StockCount['parts'] =>
  rows.flatMap((row) => {
    const reading = readRow(row)
    if (reading.kind !== 'read') return []
    const { _id, forSale } = row.part
    const held = heldOf(row.part)
    return [
      {
        productId: _id,
        counted: reading.counted,
        seen: { forSale, held },
        ...(reading.counted < held && { belowHeld: 'none_for_sale' as const }),
      },
    ]
  })

/** Whether something was typed that cannot be saved yet. */
export const isUndecided = (row: CountRow): boolean => !['empty', 'read'].includes(readRow(row).kind)

/** The rows with the stocks that the shop has now; those that it told of are asked about. */
export const withPresent = (
  rows: readonly CountRow[],
  present: readonly PresentStock[],
): readonly CountRow[] =>
  rows.map((row) => {
    const now = present.find(({ productId }) => productId === row.part._id)
    if (!now) return row
    const { forSale, held, onHand } = now
    return {
      ...row,
      part: { ...row.part, forSale, held, onHand },
      before: row.before ?? row.part,
      noneForSale: false,
    }
  })
