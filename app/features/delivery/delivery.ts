/** Where goods go, what that costs and when they arrive: what other features may call on the server. */

export {
  deleteAddressesOf,
  findAddress,
  findCompanies,
  hasCompany,
  listAddresses,
} from './address-book/address-book.ts'
export { addressLines } from './addresses/address-lines.ts'
export { checkAddress, checkDestination } from './addresses/check-address.ts'
export { readAddressText } from './addresses/read-address-text.ts'
export { type DispatchPromise, promiseDispatch } from './days/dispatch-promise.ts'
export { loadHolidays } from './days/holidays.ts'
export { arrivalShippedOn } from './days/working-days.ts'
export {
  cheapestFirst,
  chooseDelivery,
  isServed,
  type OfferedDelivery,
  offeredDeliveries,
} from './rates/offered-deliveries.ts'
export { orderWeight, weightToKg } from './rates/order-weight.ts'
