import { setTimeout as pause } from 'node:timers/promises'
import { orderDocumentPaths } from '#features/documents/paths.ts'
import { orderOfLines, type Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { keepAsking } from './keep-asking.ts'
import { measureLatency } from './latency.ts'
import { SIZES } from './options.ts'
import { startBenchShop } from './shops.ts'
import { atMost, type Figure, latencyFigure } from './table.ts'

const LINES = 10
const GOAL_MS = 100
const LONGEST_WAIT_MS = 50

/** The time of a document of an order, and the longest wait of another request meanwhile. */
export async function benchDocuments(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage })
  const customer = await shop.register()
  const address = shop.url + orderDocumentPaths.confirmation(await placeList(shop, customer))
  const view = {
    name: 'confirmation',
    address: () => address,
    headers: { Authorization: `Bearer ${customer.token}` },
  }
  // The first document starts the process.
  await measureLatency(view)
  const list = `${shop.url}/api/product?limit=60`
  const alone = keepAsking(list)
  await pause(SIZES.seconds * 1000)
  const aloneMs = (await alone.stop()).at(-1) ?? 0
  const others = keepAsking(list)
  const measured = await measureLatency(view)
  const longestMs = (await others.stop()).at(-1) ?? 0
  return [
    latencyFigure(`confirmation of ${LINES} lines`, measured, { medianMs: GOAL_MS }),
    {
      ...atMost('longest wait of the product list meanwhile', longestMs, LONGEST_WAIT_MS, 'ms'),
      // Without documents.
      floor: `${Math.round(aloneMs * 10) / 10} ms`,
    },
  ]
}

async function placeList(shop: RunningShop, customer: Person): Promise<string> {
  const admin = await shop.signIn(ADMIN)
  const lines = []
  for (let count = 0; count < LINES; count += 1)
    lines.push({ product: await shop.addProduct(admin), quantity: 100 })
  const { body } = await shop.call('POST', '/api/order', { body: orderOfLines(lines), as: customer })
  return body._id
}
