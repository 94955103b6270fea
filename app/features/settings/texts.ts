import type { SellerField } from './missing-facts.ts'

export const settingsTexts = {
  changed: 'The settings were changed meanwhile. Check the current values and try again.',
  currencyInUse: 'The shop has orders in its currency, so it sells in no other one. Nothing was changed.',
  wrongIban: 'The IBAN is not valid: check its digits.',
  wrongBic: 'The BIC is not valid: it has 8 or 11 characters.',
} as const

/** What a seller lacks, in words: "a phone number". */
export const sellerFieldTexts: Readonly<Record<SellerField, string>> = {
  'seller.name': 'a name',
  'seller.address': 'an address',
  'seller.address.city': 'a city',
  'seller.address.postcode': 'a postal code',
  'seller.vatId': 'a VAT ID',
  'seller.taxNumber': 'a VAT ID or a tax number',
  'seller.email': 'an e-mail address',
  'seller.phone': 'a phone number',
  'seller.bank': 'a bank account',
}
