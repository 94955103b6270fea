import type { Order } from '../../schema.ts'

/** How the seller reaches the customer of an order. */
export const contactFacts = ({ email, phone, address }: Order) => [
  { label: 'Email', value: <a href={`mailto:${email}`}>{email}</a> },
  { label: 'Phone', value: <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> },
  { label: 'Address', value: address },
]
