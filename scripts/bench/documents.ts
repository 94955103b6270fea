import { setTimeout as pause } from 'node:timers/promises'
import { orderDocumentPaths } from '#features/documents/paths.ts'
import type { Order } from '#features/orders/orders.ts'
import { orderOfLines, type Person } from '../../tests/support/customer.ts'
import { saveSettings, TRADE } from '../../tests/support/delivery-shop.ts'
import { ADMIN, emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { keepAsking, type Measured, measuredOf, measureLatency } from './measure.ts'
import { SIZES } from './options.ts'
import { bearerOf, LIST, startBenchShop } from './shops.ts'
import { atMost, type Figure, latencyFigure, rounded } from './table.ts'

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
  const address = shop.url + orderDocumentPaths.confirmation((await placeList(shop, admin, customer))._id)
  const view = { address: () => address, headers: bearerOf(customer) }
  // The first document starts the process.
  await measureLatency(view)
  const alone = await waitsDuring(shop, () => pause(SIZES.seconds * 1000))
  const confirmed = await waitsDuring(shop, () => measureLatency(view))
  const orders: Order[] = []
  for (let count = 0; count < INVOICES_PER_SECOND * SIZES.seconds; count += 1)
    orders.push(await shop.pay(customer, await placeList(shop, admin, customer)))
  const invoiced = await waitsDuring(shop, () => requestInvoices(shop, orders, customer))
  // Without documents.
  const floor = (ms = 0) => ({ floor: `${rounded(ms)} ms` })
  const invoices = `invoice of ${LINES} lines, ${INVOICES_PER_SECOND} a second`
  return [
    latencyFigure(`confirmation of ${LINES} lines`, confirmed.done, { medianMs: GOAL_MS }),
    atMost('longest wait of the product list meanwhile', longestOf(confirmed.waits), LONGEST_WAIT_MS, 'ms', {
      ...floor(longestOf(alone.waits)),
    }),
    latencyFigure(invoices, invoiced.done, { medianMs: INVOICE_GOAL_MS }),
    atMost('p99 of the product list meanwhile', invoiced.waits.p99Ms, LONGEST_WAIT_MS, 'ms', {
      ...floor(alone.waits.p99Ms),
    }),
  ]
}

const longestOf = ({ times }: Measured): number => times.at(-1) ?? 0

/** How long requests of the list take while something is done. */
async function waitsDuring<Done>(shop: RunningShop, act: () => Promise<Done>) {
  const asking = keepAsking(shop.url + LIST)
  const done = await act()
  return { done, waits: await asking.stop() }
}

/** Invoices that nobody requested before, so many a second whatever they take. */
async function requestInvoices(
  shop: RunningShop,
  orders: readonly Order[],
  customer: Person,
): Promise<Measured> {
  const times: number[] = []
  let failed = 0
  const requests: Promise<void>[] = []
  const request = async ({ _id }: Order): Promise<void> => {
    const startedMs = performance.now()
    const answer = await fetch(shop.url + orderDocumentPaths.invoice(_id), { headers: bearerOf(customer) })
    await answer.arrayBuffer()
    times.push(performance.now() - startedMs)
    if (answer.status !== 200) failed += 1
  }
  for (const order of orders) {
    requests.push(request(order))
    await pause(1000 / INVOICES_PER_SECOND)
  }
  await Promise.all(requests)
  return measuredOf(times, failed)
}

async function placeList(shop: RunningShop, admin: Person, customer: Person): Promise<Order> {
  const lines = []
  for (let count = 0; count < LINES; count += 1)
    lines.push({ product: await shop.addProduct(admin), quantity: 100 })
  return (await shop.call('POST', '/api/order', { body: orderOfLines(lines), as: customer })).body
}
