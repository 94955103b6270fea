/** What the page of an order shows of its contact, to its customer and to staff. */
export { isBegun } from './contact/contact-drafts.ts'
export { ChangingContact, OrderContact } from './contact/order-contact.tsx'
