import { setTimeout as pause } from 'node:timers/promises'
import { orderDocumentPaths } from '#features/documents/paths.ts'
import type { Order } from '#features/orders/orders.ts'
import { orderOfLines, type Person } from '../../tests/support/customer.ts'
import { saveSettings, TRADE } from '../../tests/support/delivery-shop.ts'
import { ADMIN, emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { percentileOf } from '../figures.ts'
import { keepAsking } from './keep-asking.ts'
import { measureLatency } from './latency.ts'
import { SIZES } from './options.ts'
import { startBenchShop } from './shops.ts'
import { atMost, type Figure, latencyFigure } from './table.ts'

const LINES = 10
const GOAL_MS = 100
const LONGEST_WAIT_MS = 50
/** An invoice is rendered once, with its XML and as PDF/A. */
const INVOICE_GOAL_MS = 600
const INVOICES_PER_SECOND = 5

/** The times of documents of an order, and how long other requests wait meanwhile. */
export async function benchDocuments(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage })
  const admin = await shop.signIn(ADMIN)
  await saveSettings(shop, admin, { ...TRADE, delivery: { ...TRADE.delivery, methods: [] } })
  const customer = await shop.register()
  const order = await placeList(shop, admin, customer)
  const address = shop.url + orderDocumentPaths.confirmation(order._id)
  const headers = { Authorization: `Bearer ${customer.token}` }
  const view = { name: 'confirmation', address: () => address, headers }
  // The first document starts the process.
  await measureLatency(view)
  const list = `${shop.url}/api/product?limit=60`
  const aloneMs = await timesOf(list, () => pause(SIZES.seconds * 1000))
  const others = keepAsking(list)
  const measured = await measureLatency(view)
  const longestMs = (await others.stop()).at(-1) ?? 0
  const floor = (ms = 0) => ({ floor: `${Math.round(ms * 10) / 10} ms` })
  return [
    latencyFigure(`confirmation of ${LINES} lines`, measured, { medianMs: GOAL_MS }),
    {
      ...atMost('longest wait of the product list meanwhile', longestMs, LONGEST_WAIT_MS, 'ms'),
      // Without documents.
      ...floor(aloneMs.at(-1)),
    },
    ...(await benchInvoices(shop, list, { admin, customer, headers })).map((figure, index) =>
      index === 0 ? figure : { ...figure, ...floor(percentileOf(aloneMs, 0.99)) },
    ),
  ]
}

/** Invoices that nobody requested before, so many a second whatever they take. */
async function benchInvoices(
  shop: RunningShop,
  list: string,
  { admin, customer, headers }: { admin: Person; customer: Person; headers: Record<string, string> },
): Promise<Figure[]> {
  const orders: Order[] = []
  for (let count = 0; count < INVOICES_PER_SECOND * SIZES.seconds; count += 1)
    orders.push(await shop.pay(customer, await placeList(shop, admin, customer)))
  const times: number[] = []
  let failed = 0
  const request = async ({ _id }: Order) => {
    const startedMs = performance.now()
    const answer = await fetch(shop.url + orderDocumentPaths.invoice(_id), { headers })
    await answer.arrayBuffer()
    times.push(performance.now() - startedMs)
    if (answer.status !== 200) failed += 1
  }
  const meanwhileMs = await timesOf(list, async () => {
    const requests = []
    for (const order of orders) {
      requests.push(request(order))
      await pause(1000 / INVOICES_PER_SECOND)
    }
    await Promise.all(requests)
  })
  times.sort((one, other) => one - other)
  const measured = { medianMs: percentileOf(times, 0.5), p99Ms: percentileOf(times, 0.99), failed }
  return [
    latencyFigure(`invoice of ${LINES} lines, ${INVOICES_PER_SECOND} a second`, measured, {
      medianMs: INVOICE_GOAL_MS,
    }),
    atMost('p99 of the product list meanwhile', percentileOf(meanwhileMs, 0.99), LONGEST_WAIT_MS, 'ms'),
  ]
}

/** How long requests of an address take while something is done, the shortest first. */
async function timesOf(address: string, act: () => Promise<unknown>): Promise<number[]> {
  const asking = keepAsking(address)
  await act()
  return asking.stop()
}

async function placeList(shop: RunningShop, admin: Person, customer: Person): Promise<Order> {
  const lines = []
  for (let count = 0; count < LINES; count += 1)
    lines.push({ product: await shop.addProduct(admin), quantity: 100 })
  return (await shop.call('POST', '/api/order', { body: orderOfLines(lines), as: customer })).body
}
