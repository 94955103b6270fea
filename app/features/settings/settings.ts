/** The settings of the shop for other features on the server: the seller, the tax and the delivery. */

export { currentSettings, SETTINGS_TAG, sellerPlace, sellerTermsOf } from './current.ts'
export { addFirstSettings } from './first-settings.ts'
