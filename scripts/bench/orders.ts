import type { Product } from '#features/catalog/schema.ts'
import { orderFor, orderOfLines, type Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { type Rate, runBenchScript, runLoad } from './measure.ts'
import { SIZES } from './options.ts'
import { onEachDatabase, startBenchShop } from './shops.ts'
import type { Figure } from './table.ts'

const PRODUCTS = 60
/** The share of the floor that orders of so many lines reach. */
const goalOf = (lines: number): number => (lines === 1 ? 0.3 : 0.4)

/** Orders of concurrent customers, compared with transactions of the driver alone that write such rows. */
export function benchOrders(): Promise<Figure[]> {
  return onEachDatabase(async (database, server) => {
    const figures: Figure[] = []
    for (const lines of SIZES.lines)
      for (const customers of SIZES.customers)
        figures.push(await measureOrders(database, server, { customers, lines }))
    return figures
  })
}

async function measureOrders(
  database: string,
  server: string,
  { customers, lines }: { customers: number; lines: number },
): Promise<Figure> {
  await using storage = await emptyStorage(server)
  await using shop = await startBenchShop({ storage })
  const own = await placeOrders(shop, customers, lines)
  await shop.stop()
  const floor = await runFloor(storage.databaseUrl ?? storage.dataDir, customers)
  const ratio = own.perSecond / floor
  return {
    what: `orders of ${lines} ${lines === 1 ? 'line' : 'lines'}, ${database}, ${customers} customers`,
    shop: `${own.perSecond}/s`,
    floor: `${floor}/s`,
    ratio,
    p99Ms: own.p99Ms,
    goal: `≥ ${goalOf(lines)}`,
    isMet: ratio >= goalOf(lines),
    failed: own.failed,
  }
}

async function placeOrders(shop: RunningShop, customers: number, lines: number): Promise<Rate> {
  const orders = await ordersAt(shop, customers, lines)
  // The shop is measured when it is warm: V8 has compiled the code of orders after about 5,000 of them.
  await runLoad({ ...orders, seconds: SIZES.warmUpSeconds })
  return runLoad({ ...orders, seconds: SIZES.seconds })
}

/** The load of that many customers. Each orders all products in turn and begins with a different one. */
export async function ordersAt(shop: RunningShop, customers: number, lines = 1) {
  const admin = await shop.signIn(ADMIN)
  const products: Product[] = []
  for (let count = 0; count < PRODUCTS; count += 1) {
    products.push(await shop.addProduct(admin, { quantity: 1_000_000_000 }))
  }
  const bodies = products.map((product, index) => {
    if (lines === 1) return JSON.stringify(orderFor(product))
    const ordered = [...products, ...products].slice(index, index + lines)
    return JSON.stringify(orderOfLines(ordered.map((product) => ({ product, quantity: 100 }))))
  })
  const people: Person[] = []
  for (let count = 0; count < customers; count += 1) people.push(await shop.register())
  return {
    url: `${shop.url}/api/order`,
    connections: customers,
    bodiesOf: (connection: number) => {
      const first = Math.floor((connection * PRODUCTS) / customers)
      return [...bodies.slice(first), ...bodies.slice(0, first)]
    },
    headersOf: (connection: number) => ({ Authorization: `Bearer ${people[connection % customers]?.token}` }),
  } as const
}

/** Orders per second of the driver alone, in the database of a stopped shop. */
async function runFloor(where: string, customers: number): Promise<number> {
  const { line } = await runBenchScript('floor-orders.ts', where, String(customers), String(SIZES.seconds))
  return Number(line)
}
