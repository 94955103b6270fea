import type { Product } from '#features/catalog/schema.ts'

/** The lines of an order come to what the intents are asked for. */
export const lineRequests = ({ _id }: Product, pick: number) => ({
  'PUT /api/myorder/{id}/lines': {
    lines: [{ productId: _id, quantity: 100 }],
    totalPrice: 4.25,
    ...(pick % 3 === 0 && { payable: 4.25, delivery: 'express' }),
  },
  'POST /api/myorder/{id}/lines/quote': { lines: [{ productId: _id, quantity: 100 + pick }] },
  'POST /api/list': { name: `List ${pick}`, lines: [{ productId: _id, quantity: pick, note: 'A note' }] },
  'PUT /api/list/{id}': { name: 'A list', revision: 1, lines: [] },
})
