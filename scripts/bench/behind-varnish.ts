import { partPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { Person } from '../../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { createVarnish, isHit } from '../../tests/support/varnish.ts'
import { keepDoing } from './keep-asking.ts'
import { SIZES } from './options.ts'
import { onEachDatabase } from './shops.ts'
import type { Figure } from './table.ts'

const PAGES = 20

/** Five orders a second. */
const ORDER_EVERY_MS = 200

const ASK_EVERY_MS = 5

/** Everyone has to see a change within this time. */
const SEEN_WITHIN_MS = 2000

/** It was not seen. */
const GIVEN_UP_MS = 10_000

/**
 * Behind Varnish, while one of two processes sells a part: how many visits of pages that do not show it are answered by
 * Varnish, and how many changes of other parts are seen there in time.
 */
export const benchBehindVarnish = (): Promise<Figure[]> =>
  onEachDatabase(async (name, server) => {
    await using storage = await emptyStorage(server)
    await using varnish = await createVarnish()
    const environment = { LOG_LEVEL: '', RATE_LIMITS: 'sign-in', CDN_PURGE_URL: varnish.url }
    await using seller = await startShop({ storage, seed: 'demo', environment })
    await using other = await startShop({ storage, environment })
    await varnish.start([seller.port, other.port])
    const { body } = await other.call('GET', `/api/product?limit=${PAGES}`)
    const pages = (body as Product[]).map(({ sku }) => varnish.url + partPath(sku))
    const admin = await seller.signIn(ADMIN)
    const sold = await seller.addProduct(admin, { quantity: 1_000_000 })
    const customer = await seller.register()
    // What was changed until now is purged.
    await new Promise((resolve) => setTimeout(resolve, SEEN_WITHIN_MS))
    for (const page of pages) await fetch(page)
    const selling = keepDoing(() => seller.order(customer, sold), ORDER_EVERY_MS)
    const percent = await measureHits(pages)
    const seenMs = await measureChanges(other, varnish.url, admin)
    await selling.stop()
    const inTime = seenMs.filter((ms) => ms <= SEEN_WITHIN_MS).length
    return [
      {
        what: `answers by Varnish of ${PAGES} pages while a process behind it sells, ${name}`,
        shop: `${percent.toFixed(1)} %`,
        goal: '≥ 95 %',
        isMet: percent >= 95,
      },
      {
        what: `of ${seenMs.length} changes seen behind Varnish within ${SEEN_WITHIN_MS / 1000} s, ${name}`,
        shop: String(inTime),
        p99Ms: Math.round(seenMs.toSorted((a, b) => a - b)[Math.floor(seenMs.length * 0.99)] ?? 0),
        goal: `= ${seenMs.length}`,
        isMet: inTime === seenMs.length,
      },
    ]
  })

/** How many percent of visits are answered by Varnish. */
async function measureHits(pages: readonly string[]): Promise<number> {
  let [turn, hits] = [0, 0]
  const asking = keepDoing(async () => {
    turn += 1
    const response = await fetch(pages[turn % pages.length] ?? '')
    await response.arrayBuffer()
    if (isHit(response)) hits += 1
  }, ASK_EVERY_MS)
  await new Promise((resolve) => setTimeout(resolve, SIZES.seconds * 1000))
  await asking.stop()
  return (hits / turn) * 100
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
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
  return performance.now() - startedMs
}
