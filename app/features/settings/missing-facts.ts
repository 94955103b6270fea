import type { Seller } from './schema.ts'

/**
 * What a seller lacks for invoices as XML, by the name of its field; `seller.taxNumber` stands for a VAT ID or a tax number.
 * This is the only place of the rule: the settings ask it of who sells now, documents of who sold then.
 */
export type SellerField =
  | 'seller.name'
  | 'seller.address'
  | 'seller.address.city'
  | 'seller.address.postcode'
  | 'seller.vatId'
  | 'seller.taxNumber'
  | 'seller.email'
  | 'seller.phone'
  | 'seller.bank'

type Wanted = readonly (readonly [field: SellerField, isThere: boolean])[]

const missingOf = (wanted: Wanted): SellerField[] =>
  wanted.flatMap(([field, isThere]) => (isThere ? [] : [field]))

/** What EN 16931 wants and is not there. The exemption of the EU wants the VAT ID itself (BR-IC-02): `wantsVatId`. */
export function missingByNorm(seller: Seller, { wantsVatId }: { wantsVatId: boolean }): SellerField[] {
  const { name, address, vatId, taxNumber } = seller
  return missingOf([
    // BT-27.
    ['seller.name', Boolean(name)],
    // BG-5 with BT-40.
    ['seller.address', Boolean(address?.country && address.street)],
    // BT-31 or BT-32 (BR-S-02 and others), and an identifier (BR-CO-26).
    wantsVatId ? ['seller.vatId', Boolean(vatId)] : ['seller.taxNumber', Boolean(vatId || taxNumber)],
  ])
}

/** What XRechnung 3.0 wants besides and is not there. Where something is due, a bank account: `wantsBank`. */
export function missingInGermany(seller: Seller, { wantsBank }: { wantsBank: boolean }): SellerField[] {
  const { address, email, phone, bank } = seller
  return missingOf([
    // BR-DE-3 and BR-DE-4; without an address that is what is missing.
    ['seller.address.city', !address || Boolean(address.city)],
    ['seller.address.postcode', !address || Boolean(address.postcode)],
    // BR-DE-6, and BR-DE-7 with PEPPOL-EN16931-R020.
    ['seller.phone', Boolean(phone)],
    ['seller.email', Boolean(email)],
    // BR-DE-23-a.
    ['seller.bank', !wantsBank || Boolean(bank)],
  ])
}
