import { expect } from 'vitest'
import type { Settings } from '#features/settings/schema.ts'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { productAt } from './steps.ts'

/** Puts so many parts into the customer's cart. */
export async function fillCart(shop: RunningShop, customer: Person, count: number): Promise<void> {
  const parts = await Promise.all(Array.from({ length: count }, (_, index) => productAt(shop, index)))
  const lines = parts.map(({ _id }) => ({ productId: _id, quantity: 100 }))
  expect((await shop.call('PUT', '/api/cart', { body: { lines }, as: customer })).status).toBe(200)
}

export const ordersOf = async (shop: RunningShop, customer: Person) =>
  (await shop.call('GET', '/api/myorders', { as: customer })).body

/** Changes the settings of the shop until disposal. */
export async function changeSettings(
  shop: RunningShop,
  admin: Person,
  change: (settings: Settings) => Settings,
) {
  const { body: before } = await shop.call('GET', '/api/settings', { as: admin })
  const put = async (body: Settings) => {
    const { revision } = (await shop.call('GET', '/api/settings', { as: admin })).body
    const answer = await shop.call('PUT', '/api/settings', { body: { ...body, revision }, as: admin })
    expect([answer.status, answer.body.detail]).toEqual([200, undefined])
  }
  await put(change(before))
  return { put, [Symbol.asyncDispose]: () => put(before) }
}

/** The settings with other methods of delivery. */
export const withMethods = (
  settings: Settings,
  change: (methods: Settings['delivery']['methods']) => Settings['delivery']['methods'],
): Settings => ({
  ...settings,
  delivery: { ...settings.delivery, methods: change(settings.delivery.methods) },
})
