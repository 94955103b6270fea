/** The fields for phone, address, PO number and note, for the forms that place an order. */
export { ContactFields, PurchaseFields } from './contact/contact-fields.tsx'
export { type ContactTexts, checkContact, contactOf } from './contact/contact-texts.ts'
export { type Customer, fetchCustomer } from './contact/fetch-customer.ts'
export { useContactForm } from './contact/use-contact-form.ts'
