import type { MakeOffer, Offer, OfferLine } from '#features/offers/schema.ts'
import { isPrice, PRICE_RULE } from '#features/pricing/price-terms.ts'
import { readPrice } from '#kit/input/read-price.ts'
import { formatPrice } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'

/** The columns in which is typed, in the sequence in which Tab goes through them. */
export const TYPED = ['quantity', 'price', 'leadDays'] as const

export type TypedColumn = (typeof TYPED)[number]

/** What is typed in the row of a line. */
export type TypedLine = Readonly<Record<TypedColumn, string>>

interface TypedOffer {
  readonly lines: readonly TypedLine[]
  readonly delivery: string
  readonly validUntil: string
  readonly note: string
}

/** The fields as they stand first: the newest version, before it the agreed prices. */
export const typedOf = (offer: Offer, day: string): TypedOffer => ({
  lines: offer.lines.map((line) => ({
    quantity: String(line.quantity),
    price: textOf(line.price ?? line.agreedPrice),
    leadDays: textOf(line.leadDays),
  })),
  delivery: offer.delivery?._id ?? '',
  validUntil: offer.validUntil ?? day,
  note: offer.offerNote ?? '',
})

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value))

type LineErrors = Readonly<Partial<Record<TypedColumn, string>>>

/** What is typed as a request, or what is wrong in which line. */
export function readOffer(
  { lines, delivery, validUntil, note }: TypedOffer,
  offer: Offer,
): { readonly body: MakeOffer } | { readonly errors: readonly LineErrors[] } {
  const read = lines.map(readLine)
  const errors = read.map((line) => line.errors)
  if (errors.some((each) => Object.keys(each).length > 0)) return { errors }
  const text = note.trim()
  return {
    body: {
      lines: offer.lines.map(({ productId }, index) => {
        const { quantity = 0, price = 0, leadDays } = read[index] ?? {}
        return { productId, quantity, price, ...(leadDays !== undefined && { leadDays }) }
      }),
      ...(delivery && { delivery }),
      validUntil,
      ...(text && { note: text }),
      revision: offer.revision,
    },
  }
}

function readLine(line: TypedLine) {
  const quantity = readPieces(line.quantity)
  const price = priceOf(line.price)
  const leadDays = line.leadDays.trim() === '' ? undefined : readPieces(line.leadDays)
  const errors: LineErrors = {
    ...(!quantity && { quantity: 'A whole number from 1.' }),
    ...((price === undefined || !isPrice(price)) && { price: PRICE_RULE }),
    ...(line.leadDays.trim() !== '' && leadDays === undefined && { leadDays: 'Whole working days.' }),
  }
  return { quantity, price, leadDays, errors }
}

/** A price that can be read in one way only. */
export function priceOf(text: string): number | undefined {
  const readings = readPrice(text)
  return readings?.length === 1 ? readings[0] : undefined
}

/** "12.5 % off the list", "3 % above it". */
export function discountText(list: number | undefined, price: number | undefined): string {
  if (list === undefined || price === undefined || list === 0) return ''
  const percent = Math.round((1 - price / list) * 1000) / 10
  if (percent === 0) return 'list price'
  return percent > 0 ? `${percent} % off` : `${-percent} % above`
}

/** What a version changes of the one before, old → new. */
interface OfferChange {
  readonly label: string
  readonly from: string
  readonly to: string
}

export function changesOf(offer: Offer, body: MakeOffer): OfferChange[] {
  const lines = offer.lines.flatMap((line, index) => lineChanges(line, body.lines[index]))
  const change = (label: string, from: string | undefined, to: string | undefined): OfferChange[] =>
    from === to ? [] : [{ label, from: from ?? 'none', to: to ?? 'none' }]
  return [
    ...lines,
    ...change('Valid until', offer.validUntil, body.validUntil),
    ...change('Note', offer.offerNote, body.note),
  ]
}

function lineChanges(before: OfferLine, after: MakeOffer['lines'][number] | undefined): OfferChange[] {
  if (!after) return []
  const { sku } = before
  const of = (
    label: string,
    from: number | undefined,
    to: number | undefined,
    text: (value: number) => string,
  ) =>
    from === to
      ? []
      : [
          {
            label: `${label} of ${sku}`,
            from: from === undefined ? 'none' : text(from),
            to: to === undefined ? 'none' : text(to),
          },
        ]
  return [
    ...of('Pieces', before.quantity, after.quantity, formatCount),
    ...of('Price', before.price, after.price, formatPrice),
    ...of('Lead days', before.leadDays, after.leadDays, formatCount),
  ]
}
