import type { Product } from '#features/catalog/schema.ts'
import type { Person, ShopCalls } from '#tests/support/customer.ts'
import { ADMIN, type RunningShop, type Storage, startShop } from '#tests/support/running-shop.ts'
import { auditRecords } from './audit.ts'
import { type AcknowledgedWrites, keepShopping, noAcknowledgedWrites, type RetryUntil } from './shopper.ts'

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

/** How customers make their calls, and what happens to the shop meanwhile. */
interface Run {
  readonly retryUntil: RetryUntil
  readonly during: (isOver: () => boolean) => Promise<void>
}

/**
 * All customers shop concurrently while `during` runs. The first unexpected answer ends the run. Resolves to a sentence
 * for each error.
 */
export async function shopWhile(
  shop: ShopCalls,
  { admin, customers, products, acknowledged }: Customers,
  { retryUntil, during }: Run,
): Promise<string[]> {
  let over = false
  const isOver = () => over
  const end = () => {
    over = true
  }
  const shoppers = customers.map((customer) =>
    keepShopping({ shop, customer, admin, products, retryUntil, acknowledged }, isOver).finally(end),
  )
  const ends = await Promise.allSettled([...shoppers, during(isOver).finally(end)])
  return ends.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
}

/** So many customers use one shop; then it is stopped and its records are audited. */
export async function runCustomers(
  storage: Storage,
  size: number,
  runOf: (shop: RunningShop, crowd: Customers) => Run,
): Promise<{ readonly summary: string; readonly violations: readonly string[] }> {
  await using shop = await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } })
  const crowd = await createCustomers(shop, size)
  const violations = await shopWhile(shop, crowd, runOf(shop, crowd))
  const { code } = await shop.stop()
  if (code !== 0) violations.push(`The shop ended with ${code}:\n${shop.log()}`)
  violations.push(...(await auditRecords(storage, crowd.products, crowd.acknowledged)))
  return { summary: summarize(crowd.acknowledged), violations }
}

/** The acknowledged writes as a short text. */
export function summarize({ orders, reviews }: AcknowledgedWrites): string {
  const count = (is: (order: AcknowledgedWrites['orders'][number]) => unknown) => orders.filter(is).length
  const paid = count((order) => order.transactionId)
  const cancelled = count((order) => order.isCancelled)
  return `${count((order) => order.id)} orders, ${paid} paid, ${cancelled} cancelled, ${reviews.length} reviews`
}
