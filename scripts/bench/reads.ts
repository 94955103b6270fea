import { setTimeout as pause } from 'node:timers/promises'
import { ADMIN } from '../../tests/support/running-shop.ts'
import { compare } from './compare.ts'
import { keepDoing, measureLatency } from './measure.ts'
import { BROTLI, CATEGORY_PAGE, LIST, onDemo, PART_PAGE } from './shops.ts'
import { type Figure, latencyFigure } from './table.ts'

const CHANGE_EVERY_MS = 100
const UNCACHED_GOAL_MS = 10

/** Public answers, compared with node:http alone that sends the same bytes and headers. */
export const benchReads = (): Promise<Figure[]> =>
  onDemo(async (shop) => {
    const identity = { 'Accept-Encoding': 'identity' }
    const etag = (await fetch(shop.url + LIST, { headers: BROTLI })).headers.get('etag') ?? ''
    const page = shop.url + PART_PAGE
    // Each request of these has another parameter, which the page ignores.
    const uncached = { address: (turn: number) => `${page}?turn=${turn}`, headers: BROTLI }
    const figures = [
      await compare('product list, identity', shop.url + LIST, identity),
      await compare('product list, brotli', shop.url + LIST, BROTLI),
      await compare('product list, 304', shop.url + LIST, { ...BROTLI, 'If-None-Match': etag }),
      await compare('home page, brotli', `${shop.url}/`, BROTLI),
      await compare('part page, brotli', page, BROTLI),
      await compare('category page, brotli', shop.url + CATEGORY_PAGE, BROTLI),
      latencyFigure('part page, not in memory', await measureLatency(uncached), {
        medianMs: UNCACHED_GOAL_MS,
      }),
    ]
    const admin = await shop.signIn(ADMIN)
    // Publishes and archives a product, ten changes a second.
    const changes = keepDoing(async () => {
      const { _id } = await shop.addProduct(admin)
      await pause(CHANGE_EVERY_MS)
      await shop.call('DELETE', `/api/product/${_id}`, { as: admin })
    }, CHANGE_EVERY_MS)
    figures.push(
      await compare('product list, identity, changing', shop.url + LIST, identity, true),
      await compare('product list, brotli, changing', shop.url + LIST, BROTLI, true),
      await compare('home page, brotli, changing', `${shop.url}/`, BROTLI, true),
    )
    await changes.stop()
    return figures
  })
