/** The settings of the shop for other features on the server: the seller, the tax and the delivery. */

export { currentSettings, sellerPlace, sellerTermsOf } from './stored/current.ts'
export { addFirstSettings } from './stored/first-settings.ts'
