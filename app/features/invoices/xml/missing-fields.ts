import type { InvoiceDocument } from '../document/invoice-document.ts'
import type { XmlFormat } from '../states.ts'
import { taxCategoryOf } from './facts.ts'

/**
 * What a document lacks, by the name of its field: of `seller` in the settings, where `seller.taxNumber` stands for a VAT ID or
 * a tax number; of `buyer` and `deliverTo` in the address of the order.
 */
export type MissingField =
  | 'seller.name'
  | 'seller.address'
  | 'seller.address.city'
  | 'seller.address.postcode'
  | 'seller.vatId'
  | 'seller.taxNumber'
  | 'seller.email'
  | 'seller.phone'
  | 'seller.bank'
  | 'buyer.city'
  | 'buyer.postcode'
  | 'deliverTo.city'
  | 'deliverTo.postcode'

type Wanted = readonly (readonly [field: MissingField, isThere: boolean])[]

/** What EN 16931, or XRechnung, wants in the document and is not there. */
export function missingFields(document: InvoiceDocument, format: XmlFormat): MissingField[] {
  const wanted = [...wantedByNorm(document), ...(format === 'xrechnung' ? wantedInGermany(document) : [])]
  return wanted.flatMap(([field, isThere]) => (isThere ? [] : [field]))
}

function wantedByNorm(document: InvoiceDocument): Wanted {
  const { name, address, vatId, taxNumber } = document.seller
  // The exemption of the EU wants the VAT ID (BR-IC-02).
  const wantsVatId = taxCategoryOf(document).code === 'K'
  return [
    // BT-27.
    ['seller.name', Boolean(name)],
    // BG-5 with BT-40.
    ['seller.address', Boolean(address)],
    // BT-31 or BT-32 (BR-S-02 and others), and an identifier (BR-CO-26).
    wantsVatId ? ['seller.vatId', Boolean(vatId)] : ['seller.taxNumber', Boolean(vatId ?? taxNumber)],
  ]
}

/** The rules BR-DE of XRechnung 3.0, and those of Peppol that it has. */
function wantedInGermany({ seller, buyer, deliverTo, totals }: InvoiceDocument): Wanted {
  const { address, email, phone, bank } = seller
  return [
    // BR-DE-3 and BR-DE-4; without an address that is what is missing.
    ['seller.address.city', !address || Boolean(address.city)],
    ['seller.address.postcode', !address || Boolean(address.postcode)],
    // BR-DE-6, and BR-DE-7 with PEPPOL-EN16931-R020.
    ['seller.phone', Boolean(phone)],
    ['seller.email', Boolean(email)],
    // BR-DE-23-a.
    ['seller.bank', totals.dueCents === 0 || Boolean(bank)],
    // BR-DE-8 and BR-DE-9.
    ['buyer.city', Boolean(buyer.address.city)],
    ['buyer.postcode', Boolean(buyer.address.postcode)],
    // BR-DE-10 and BR-DE-11.
    ['deliverTo.city', Boolean(deliverTo.city)],
    ['deliverTo.postcode', Boolean(deliverTo.postcode)],
  ]
}
