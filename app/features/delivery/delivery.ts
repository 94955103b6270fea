/** Where goods go, what that costs and when they arrive: what other features may call on the server. */

export { deleteAddressesOf, findAddress } from './address-book/address-book.ts'
export { addressLines } from './addresses/address-lines.ts'
export {
  type CheckedAddress,
  type CheckedDestination,
  checkAddress,
  checkDestination,
} from './addresses/check-address.ts'
export { listCountries } from './addresses/countries.ts'
export { countryName } from './addresses/country-rules.ts'
export type { Place } from './days/holidays.ts'
export { addWorkingDays, arrival, type Dispatch, dispatchDay, nextDispatch } from './days/working-days.ts'
export { dayAt } from './days/zone.ts'
export {
  type Consignment,
  cheapestFirst,
  chooseDelivery,
  isServed,
  type OfferedDelivery,
  offeredDeliveries,
} from './rates/offered-deliveries.ts'
export { orderWeight, type WeighedLine, weightToKg } from './rates/order-weight.ts'
