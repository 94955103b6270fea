import { randomInt } from 'node:crypto'
import type { Product } from '#features/catalog/schema.ts'
import { emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { auditRecords } from './audit.ts'
import { type Customers, createCustomers, PRODUCTS, summarize } from './customers.ts'
import { type KillableShop, killableShop } from './killable.ts'
import type { Part } from './options.ts'
import { cancel, pick, placeList, type Shopper } from './shopper.ts'

const CUSTOMERS = 40
const ORDERS_OF_CUSTOMER = 4
// Enough for about a third of the orders.
const STOCK = 2000

/** Two processes on one storage, and their customers. */
interface ListsSetup {
  readonly processes: readonly (KillableShop & { readonly shop: RunningShop })[]
  readonly crowd: Customers
  /** Products to audit; each wave adds some. */
  readonly products: Product[]
  /** The times to place an order, when no process is killed. */
  readonly placedWithinMs: number[]
}

/**
 * In each round customers order long lists of the same few products in different sequences at two processes until the
 * stock is out; then again with other products, while one process is killed.
 */
export const lists: Part = async ({ server, rounds }) => {
  await using storage = await emptyStorage(server)
  const environment = { RATE_LIMITS: 'sign-in', LOG_LEVEL: 'error' }
  await using one = await startShop({ storage, environment })
  await using other = await startShop({ storage, environment })
  const shops = [one, other]
  const crowd = await createCustomers(one, CUSTOMERS)
  const processes = shops.map((shop) => ({ shop, ...killableShop(shop) }))
  const setup = { processes, crowd, products: [...crowd.products], placedWithinMs: [] }
  const violations: string[] = []
  for (let round = 0; round < rounds && violations.length === 0; round += 1) {
    violations.push(...(await orderUntilOut(setup)))
    violations.push(...(await orderUntilOut(setup, processes[round % processes.length])))
  }
  for (const shop of shops) {
    const { code } = await shop.stop()
    if (code !== 0) violations.push(`A process ended with ${code}`)
    violations.push(...loggedErrors(shop))
  }
  violations.push(...(await auditRecords(storage, setup.products, crowd.acknowledged)))
  const refused = crowd.acknowledged.orders.filter(({ id }) => !id).length
  return {
    did: `${rounds} kills under ${CUSTOMERS} customers at two processes: ${summarize(crowd.acknowledged)}, ${refused} out of stock`,
    violations,
    figures: `placed or refused within ${Math.max(...setup.placedWithinMs)} ms without a kill`,
  }
}

/** Each error of the log once. */
function loggedErrors(shop: RunningShop): Set<string> {
  const lines = (shop.log().match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line))
  return new Set(lines.map(({ msg, err }) => `An error in the log: ${msg}: ${err?.message}`))
}

/** Customers order lists of new products, more than there are; `killed` is killed meanwhile. Resolves to the errors. */
async function orderUntilOut(setup: ListsSetup, killed?: KillableShop): Promise<string[]> {
  const { processes, crowd, placedWithinMs } = setup
  const { admin, customers, acknowledged } = crowd
  const products: Product[] = []
  for (let count = 0; count < PRODUCTS; count += 1)
    products.push(await pick(processes).shop.addProduct(admin, { quantity: STOCK }))
  setup.products.push(...products)
  const before = acknowledged.orders.length
  let over = false
  const orderAll = customers.map(async (customer) => {
    for (let count = 0; count < ORDERS_OF_CUSTOMER; count += 1) {
      const { shop, retryUntil } = pick(processes)
      const shopper: Shopper = { shop, customer, admin, products, retryUntil, acknowledged }
      const startedAt = performance.now()
      const order = await placeList(shopper)
      if (!killed) placedWithinMs.push(Math.round(performance.now() - startedAt))
      // Pieces also return to the stock meanwhile.
      if (order.id && randomInt(4) === 0) await cancel(shopper, order)
    }
  })
  const ordering = Promise.allSettled(orderAll).finally(() => {
    over = true
  })
  const killing = Promise.allSettled([killed?.killSoon(() => over)])
  const ends = [...(await ordering), ...(await killing)]
  const placed = acknowledged.orders.slice(before).filter(({ id }) => id).length
  const isOut = placed > 0 && placed < customers.length * ORDERS_OF_CUSTOMER
  return [
    ...ends.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
    ...(isOut ? [] : [`${placed} orders were placed: all of them or none`]),
  ]
}
