/** The form of an address, for other features. */

export { AddressFields } from './address-book/address-fields.tsx'
export {
  ADDRESS_FIELDS,
  type AddressTexts,
  addressOf,
  addressTextsOf,
  countryOfLanguage,
  destinationOf,
  looksLikePostcode,
} from './address-book/address-texts.ts'
export { type Countries, useCountries } from './address-book/use-countries.ts'
