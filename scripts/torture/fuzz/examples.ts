import type { Product } from '#features/catalog/schema.ts'
import { DECLINED_CARD } from '../../../tests/support/customer.ts'

/** Parts of the valid bodies of calls. */

export const PLACE = { street: '1 rue Exemple', postcode: '69001', city: 'Lyon', country: 'FR' }

export const ADDRESS = { name: 'Sample Name', ...PLACE }

export const MAIL_WORDS = { greeting: 'Dear {name},', paragraphs: { paid: 'Thank you for {number}.' } }

export const customerOf = ({ name, email }: { readonly name: string; readonly email: string }) => ({
  ...{ name, email, company: 'Exemple SARL', phone: '+33 4 55 01 00 00', tags: ['sample'] },
})

export const textRequests = Object.fromEntries(
  ['order/{id}/notes', 'customer/{id}/notes', 'order/{id}/messages', 'myorder/{id}/messages'].map((path) => [
    `POST /api/${path}`,
    { text: 'A text.' },
  ]),
)

export const listRequests = ({ _id }: Product, pick: number) => ({
  'POST /api/list': { name: `List ${pick}`, lines: [{ productId: _id, quantity: pick, note: 'A note' }] },
  'PUT /api/list/{id}': { name: 'A list', revision: 1, lines: [] },
})

export const declinedCard = (secret: string): Record<string, unknown> => ({
  client_secret: secret,
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': DECLINED_CARD,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2040',
  'payment_method_data[card][cvc]': '123',
})

/** An amount, or pieces with a message. */
export const refundOf = (pick: number) =>
  pick % 2 === 0
    ? { amount: 0.01 }
    : { lines: [{ position: 0, quantity: 1 + pick }], message: 'Sorry.', restock: true }
