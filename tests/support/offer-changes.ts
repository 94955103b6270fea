import type { Product } from '#features/catalog/schema.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { type Answer, type Person, verifyEmail } from './customer.ts'
import type { TestApp } from './test-app.ts'

/** Each call by which an admin changes an offer, by its name in the list of calls for admins. */
export function offerChanges(
  app: () => TestApp,
  admin: () => Person,
  product: () => Product,
): Record<string, () => Promise<Answer>> {
  const ask = async (): Promise<string> => {
    const customer = await app().register()
    await verifyEmail(app().shop, customer)
    const body = { lines: [{ productId: product()._id, quantity: 1 }] }
    return (await app().call('POST', '/api/offer', { as: customer, body })).body._id
  }
  return {
    'PUT /api/offer/sample': async () => {
      const line = { productId: product()._id, quantity: 1, price: 0.5 }
      const validUntil = isoDay(app().shop.now() + DAY_MS)
      const body = { lines: [line], validUntil, revision: 1 }
      return app().call('PUT', `/api/offer/${await ask()}`, { as: admin(), body })
    },
    'POST /api/offer/sample/withdraw': async () =>
      app().call('POST', `/api/offer/${await ask()}/withdraw`, {
        as: admin(),
        body: { reason: 'A sample.' },
      }),
  }
}
