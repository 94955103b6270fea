import { partPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { ADMIN, emptyStorage, freePort, startShop } from '../../tests/support/running-shop.ts'
import { benchBehindVarnish } from './behind-varnish.ts'
import { compare, withoutChanges } from './compare.ts'
import { keepDoing } from './keep-asking.ts'
import { SIZES } from './options.ts'
import { LIST } from './pages.ts'
import { onEachDatabase, startBenchShop } from './shops.ts'
import type { Figure } from './table.ts'

const PAGES = 20

/** Five orders a second. */
const ORDER_EVERY_MS = 200

const ASK_EVERY_MS = 5

/** What other pages cost while a part is sold, without and with a cache in front. */
export const benchSelling = async (): Promise<Figure[]> => [
  ...(await benchMemory()),
  ...(await benchRates()),
  ...(await benchBehindVarnish()),
]

/** How many answers of pages that do not show what another process sells come from memory. */
const benchMemory = (): Promise<Figure[]> =>
  onEachDatabase(async (name, server) => {
    await using storage = await emptyStorage(server)
    await using seller = await startBenchShop({ storage, seed: 'demo' })
    const metricsPort = String(await freePort())
    const environment = { LOG_LEVEL: '', METRICS_PORT: metricsPort }
    await using shop = await startShop({ storage, environment })
    const { body } = await shop.call('GET', `/api/product?limit=${PAGES}`)
    const pages = (body as Product[]).map(({ sku }) => shop.url + partPath(sku))
    const sold = await seller.addProduct(await seller.signIn(ADMIN), { quantity: 1_000_000 })
    const customer = await seller.register()
    for (const page of pages) await fetch(page)
    const before = await readSources(metricsPort)
    const selling = keepDoing(() => seller.order(customer, sold), ORDER_EVERY_MS)
    let turn = 0
    const asking = keepDoing(async () => {
      turn += 1
      await (await fetch(pages[turn % pages.length] ?? '')).arrayBuffer()
    }, ASK_EVERY_MS)
    await new Promise((resolve) => setTimeout(resolve, SIZES.seconds * 1000))
    await Promise.all([selling.stop(), asking.stop()])
    const after = await readSources(metricsPort)
    const fromMemory = after.memory - before.memory
    const percent = (fromMemory / (after.all - before.all)) * 100
    const what = `answers from memory of ${PAGES} pages while another process sells, ${name}`
    return [{ what, shop: `${percent.toFixed(1)} %`, goal: '≥ 95 %', isMet: percent >= 95 }]
  })

/** The rates of the list and the home page, which show what another process sells. */
const benchRates = (): Promise<Figure[]> =>
  onEachDatabase(async (name, server) => {
    await using storage = await emptyStorage(server)
    await using seller = await startBenchShop({ storage, seed: 'demo' })
    await using shop = await startBenchShop({ storage })
    const sold = await seller.addProduct(await seller.signIn(ADMIN), { quantity: 1_000_000 })
    const customer = await seller.register()
    const selling = keepDoing(() => seller.order(customer, sold), ORDER_EVERY_MS)
    const brotli = { 'Accept-Encoding': 'br' }
    const figures = [
      withoutChanges(
        await compare(`product list while another process sells, ${name}`, shop.url + LIST, brotli),
      ),
      withoutChanges(await compare(`home page while another process sells, ${name}`, `${shop.url}/`, brotli)),
    ]
    await selling.stop()
    return figures
  })

/** How many public answers there were, and how many of them came from memory. */
async function readSources(port: string): Promise<{ memory: number; all: number }> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const counts = [...metrics.matchAll(/^shop_public_answers_total\{source="([^"]+)"\} (\d+)$/gm)]
  const sumOf = (rows: typeof counts) => rows.reduce((sum, [, , count]) => sum + Number(count), 0)
  return { memory: sumOf(counts.filter(([, source]) => source === 'memory')), all: sumOf(counts) }
}
