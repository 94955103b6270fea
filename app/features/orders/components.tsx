/** Parts of an order for other features: what only a placed order shows is in `order-page.ts`, and not loaded with the checkout. */

export { ContactFields, PurchaseFields } from './contact/contact-fields.tsx'
export { CONTACT_FIELDS, type ContactTexts, checkContact, contactOf } from './contact/contact-texts.ts'
export { useContactForm } from './contact/use-contact-form.ts'
export { Charges, TaxNotes } from './details/charge-rows.tsx'
export { type LineColumn, LineTable } from './details/line-table.tsx'
