import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orderFor, type Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { onEachDatabase } from './databases.ts'
import { load, type Rate, runScript } from './measure.ts'
import { SIZES } from './sizes.ts'
import type { Figure } from './table.ts'

const GOAL = 0.4

/** Orders by customers at once, against the bare driver's transaction with rows like theirs. */
export function benchOrders(): Promise<Figure[]> {
  return onEachDatabase(async (database, server) => {
    const figures: Figure[] = []
    for (const customers of SIZES.customers) figures.push(await measureOrders(database, server, customers))
    return figures
  })
}

async function measureOrders(database: string, server: string, customers: number): Promise<Figure> {
  await using storage = await emptyStorage(server)
  await using shop = await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } })
  const own = await placeOrders(shop, customers)
  const floor = await runFloor(storage.databaseUrl, customers)
  const ratio = own.perSecond / floor
  return {
    what: `orders, ${database}, ${customers} customers`,
    shop: `${own.perSecond}/s`,
    floor: `${floor}/s`,
    ratio,
    p99Ms: own.p99Ms,
    goal: `≥ ${GOAL}`,
    isMet: ratio >= GOAL,
    failed: own.failed,
  }
}

async function placeOrders(shop: RunningShop, customers: number): Promise<Rate> {
  const orders = await ordersAt(shop, customers)
  // The shop is measured once it is warm: V8 has compiled what orders run after some 5,000 of them.
  await load({ ...orders, seconds: SIZES.warmingSeconds })
  return load({ ...orders, seconds: SIZES.seconds })
}

/** The load of that many customers who order the same product. */
export async function ordersAt(shop: RunningShop, customers: number) {
  const product = await shop.addProduct(await shop.signIn(ADMIN), { quantity: 1_000_000_000 })
  const people: Person[] = []
  for (let count = 0; count < customers; count += 1) people.push(await shop.register())
  return {
    url: `${shop.url}/api/order`,
    connections: customers,
    method: 'POST',
    body: JSON.stringify(orderFor(product)),
    headersOf: (connection: number) => ({ Authorization: `Bearer ${people[connection % customers]?.token}` }),
  } as const
}

/** Orders per second of the bare driver: on the same PostgreSQL database, or in a SQLite file of its own. */
async function runFloor(databaseUrl: string | undefined, customers: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'))
  const { line } = await runScript(
    'floor-orders.ts',
    databaseUrl ?? folder,
    String(customers),
    String(SIZES.seconds),
  )
  rmSync(folder, { recursive: true })
  return Number(line)
}
