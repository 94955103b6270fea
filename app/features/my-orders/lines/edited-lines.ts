import { currentSession } from '#features/accounts/browser-session.ts'
import type { Order, OrderLine } from '#features/orders/schema.ts'
import { termsOf } from '#features/quote/line-terms.ts'
import type { QuoteLine } from '#features/quote/schema.ts'
import { keep, readKept } from '#kit/browser/kept-drafts.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'

/** A line of an order as it is edited. */
export interface EditedLine {
  readonly productId: string
  readonly sku: string
  readonly product: string
  /** The quantity as it is typed. */
  readonly text: string
  readonly isRemoved?: boolean
}

/** A line with what the order has of its part. */
export interface ComparedLine extends EditedLine {
  readonly quantity: number
  /** Undefined of a new line. */
  readonly was: OrderLine | undefined
}

export const editedOf = ({ productId, sku, product, quantity }: OrderLine): EditedLine => ({
  productId,
  sku,
  product,
  text: String(quantity),
})

/** The edited lines beside those of the order: what another tab added meanwhile counts as removed, where all can see it. */
export function compareLines(order: Pick<Order, 'lines'>, edited: readonly EditedLine[]): ComparedLine[] {
  const was = new Map(order.lines.map((line) => [line.productId, line]))
  const ids = new Set(edited.map(({ productId }) => productId))
  const missing = order.lines.filter(({ productId }) => !ids.has(productId)).map(editedOf)
  return [...edited, ...missing.map((line) => ({ ...line, isRemoved: true }))].map((line) => ({
    ...line,
    quantity: readPieces(line.text) ?? 0,
    was: was.get(line.productId),
  }))
}

/** The lines that the order is to have. */
export const wantedLines = (lines: readonly ComparedLine[]) =>
  lines.filter(({ isRemoved }) => !isRemoved).map(({ productId, quantity }) => ({ productId, quantity }))

export const isChanged = (lines: readonly ComparedLine[]): boolean =>
  lines.some(({ isRemoved, was, quantity }) =>
    isRemoved ? was !== undefined : was === undefined || was.quantity !== quantity,
  )

/** The lines with another text of one of them, or with that line taken out or put back. */
export const withLine = (
  lines: readonly EditedLine[],
  productId: string,
  change: Partial<EditedLine>,
): EditedLine[] => lines.map((line) => (line.productId === productId ? { ...line, ...change } : line))

/** The lines with a part of a quote: a line that has it already gets its pieces in addition. */
export function withPart(lines: readonly EditedLine[], part: QuoteLine): EditedLine[] {
  const { productId, sku = '', product = '', quantity } = part
  if (productId === undefined) return [...lines]
  const pieces = quantity ?? termsOf(part)?.minimum ?? 0
  const known = lines.find((line) => line.productId === productId)
  if (!known) return [...lines, { productId, sku, product, text: String(pieces) }]
  const before = known.isRemoved ? 0 : (readPieces(known.text) ?? 0)
  return withLine(lines, productId, { text: String(before + pieces), isRemoved: false })
}

/** What {@link withPart} does with the part, in words. */
export function addedText(lines: readonly EditedLine[], part: QuoteLine): string {
  const piecesIn = (list: readonly EditedLine[]) =>
    list.find(({ productId, isRemoved }) => productId === part.productId && !isRemoved)?.text
  const [before, after] = [
    readPieces(piecesIn(lines) ?? ''),
    readPieces(piecesIn(withPart(lines, part)) ?? ''),
  ]
  return before === undefined || after === undefined
    ? `${part.sku} was added.`
    : `${part.sku} was in the order already: ${formatCount(before)} → ${formatCount(after)}.`
}

/** The name of the draft. It is kept for whoever edits, who may be of the staff. */
const linesDraft = (orderId: string): string => `lines of ${orderId}`

/** The lines that were edited and not saved before a reload; undefined when there are none. */
export function readLinesDraft({ _id }: Pick<Order, '_id'>): EditedLine[] | undefined {
  const session = currentSession()
  return session ? linesOf(readKept(session.email, linesDraft(_id))) : undefined
}

/** Keeps the edited lines for a reload; undefined deletes them. */
export function keepLinesDraft({ _id }: Pick<Order, '_id'>, lines: readonly EditedLine[] | undefined): void {
  const session = currentSession()
  if (session) keep(session.email, linesDraft(_id), lines)
}

export const linesOf = (kept: unknown): EditedLine[] | undefined =>
  Array.isArray(kept) ? kept.filter(isEdited) : undefined

const isEdited = (line: Partial<EditedLine> | null): line is EditedLine =>
  typeof line?.productId === 'string' &&
  [line.sku, line.product, line.text].every((text) => typeof text === 'string')
