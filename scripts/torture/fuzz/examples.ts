import type { Product } from '#features/catalog/schema.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { DECLINED_CARD } from '../../../tests/support/customer.ts'
import { given } from '../../../tests/support/sample-settings.ts'

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

/** The steps of returns, of which a random request names hardly ever one that there is. */
const returnRequests = {
  ...Object.fromEntries(
    ['order', 'myorder'].map((path) => [
      `POST /api/${path}/{id}/returns`,
      { lines: [{ position: 0, quantity: 1 }], reason: 'faulty', note: 'A note.', instructions: 'A text.' },
    ]),
  ),
  'POST /api/myorder/{id}/returns/{returnId}/withdraw': { revision: 1 },
  'POST /api/return/{id}/accept': { revision: 1, instructions: 'A text.' },
  'POST /api/return/{id}/decline': { revision: 1, reason: 'A text.' },
  'POST /api/return/{id}/receive': {
    revision: 2,
    lines: [{ position: 0, restocked: 1, scrapped: 0 }],
  },
  'POST /api/return/{id}/refund': { revision: 3, amount: 0.01, delivery: true, message: 'A text.' },
  'POST /api/return/{id}/replace': { revision: 3 },
  'POST /api/return/{id}/close': { revision: 3, reason: 'A text.' },
}
export const companyRequests = (pick: number) => ({
  'POST /api/company': { name: `Company ${pick}`, billTo: ADDRESS },
  'PUT /api/company': { name: `Company ${pick}`, billTo: ADDRESS, revision: 1 },
  'POST /api/company/invitation': { email: `invited-${pick}@example.com`, role: 'buyer' },
  'PUT /api/company/part-numbers': { numbers: [] },
  'POST /api/company/join': { token: 'a'.repeat(40) },
  'PUT /api/company/member/{id}': { role: 'approver', limits: { order: pick } },
  'PUT /api/companies/{id}': {
    ...{ blocked: false, discount: pick % 90, terms: { days: 30, credit: 1000 }, revision: 1 },
  },
  'PUT /api/companies/{id}/prices': { prices: [] },
  'POST /api/companies/{id}/prices/comparison': { prices: [] },
  'POST /api/order/{id}/receipts': { amount: pick, at: '2026-01-01', reference: 'A transfer' },
  'POST /api/myorder/{id}/approve': { revision: 1 },
  'POST /api/myorder/{id}/decline': { revision: 1, note: 'A note.' },
})

/** An offer that is asked for, and what is said to it. */
const offerRequests = (productId: string, pick: number) => ({
  'POST /api/offer': { lines: [{ productId, quantity: 1 + pick, wanted: 0.5 }], note: 'A note.' },
  'PUT /api/offer/{id}': {
    lines: [{ productId, quantity: 1 + pick, price: 0.5, leadDays: 3 }],
    ...{ validUntil: isoDay(Date.now() + 9 * DAY_MS), note: 'A note.', revision: 1 },
  },
  'POST /api/offer/{id}/message': { text: 'A text.' },
  'POST /api/offer/{id}/accept': { revision: 2 },
  'POST /api/offer/{id}/decline': { reason: 'A reason.' },
  'POST /api/offer/{id}/withdraw': { reason: 'A reason.' },
})

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

/** New prices of a part for a day, and offers of it; of one that has the prices already the call is refused. */
export const planRequests = ({ _id, prices }: Product, pick: number) => ({
  ...offerRequests(_id, pick),
  'POST /api/planned-prices': {
    day: isoDay(Date.now() + (pick + 2) * DAY_MS),
    plans: [
      { productId: _id, before: prices, prices: prices.map((each) => ({ ...each, price: each.price + 1 })) },
    ],
  },
  'POST /api/planned-prices/removal': { ids: ['sample'] },
  'POST /api/planned-prices/{id}/keep': { present: prices },
})

/** Requests that are the same in each world. */
export const fixedRequests = {
  'POST /api/password-strength': { password: 'Sample-password-42' },
  'POST /api/settings/example': { ...given(), to: { country: 'FR' }, weight: 10, total: 250 },
  ...returnRequests,
  'POST /api/rating': { comment: 'A sample.', rating: '4.5', name: '' },
  'POST /api/auth/sign-in/social': { provider: 'google', callbackURL: '/signed-in' },
  'PUT /api/address/{id}': { ...ADDRESS, isDefault: true },
  'POST /api/mail-words/preview': { kind: 'paid', words: MAIL_WORDS },
  'POST /api/category/{slug}/preview': { attributes: [] },
  'PATCH /api/import/{id}': { leaveOut: [2] },
  'PUT /api/order/{id}': { status: 'shipped' },
  'POST /api/order/{id}/restored-shipments': { shipments: ['sample'] },
  'POST /api/order/{id}/shipments/{shipmentId}/lost': { reason: 'A sample' },
  'PATCH /api/order/{id}/shipments/{shipmentId}': { carrier: 'DHL', tracking: 'JD 42' },
  'POST /api/order/{id}/shipments': { carrier: 'DHL', lines: [{ position: 0, quantity: 1 }] },
  'PUT /api/unmatched-payment/{id}': { decision: 'keep' },
  'POST /api/order/{id}/restock': { lines: [{ position: 0, quantity: 1 }] },
  'PUT /api/order-columns': { columns: ['product', 'price', 'payment'] },
  'PUT /api/product-columns': { columns: ['sku', 'onHand', 'state'] },
  'PUT /api/payment-link/{token}': { poNumber: 'PO-4711' },
  'PUT /api/user/{email}': { phone: '+1 555 0100', address: '1 Sample Street', designation: 'Buyer' },
  'POST /api/auth/update-user': { name: 'Another Name' },
}
