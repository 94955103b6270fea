import { setTimeout as pause } from 'node:timers/promises'
import { partPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, freePort, type RunningShop } from '../../tests/support/running-shop.ts'
import { createVarnish, isHit } from '../../tests/support/varnish.ts'
import { percentileOf } from '../figures.ts'
import { compare } from './compare.ts'
import { ASK_EVERY_MS, keepDoing, measuredOf } from './measure.ts'
import { SIZES } from './options.ts'
import { BROTLI, LIST, onEachDatabase, startBenchShop } from './shops.ts'
import { type Figure, shareFigure } from './table.ts'

const PAGES = 20

/** Five orders a second. */
const ORDER_EVERY_MS = 200

/** Everyone has to see a change within this time. */
const SEEN_WITHIN_MS = 2000

/** It was not seen. */
const GIVEN_UP_MS = 10_000

/** What other pages cost while a part is sold, without and with a cache in front. */
export const benchSelling = async (): Promise<Figure[]> => [
  ...(await onEachDatabase(benchMemory)),
  ...(await onEachDatabase(benchRates)),
  ...(await onEachDatabase(benchBehindVarnish)),
]

/** Sells a part all the time, until stopped. */
async function keepSelling(seller: RunningShop, admin: Person) {
  const sold = await seller.addProduct(admin, { quantity: 1_000_000 })
  const customer = await seller.register()
  return { start: () => keepDoing(() => seller.order(customer, sold), ORDER_EVERY_MS) }
}

/** The pages of parts that are not sold, in the memory of whoever answers. */
async function warmPages(shop: RunningShop, origin: string): Promise<string[]> {
  const products: Product[] = (await shop.call('GET', `/api/product?limit=${PAGES}`)).body
  const pages = products.map(({ sku }) => origin + partPath(sku))
  for (const page of pages) await fetch(page)
  return pages
}

/** Visits pages in turn for a while. */
async function visit(pages: readonly string[], see: (answer: Response) => void = () => {}): Promise<void> {
  const asking = keepDoing(async (turn) => {
    const answer = await fetch(pages[turn % pages.length] ?? '')
    await answer.arrayBuffer()
    see(answer)
  }, ASK_EVERY_MS)
  await pause(SIZES.seconds * 1000)
  await asking.stop()
}

/** How many answers of pages that do not show what another process sells come from memory. */
async function benchMemory(name: string, server: string): Promise<Figure[]> {
  await using storage = await emptyStorage(server)
  await using seller = await startBenchShop({ storage, seed: 'demo' })
  const METRICS_PORT = String(await freePort())
  await using shop = await startBenchShop({ storage, environment: { METRICS_PORT, RATE_LIMITS: '' } })
  const sales = await keepSelling(seller, await seller.signIn(ADMIN))
  const pages = await warmPages(shop, shop.url)
  const before = await readSources(METRICS_PORT)
  const selling = sales.start()
  await visit(pages)
  await selling.stop()
  const after = await readSources(METRICS_PORT)
  const share = (after.memory - before.memory) / (after.all - before.all)
  return [shareFigure(`answers from memory of ${PAGES} pages while another process sells, ${name}`, share)]
}

/** How many public answers there were, and how many of them came from memory. */
async function readSources(port: string): Promise<{ memory: number; all: number }> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const counts = [...metrics.matchAll(/^shop_public_answers_total\{source="([^"]+)"\} (\d+)$/gm)]
  const sumOf = (rows: typeof counts) => rows.reduce((sum, [, , count]) => sum + Number(count), 0)
  return { memory: sumOf(counts.filter(([, source]) => source === 'memory')), all: sumOf(counts) }
}

/** The rates of the list and the home page, which show what another process sells. */
async function benchRates(name: string, server: string): Promise<Figure[]> {
  await using storage = await emptyStorage(server)
  await using seller = await startBenchShop({ storage, seed: 'demo' })
  await using shop = await startBenchShop({ storage })
  const selling = (await keepSelling(seller, await seller.signIn(ADMIN))).start()
  const figures = [
    await compare(`product list while another process sells, ${name}`, shop.url + LIST, BROTLI),
    await compare(`home page while another process sells, ${name}`, `${shop.url}/`, BROTLI),
  ]
  await selling.stop()
  return figures
}

/**
 * Behind Varnish, while one of two processes sells a part: how many visits of pages that do not show it are answered by
 * Varnish, and how many changes of other parts are seen there in time.
 */
async function benchBehindVarnish(name: string, server: string): Promise<Figure[]> {
  await using storage = await emptyStorage(server)
  await using varnish = await createVarnish()
  const environment = { CDN_PURGE_URL: varnish.url }
  await using seller = await startBenchShop({ storage, seed: 'demo', environment })
  await using other = await startBenchShop({ storage, environment })
  await varnish.start([seller.port, other.port])
  const admin = await seller.signIn(ADMIN)
  const sales = await keepSelling(seller, admin)
  // What was changed until now is purged.
  await pause(SEEN_WITHIN_MS)
  const pages = await warmPages(other, varnish.url)
  const selling = sales.start()
  let [visits, hits] = [0, 0]
  await visit(pages, (answer) => {
    visits += 1
    if (isHit(answer)) hits += 1
  })
  const { times } = measuredOf(await measureChanges(other, varnish.url, admin), 0)
  await selling.stop()
  const inTime = times.filter((ms) => ms <= SEEN_WITHIN_MS).length
  return [
    shareFigure(
      `answers by Varnish of ${PAGES} pages while a process behind it sells, ${name}`,
      hits / visits,
    ),
    {
      what: `of ${times.length} changes seen behind Varnish within ${SEEN_WITHIN_MS / 1000} s, ${name}`,
      shop: String(inTime),
      p99Ms: Math.round(percentileOf(times, 0.99)),
      goal: `= ${times.length}`,
      isMet: inTime === times.length,
    },
  ]
}

/** After how many ms each change of a price is seen by visitors who ask all the time. */
async function measureChanges(shop: RunningShop, front: string, admin: Person): Promise<number[]> {
  const changeOften = async (): Promise<number[]> => {
    let part = await shop.addProduct(admin)
    const seenMs: number[] = []
    const address = `${front}/api/part/${part.sku}`
    for (let count = 0; count < SIZES.changes / PAGES; count += 1) {
      await (await fetch(address)).text()
      const body = { ...part, attributes: {}, prices: undefined, price: (count + 100) / 100 }
      part = (await shop.call('PUT', `/api/product/${part._id}`, { as: admin, body })).body
      seenMs.push(await seenAfterMs(address, part.price))
    }
    return seenMs
  }
  return (await Promise.all(Array.from({ length: PAGES }, changeOften))).flat()
}

async function seenAfterMs(address: string, price: number): Promise<number> {
  const startedMs = performance.now()
  while (performance.now() - startedMs < GIVEN_UP_MS) {
    const part = (await (await fetch(address)).json()) as Product
    if (part.price === price) break
    await pause(ASK_EVERY_MS)
  }
  return performance.now() - startedMs
}
