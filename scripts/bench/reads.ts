import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { type Comparison, compare, withoutChanges } from './compare.ts'
import { keepDoing } from './keep-asking.ts'
import { measureLatency } from './latency.ts'
import { CATEGORY_PAGE, LIST, PART_PAGE } from './pages.ts'
import { startBenchShop } from './shops.ts'
import { type Figure, latencyFigure } from './table.ts'

const CHANGE_EVERY_MS = 100
const UNCACHED_GOAL_MS = 10

/** Public answers, compared with node:http alone that sends the same bytes and headers. */
export async function benchReads(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  const identity = { 'Accept-Encoding': 'identity' }
  const brotli = { 'Accept-Encoding': 'br' }
  const etag = (await fetch(shop.url + LIST, { headers: brotli })).headers.get('etag') ?? ''
  const figures = [
    withoutChanges(await compare('product list, identity', shop.url + LIST, identity)),
    withoutChanges(await compare('product list, brotli', shop.url + LIST, brotli)),
    withoutChanges(await compare('product list, 304', shop.url + LIST, { ...brotli, 'If-None-Match': etag })),
    withoutChanges(await compare('home page, brotli', `${shop.url}/`, brotli)),
    withoutChanges(await compare('part page, brotli', shop.url + PART_PAGE, brotli)),
    withoutChanges(await compare('category page, brotli', shop.url + CATEGORY_PAGE, brotli)),
    await uncached('part page, not in memory', shop.url + PART_PAGE),
  ]
  const changes = keepChanging(shop, await shop.signIn(ADMIN))
  figures.push(
    withChanges(await compare('product list, identity, changing', shop.url + LIST, identity)),
    withChanges(await compare('product list, brotli, changing', shop.url + LIST, brotli)),
    withChanges(await compare('home page, brotli, changing', `${shop.url}/`, brotli)),
  )
  await changes.stop()
  return figures
}

/** The time of a page that is rendered for each request: each has another parameter, which the page ignores. */
async function uncached(what: string, address: string): Promise<Figure> {
  const measured = await measureLatency({
    name: what,
    address: (turn) => `${address}?turn=${turn}`,
    headers: { 'Accept-Encoding': 'br' },
  })
  return latencyFigure(what, measured, { medianMs: UNCACHED_GOAL_MS })
}

const withChanges = (figure: Comparison): Figure => ({
  ...figure,
  goal: '≥ 0.5, p99 ≤ 20 ms',
  isMet: figure.ratio >= 0.5 && figure.p99Ms <= 20,
})

/** Publishes and archives a product, ten changes a second, until stopped. */
const keepChanging = (shop: RunningShop, admin: Person) =>
  keepDoing(async () => {
    const { _id } = await shop.addProduct(admin)
    await pause(CHANGE_EVERY_MS)
    await shop.call('DELETE', `/api/product/${_id}`, { as: admin })
  }, CHANGE_EVERY_MS)
