import { missingByNorm, missingInGermany, type SellerField } from '#features/settings/missing-facts.ts'
import type { InvoiceDocument } from '../document/invoice-document.ts'
import type { XmlFormat } from '../states.ts'
import { taxCategoryOf } from './facts.ts'

/** What a document lacks, by the name of its field: of `seller` in the settings, of `buyer` and `deliverTo` in the order. */
export type MissingField =
  | SellerField
  | 'buyer.city'
  | 'buyer.postcode'
  | 'deliverTo.city'
  | 'deliverTo.postcode'

/** What EN 16931, or XRechnung, wants in the document and is not there. */
export function missingFields(document: InvoiceDocument, format: XmlFormat): MissingField[] {
  const byNorm = missingByNorm(document.seller, { wantsVatId: taxCategoryOf(document).code === 'K' })
  if (format !== 'xrechnung') return byNorm
  const { seller, buyer, deliverTo, totals } = document
  const ofAddresses = [
    // BR-DE-8 and BR-DE-9.
    ['buyer.city', buyer.address.city],
    ['buyer.postcode', buyer.address.postcode],
    // BR-DE-10 and BR-DE-11.
    ['deliverTo.city', deliverTo.city],
    ['deliverTo.postcode', deliverTo.postcode],
  ] as const
  return [
    ...byNorm,
    ...missingInGermany(seller, { wantsBank: totals.dueCents !== 0 }),
    ...ofAddresses.flatMap(([field, value]) => (value ? [] : [field])),
  ]
}
