import { csvLine } from '#kit/csv/csv-line.ts'
import type { Db } from '#kit/db/db.ts'
import type { Person } from '../../tests/support/customer.ts'
import { saveSettings, TRADE } from '../../tests/support/delivery-shop.ts'
import { ADMIN, type RunningShop } from '../../tests/support/running-shop.ts'
import { fillCatalogue, fillShop } from './fill-in-bulk.ts'
import { compareEnds, keepAsking, keepDoing, measureLatency, watchMemory } from './measure.ts'
import { SIZES } from './options.ts'
import { bearerOf, counted, onEachFilled, startBenchShop } from './shops.ts'
import { atMost, type Figure, latencyFigure } from './table.ts'

const { products: ROWS } = SIZES

const LINES = 200
const UNKNOWN_LINES = 500

/** A list whose part numbers are all misspelt costs a search for each of the first ones. */
const UNKNOWN_REQUESTS = 30

/** Every quote fits a rate of each method. */
const DELIVERED = {
  ...TRADE,
  delivery: {
    ...TRADE.delivery,
    methods: TRADE.delivery.methods.map((method) => ({ ...method, rates: [{ uptoKg: 100_000, price: 50 }] })),
  },
}

/** Quotes of long lists, one request after another. */
export const benchLists = (): Promise<Figure[]> =>
  onEachFilled(fillUnsorted, async ({ database, shop, admin, filled: skus }) => {
    await saveSettings(shop, admin, DELIVERED)
    const figures: Figure[] = []
    const measure = async (
      name: string,
      count: number,
      bodyOf: (skus: readonly string[]) => object,
      { limit = 20, requests = SIZES.requests } = {},
    ): Promise<void> => {
      const partsAt = (turn: number) =>
        Array.from({ length: count }, (_, index) => skus[(turn * count + index) % skus.length] ?? '')
      const measured = await measureLatency({
        address: () => `${shop.url}/api/quote`,
        body: (turn) => JSON.stringify(bodyOf(partsAt(turn))),
        requests,
      })
      const what = `quote of ${name}, ${counted(ROWS)} products, ${database}`
      figures.push(latencyFigure(what, measured, { medianMs: limit }))
    }
    const linesOf = (parts: readonly string[]) => ({ lines: parts.map((sku) => ({ sku, quantity: 200 })) })
    const textOf = (lines: readonly string[]) => ({ text: lines.join('\n') })
    const to = { deliverTo: { country: 'FR', postcode: '69002' }, vatId: 'FR40303265045' }
    await measure(`${LINES} lines`, LINES, linesOf)
    await measure(`${LINES} lines with delivery and tax`, LINES, (parts) => ({ ...linesOf(parts), ...to }))
    await measure(`a text of ${LINES} lines`, LINES, (parts) =>
      textOf(parts.map((sku) => `${sku}\tSample part\t1,000 pcs`)),
    )
    const unknown = (parts: readonly string[]) => textOf(parts.map((sku) => `${sku}9 200`))
    const slow = { limit: 200, requests: Math.min(SIZES.requests, UNKNOWN_REQUESTS) }
    await measure(`a text of ${UNKNOWN_LINES} unknown lines`, UNKNOWN_LINES, unknown, slow)
    return figures
  })

/** Resolves to the part numbers in a sequence that no index has. */
async function fillUnsorted(db: Db): Promise<string[]> {
  await fillCatalogue(db, ROWS)
  const rows = db.selectFrom('products').select('sku').orderBy('quantity').orderBy('name')
  return (await rows.execute()).map(({ sku }) => sku)
}

const GOAL_S = 20
const GOAL_MB = 300
const GOAL_P99_MS = 50
/** Longer than a batch of an import on either database, and the write itself. */
const GOAL_WRITE_P99_MS = 100
const SAMPLE_EVERY_MS = 100
const WRITE_EVERY_MS = 100

/**
 * A price list of all products: read, applied and undone. Meanwhile the product list is requested, also of a second process,
 * in which a customer changes a cart: a write that waits for the import must not keep that process from answering.
 */
