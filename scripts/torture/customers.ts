import type { Product } from '#features/catalog/schema.ts'
import type { Person, ShopCalls } from '#tests/support/customer.ts'
import { ADMIN } from '#tests/support/running-shop.ts'
import {
  type AcknowledgedWrites,
  keepShopping,
  noAcknowledgedWrites,
  type RetryUntil,
  type Shopper,
} from './shopper.ts'

const STOCK = 10_000_000
const PRODUCTS = 3
// Each sign-up computes a slow hash, so more at once would not be faster.
const AT_ONCE = 8

/** Customers who are signed in, what they can order, and what they were told so far. */
export interface Customers {
  readonly admin: Person
  readonly customers: readonly Person[]
  readonly products: readonly Product[]
  readonly acknowledged: AcknowledgedWrites
}

export async function createCustomers(shop: ShopCalls, size: number): Promise<Customers> {
  const admin = await shop.signIn(ADMIN)
  const products: Product[] = []
  for (let count = 0; count < PRODUCTS; count += 1) {
    products.push(await shop.addProduct(admin, { quantity: STOCK }))
  }
  const customers: Person[] = []
  while (customers.length < size) {
    const some = Math.min(AT_ONCE, size - customers.length)
    customers.push(...(await Promise.all(Array.from({ length: some }, () => shop.register()))))
  }
  return { admin, customers, products, acknowledged: noAcknowledgedWrites() }
}

/**
 * Lets all customers shop at once while `meanwhile` runs. The first unexpected answer ends the run. Resolves to a
 * sentence for each error.
 */
export async function shopWhile(
  { admin, customers, products, acknowledged }: Customers,
  shopFor: (index: number) => Pick<Shopper, 'shop'>['shop'],
  retryUntil: RetryUntil,
  meanwhile: (isOver: () => boolean) => Promise<void>,
): Promise<string[]> {
  let over = false
  const isOver = () => over
  const end = () => {
    over = true
  }
  const everybody = customers.map((customer, index) => {
    const shopper = { shop: shopFor(index), customer, admin, products, retryUntil, acknowledged }
    return keepShopping(shopper, isOver).finally(end)
  })
  const ends = await Promise.allSettled([...everybody, meanwhile(isOver).finally(end)])
  return ends.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
}

/** The writes that the customers got answers for, in a few words. */
export function summarize({ orders, reviews }: AcknowledgedWrites): string {
  const count = (is: (order: AcknowledgedWrites['orders'][number]) => unknown) => orders.filter(is).length
  const paid = count((order) => order.transactionId)
  const cancelled = count((order) => order.isCancelled)
  return `${count((order) => order.id)} orders, ${paid} paid, ${cancelled} cancelled, ${reviews.length} reviews`
}
