import type { Product } from '#features/catalog/schema.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { type Answer, type Person, verifyEmail } from './customer.ts'
import type { TestApp } from './test-app.ts'

/** Each call by which an admin changes an offer, by its name in the list of calls for admins. */
export function offerChanges(
  place: () => { readonly app: TestApp; readonly admin: Person; readonly product: Product },
): Record<string, () => Promise<Answer>> {
  const ask = async (): Promise<string> => {
    const customer = await place().app.register()
    await verifyEmail(place().app.shop, customer)
    const body = { lines: [{ productId: place().product._id, quantity: 1 }] }
    return (await place().app.call('POST', '/api/offer', { as: customer, body })).body._id
  }
  return {
    'PUT /api/offer/sample': async () => {
      const line = { productId: place().product._id, quantity: 1, price: 0.5 }
      const validUntil = isoDay(place().app.shop.now() + DAY_MS)
      const body = { lines: [line], validUntil, revision: 1 }
      return place().app.call('PUT', `/api/offer/${await ask()}`, { as: place().admin, body })
    },
    'POST /api/offer/sample/withdraw': async () =>
      place().app.call('POST', `/api/offer/${await ask()}/withdraw`, {
        as: place().admin,
        body: { reason: 'A sample.' },
      }),
  }
}