export const benchImports = (): Promise<Figure[]> =>
  onEachFilled(fillWithFile, async ({ database, shop, storage, admin, filled: file }) => {
    await using second = await startBenchShop({ storage })
    const memory = watchMemory(shop, SAMPLE_EVERY_MS)
    const lists = [shop, second].map(({ url }) => keepAsking(`${url}/api/product`))
    const carts = await keepWriting(second)
    const figures: Figure[] = []
    const time = async (what: string, path: string, body?: string): Promise<string> => {
      const headers = { ...bearerOf(admin), ...(body && { 'Content-Type': 'text/csv' }) }
      const startedMs = performance.now()
      const answer = await fetch(shop.url + path, { method: 'POST', headers, ...(body && { body }) })
      const { _id } = (await answer.json()) as { _id: string }
      const seconds = (performance.now() - startedMs) / 1000
      const failed = answer.ok ? 0 : 1
      figures.push(
        atMost(`import ${what}, ${counted(ROWS)} rows, ${database}`, seconds, GOAL_S, 's', { failed }),
      )
      return _id
    }
    const id = await time('read and compared', '/api/import', file)
    await time('applied', `/api/import/${id}/apply`)
    await time('undone', `/api/import/${id}/undo`)
    const [own, other, writes] = await Promise.all([...lists, carts].map((each) => each.stop()))
    const p99 = (what: string, ms = Number.NaN, goal = GOAL_P99_MS) =>
      atMost(`${what}, ${database}`, ms, goal, 'ms')
    return [
      ...figures,
      atMost(`memory during the import, ${database}`, Math.max(...memory.stop()), GOAL_MB, 'MB'),
      p99('p99 of the product list during the import', own?.p99Ms),
      p99('the same in a second process', other?.p99Ms),
      { ...p99('p99 of changing a cart there', writes?.p99Ms, GOAL_WRITE_P99_MS), failed: carts.failed() },
    ]
  })

/** Resolves to an export of the filled products in which every price is another one. */
async function fillWithFile(db: Db): Promise<string> {
  await fillCatalogue(db, ROWS)
  const columns = ['sku', 'name', 'price_e4', 'quantity', 'description', 'image'] as const
  const products = await db.selectFrom('products').select(columns).execute()
  const lines = products.map(({ sku, name, price_e4, quantity, description, image }) =>
    csvLine([sku, name, (price_e4 + 1) / 10_000, quantity, description, image]),
  )
  return csvLine(['sku', 'name', 'price', 'quantity', 'description', 'image']) + lines.join('')
}

/** Changes the cart of a customer again and again until stopped. */
async function keepWriting(shop: RunningShop) {
  const as = await shop.register()
  const [product] = (await shop.call('GET', '/api/product?limit=1')).body
  let failed = 0
  const writing = keepDoing(async (turn) => {
    const body = { lines: [{ productId: product._id, quantity: 100 + turn }] }
    if ((await shop.call('PUT', '/api/cart', { as, body })).status !== 200) failed += 1
  }, WRITE_EVERY_MS)
  return { stop: writing.stop, failed: () => failed }
}

const EXPORTS = { orders: '/api/orders.csv', products: '/api/product.csv' }
const EXPORT_SAMPLE_EVERY_MS = 10
const LINE_END = 10

/** The files of all orders and of all products, and the memory of the shop while it sends them. */
export const benchExports = (): Promise<Figure[]> =>
  onEachFilled(
    (db, customers) => fillShop(db, { products: ROWS, orders: ROWS }, customers),
    async ({ database, shop }) => {
      const figures: Figure[] = []
      for (const [what, path] of Object.entries(EXPORTS)) {
        // A new process, so that no other export has made its memory large.
        await shop.stop()
        await shop.restart()
        const name = `export of ${counted(ROWS)} ${what}, ${database}`
        figures.push(...(await measureExport(shop, await shop.signIn(ADMIN), name, path)))
      }
      return figures
    },
  )

async function measureExport(shop: RunningShop, as: Person, name: string, path: string): Promise<Figure[]> {
  const memory = watchMemory(shop, EXPORT_SAMPLE_EVERY_MS)
  const startedMs = performance.now()
  const answer = await fetch(shop.url + path, { headers: bearerOf(as) })
  // The body is never whole in memory. The lines of the filled rows have no line end within.
  let [bytes, lines] = [0, 0]
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === LINE_END) lines += 1
  }
  const seconds = (performance.now() - startedMs) / 1000
  const samples = memory.stop()
  return [
    atMost(name, seconds, GOAL_S, 's', {
      shop: `${seconds.toFixed(1)} s, ${(bytes / 1_000_000).toFixed(1)} MB`,
      // Behind the header is a line for each row.
      failed: answer.ok ? Math.abs(ROWS - (lines - 1)) : ROWS,
    }),
    compareEnds(`memory at the end of the ${name}, against its second fifth`, samples),
  ]
}
