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
/** Few enough for the lists of several customers to overlap. */
export const PRODUCTS = 40
// Each sign-up computes a slow hash, so more concurrent ones would not be faster.
const CONCURRENT = 8

/** Signed-in customers, the products that they can order, and the writes that the shop acknowledged. */
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
    const some = Math.min(CONCURRENT, size - customers.length)
    customers.push(...(await Promise.all(Array.from({ length: some }, () => shop.register()))))
  }
  return { admin, customers, products, acknowledged: noAcknowledgedWrites() }
}

/**
 * All customers shop concurrently while `during` runs. The first unexpected answer ends the run. Resolves to a sentence
 * for each error.
 */
export async function shopWhile(
  { admin, customers, products, acknowledged }: Customers,
  shopFor: (index: number) => Pick<Shopper, 'shop'>['shop'],
  retryUntil: RetryUntil,
  during: (isOver: () => boolean) => Promise<void>,
): Promise<string[]> {
  let over = false
  const isOver = () => over
  const end = () => {
    over = true
  }
  const shoppers = customers.map((customer, index) => {
    const shopper = { shop: shopFor(index), customer, admin, products, retryUntil, acknowledged }
    return keepShopping(shopper, isOver).finally(end)
  })
  const ends = await Promise.allSettled([...shoppers, during(isOver).finally(end)])
  return ends.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
}

/** The acknowledged writes as a short text. */
export function summarize({ orders, reviews }: AcknowledgedWrites): string {
  const count = (is: (order: AcknowledgedWrites['orders'][number]) => unknown) => orders.filter(is).length
  const paid = count((order) => order.transactionId)
  const cancelled = count((order) => order.isCancelled)
  return `${count((order) => order.id)} orders, ${paid} paid, ${cancelled} cancelled, ${reviews.length} reviews`
}
