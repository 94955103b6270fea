/** The fields of phone, address, PO number and note, for orders that are placed too. */

export { ContactFields, PurchaseFields } from './contact/contact-fields.tsx'
export { CONTACT_FIELDS, type ContactTexts, checkContact, contactOf } from './contact/contact-texts.ts'
export { useContactForm } from './contact/use-contact-form.ts'
