import type { Product } from '#features/catalog/schema.ts'
import { orderFor, orderOfLines, type Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { compareEnds, runBenchScript, runLoad, watchMemory } from './measure.ts'
import { SIZES } from './options.ts'
import { bearerOf, LIST, onDemo, onEachDatabase, startBenchShop } from './shops.ts'
import { type Figure, rateFigure } from './table.ts'

const PRODUCTS = 60

const ENDURANCE = { customers: 8, ordersPerSecond: 100, readsPerSecond: 500 }

/** Orders of concurrent customers, compared with transactions of the driver alone that write such rows. */
export const benchOrders = (): Promise<Figure[]> =>
  onEachDatabase(async (database, server) => {
    const figures: Figure[] = []
    for (const lines of SIZES.lines)
      for (const customers of SIZES.customers) {
        const what = `orders of ${lines} ${lines === 1 ? 'line' : 'lines'}, ${database}, ${customers} customers`
        figures.push(await measureOrders(what, server, customers, lines))
      }
    return figures
  })

async function measureOrders(
  what: string,
  server: string,
  customers: number,
  lines: number,
): Promise<Figure> {
  await using storage = await emptyStorage(server)
  await using shop = await startBenchShop({ storage })
  const orders = await ordersAt(shop, customers, lines)
  // The shop is measured when it is warm: V8 has compiled the code of orders after about 5,000 of them.
  await runLoad({ ...orders, seconds: SIZES.warmUpSeconds })
  const own = await runLoad({ ...orders, seconds: SIZES.seconds })
  await shop.stop()
  const place = storage.databaseUrl ?? storage.dataDir
  const { line } = await runBenchScript('floor-orders.ts', [place, `${customers}`, `${SIZES.seconds}`])
  const perSecond = Number(line)
  const least = lines === 1 ? 0.3 : 0.4
  return rateFigure(what, own, { perSecond }, { ratio: own.perSecond / perSecond, least })
}

/** The load of that many customers. Each orders all products in turn and begins with a different one. */
async function ordersAt(shop: RunningShop, customers: number, lines = 1) {
  const admin = await shop.signIn(ADMIN)
  const products: Product[] = []
  for (let count = 0; count < PRODUCTS; count += 1)
    products.push(await shop.addProduct(admin, { quantity: 1_000_000_000 }))
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
    headersOf: (connection: number) => bearerOf(people[connection % customers] as Person),
  }
}

/** Memory during ten minutes of reads and orders: it must not grow after the warm-up. */
export const benchEndurance = (): Promise<Figure[]> =>
  onDemo(async (shop) => {
    const { customers, ordersPerSecond, readsPerSecond } = ENDURANCE
    const orders = await ordersAt(shop, customers)
    const memory = watchMemory(shop, SIZES.sampleEveryMs)
    const seconds = SIZES.minutes * 60
    const read = (path: string) =>
      runLoad({ url: shop.url + path, connections: customers, seconds, perSecond: readsPerSecond })
    const rates = await Promise.all([
      runLoad({ ...orders, seconds, perSecond: ordersPerSecond }),
      read('/'),
      read(LIST),
    ])
    const what = `memory at the end of ${SIZES.minutes} minutes, against their second fifth`
    const failed = rates.reduce((sum, rate) => sum + rate.failed, 0)
    return [{ ...compareEnds(what, memory.stop()), failed }]
  })
