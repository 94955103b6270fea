/** The settings of the shop for other features on the server: the seller, the tax, the delivery and the mails to the staff. */

export { lockCurrency } from './stored/currency.ts'
export {
  areCurrentSettings,
  currentSettings,
  mailSender,
  sellerPlace,
  sellerTermsOf,
  shopTimeZone,
  shownSeller,
} from './stored/current.ts'
export { addFirstSettings } from './stored/first-settings.ts'
export { currentIdentity } from './stored/identity.ts'
