import type { Product } from '#features/catalog/schema.ts'
import type { Person, ShopCalls } from '#tests/support/customer.ts'
import { ADMIN } from '#tests/support/running-shop.ts'
import {
  type Acknowledged,
  keepShopping,
  nothingAcknowledged,
  type RetryUntil,
  type Shopper,
} from './shopper.ts'

const STOCK = 10_000_000
const PRODUCTS = 3
// Each sign-up costs a slow hash: more at once would only wait for one another.
const AT_ONCE = 8

/** Customers who are signed in, what they can order, and what they were told so far. */
export interface Customers {
  readonly admin: Person
  readonly customers: readonly Person[]
  readonly products: readonly Product[]
  readonly told: Acknowledged
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
  return { admin, customers, products, told: nothingAcknowledged() }
}

/**
 * Lets everybody shop at once while `meanwhile` does its worst. Whoever gets an answer that nobody should get stops
 * the whole; the result is what they say of it.
 */
export async function shopWhile(
  { admin, customers, products, told }: Customers,
  shopFor: (index: number) => Pick<Shopper, 'shop'>['shop'],
  insist: RetryUntil,
  meanwhile: (isOver: () => boolean) => Promise<void>,
): Promise<string[]> {
  let over = false
  const isOver = () => over
  const end = () => {
    over = true
  }
  const everybody = customers.map((customer, index) => {
    const shopper = { shop: shopFor(index), customer, admin, products, insist, told }
    return keepShopping(shopper, isOver).finally(end)
  })
  const ends = await Promise.allSettled([...everybody, meanwhile(isOver).finally(end)])
  return ends.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
}

/** What the customers were told, in a few words. */
export function describe({ orders, reviews }: Acknowledged): string {
  const count = (is: (order: Acknowledged['orders'][number]) => unknown) => orders.filter(is).length
  const paid = count((order) => order.transactionId)
  const cancelled = count((order) => order.isCancelled)
  return `${count((order) => order.id)} orders, ${paid} paid, ${cancelled} cancelled, ${reviews.length} reviews`
}
