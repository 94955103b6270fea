import { TAX_KINDS } from '#features/tax/schema.ts'
import { centsToDollars, wholeCents } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import type { DocumentPeriod, DocumentSums, ListedDocument } from '../schema.ts'
import { allDocuments } from './list-documents.ts'

/** `YYYY-MM` of a day. */
const MONTH_LENGTH = 7

const monthOf = ({ date }: ListedDocument): string => date.slice(0, MONTH_LENGTH)

const groupOf = (listed: ListedDocument): string =>
  [monthOf(listed), listed.taxKind, listed.taxPercent].join(' ')

const orderOf = ({ taxKind }: DocumentSums): number =>
  taxKind === undefined ? TAX_KINDS.length : TAX_KINDS.indexOf(taxKind)

/** By month, then by the kind of tax, the highest rate first. */
const inSequence = (one: DocumentSums, other: DocumentSums): number =>
  one.month.localeCompare(other.month) ||
  orderOf(one) - orderOf(other) ||
  (other.taxPercent ?? 0) - (one.taxPercent ?? 0)

/** What the documents that match come to, by the month that they bear, the kind of tax and its rate. */
export async function sumDocuments(
  shop: Pick<Shop, 'db' | 'now' | 'config'>,
  period: DocumentPeriod,
): Promise<DocumentSums[]> {
  const sums = new Map<string, DocumentSums>()
  for await (const some of allDocuments(shop, period))
    for (const listed of some) sums.set(groupOf(listed), added(sums.get(groupOf(listed)), listed))
  return [...sums.values()].toSorted(inSequence)
}

function added(sums: DocumentSums | undefined, listed: ListedDocument): DocumentSums {
  const { kind, taxKind, taxPercent, net, tax, gross } = listed
  const plus = (before = 0, amount = 0): number => centsToDollars(wholeCents(before) + wholeCents(amount))
  return {
    month: monthOf(listed),
    ...(taxKind !== undefined && {
      taxKind,
      taxPercent,
      net: plus(sums?.net, net),
      tax: plus(sums?.tax, tax),
    }),
    invoices: (sums?.invoices ?? 0) + (kind === 'invoice' ? 1 : 0),
    creditNotes: (sums?.creditNotes ?? 0) + (kind === 'credit_note' ? 1 : 0),
    gross: plus(sums?.gross, gross),
  }
}

/** The columns of the EC sales list. */
export const ecSalesColumns = ['vatId', 'country', 'net', 'currency'] as const

/**
 * What was sold without tax to each company in another country of the EU, credit notes taken off: what a seller there declares,
 * by VAT ID (Article 264 of Directive 2006/112/EC).
 */
export async function* ecSalesRows(
  shop: Pick<Shop, 'db' | 'now' | 'config'>,
  period: DocumentPeriod,
): AsyncGenerator<(string | number)[][]> {
  const cents = new Map<string, number>()
  for await (const some of allDocuments(shop, period))
    for (const { taxKind, vatId, net = 0, currency } of some) {
      if (taxKind !== 'reverse_charge' || vatId === undefined) continue
      const key = `${vatId} ${currency}`
      cents.set(key, (cents.get(key) ?? 0) + wholeCents(net))
    }
  yield [...cents].toSorted().map(([key, sum]) => {
    const [vatId = '', currency = ''] = key.split(' ')
    return [vatId, vatId.slice(0, COUNTRY_LENGTH), centsToDollars(sum), currency]
  })
}

/** A VAT ID begins with its country, as the list wants it: `EL` for Greece. */
const COUNTRY_LENGTH = 2
