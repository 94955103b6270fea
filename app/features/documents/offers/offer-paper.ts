import type { Tax } from '#features/tax/schema.ts'
import { longDayText } from '#kit/text/utc-text.ts'
import { texts } from '#kit/texts.ts'
import {
  customsFacts,
  type OrderPaper,
  type PaperSource,
  type PricedOrder,
  partCell,
  pricedPaper,
  pricedRows,
} from '../orders/order-paper.ts'
import { taxRemarks } from '../orders/paper-sums.ts'
import { orderPaperTexts } from '../texts.ts'

/** A line of an offer: `leadDays` is how many working days it takes, if that was said. */
type OfferedLine = PricedOrder['lines'][number] & { readonly leadDays?: number | undefined }

/** What an offer says, in the shape of an order with the prices that are offered. */
interface OfferSource extends Omit<PaperSource, 'order' | 'timeZone'> {
  readonly offer: Omit<PricedOrder, 'lines'> & {
    readonly lines: readonly OfferedLine[]
    readonly number: string
    readonly version: number
    readonly issuedAt: number
    /** Days of the shop. */
    readonly issuedOn: string
    readonly validUntil: string
    readonly note: string | undefined
    readonly tax: Tax
    /** In kg. */
    readonly weight?: number | undefined
  }
}

/** What is offered, to whom, for how much and until when. */
export function offerPaper({ offer, ...source }: OfferSource): OrderPaper {
  const { lines: offered, number, version, issuedAt, issuedOn, validUntil, note } = offer
  const {
    offer: kind,
    offerNumber,
    offerDate,
    offerVersion,
    validUntil: until,
    note: noteLabel,
  } = orderPaperTexts
  const lines = [...offered]
  const order = { ...offer, lines }
  return {
    ...pricedPaper({ ...source, order }),
    kind,
    heading: `${kind} ${number}`,
    at: issuedAt,
    banner: source.terms.seller ? '' : sampleText(source.isSandbox),
    facts: [
      [offerNumber, number],
      [offerVersion, String(version)],
      [offerDate, longDayText(issuedOn)],
      [until, longDayText(validUntil)],
      ...customsFacts(order),
    ],
    rows: pricedRows(order, (line) => partCell(line, leadText(offered[lines.indexOf(line)]?.leadDays))),
    remarks: [
      ...taxRemarks(offer),
      note === undefined ? '' : `${noteLabel}: ${note}`,
      orderPaperTexts.offerRemark(longDayText(validUntil)),
    ],
  }
}

const sampleText = (isSandbox: boolean): string =>
  `${orderPaperTexts.offerSample} ${isSandbox ? texts.sandboxBanner : orderPaperTexts.noSeller}`

const leadText = (days: number | undefined): string =>
  days === undefined ? '' : orderPaperTexts.leadDays(days)
