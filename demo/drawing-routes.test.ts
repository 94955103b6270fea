import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createModelFiles } from '#features/models/models.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { drawingRoutes } from './drawing-routes.ts'
import { seedDemo } from './seed.ts'

let shop: TestShop
const opened: ReturnType<typeof createModelFiles>[] = []
beforeAll(async () => {
  shop = await createTestShop()
  await seedDemo(shop, 'catalogue')
})
afterAll(async () => {
  for (const models of opened) await models.close()
  await shop[Symbol.asyncDispose]()
})

/** The drawings as one process of the shop answers them. */
function openProcess() {
  const models = createModelFiles(shop)
  opened.push(models)
  const routes = drawingRoutes(shop, models)
  return async (sku: string, search = '', known?: string) => {
    const headers: HeadersInit = known === undefined ? {} : { 'If-None-Match': known }
    const response = await routes.request(`/drawings/${sku}.svg${search}`, { headers })
    const svg = await response.text()
    const [, title] = /<title>([^<]*)</.exec(svg) ?? []
    const [cached, tag] = ['Cache-Control', 'ETag'].map((name) => response.headers.get(name) ?? undefined)
    return { status: response.status, title, cached, tag, svg }
  }
}

const drawings = async (): Promise<number> =>
  (await shop.db.selectFrom('model_files').select('geometry').execute()).length

/** On a busy computer it takes longer than one waits. */
const openedDrawing = (ask: ReturnType<typeof openProcess>, sku: string, known?: string) =>
  vi.waitFor(
    async () => {
      const answer = await ask(sku, '?opened', known)
      expect(answer.cached).toBe(ASKED_AGAIN)
      return answer
    },
    { timeout: 60_000, interval: 20 },
  )

const DAY = 'public, max-age=86400'
const ASKED_AGAIN = 'public, no-cache'
const NOT_KEPT = 'no-store'

test('a drawing is sent compressed to who can read that, and an unknown one is not found', async () => {
  const models = createModelFiles(shop)
  const routes = drawingRoutes(shop, models)
  const ask = async (sku: string, encoding = 'identity') => {
    const headers = { 'Accept-Encoding': encoding }
    const answer = await routes.request(`/drawings/${sku}.svg`, { headers })
    const encoded = answer.headers.get('Content-Encoding')
    return { status: answer.status, encoded, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const plain = await ask('HX-933-M8-40')
  expect([plain.status, plain.encoded]).toEqual([200, null])
  expect(plain.bytes.toString()).toContain('<svg')
  const packed = await ask('HX-933-M8-40', 'br, gzip')
  const unpack = packed.encoded === 'br' ? brotliDecompressSync : gunzipSync
  expect(unpack(packed.bytes)).toEqual(plain.bytes)
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
  for (const sku of ['NO-PART', 'HX-NO-PART']) expect((await ask(sku)).status).toBe(404)
})

test('of 60 parts of a list four are drawn, the others show a part of their kind, and each its own drawing later', async () => {
  const ask = openProcess()
  const skus = [10, 12, 16, 20, 25, 30, 35, 40, 45, 50, 55, 60].flatMap((length) =>
    ['M5', 'M6', 'M8', 'M10', 'M12'].map((thread) => `SC-4762-${thread}-${length}-129`),
  )
  const known = new Set(
    (await shop.db.selectFrom('products').select('sku').where('sku', 'in', skus).execute()).map(
      ({ sku }) => sku,
    ),
  )
  const answers = await Promise.all([...known].map((sku) => ask(sku)))
  expect(answers.length).toBeGreaterThan(40)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const standIns = answers.filter(({ cached }) => cached === NOT_KEPT)
  expect(standIns.length).toBeGreaterThanOrEqual(answers.length - 4)
  // Of another size, which it does not say.
  const { svg: similar } = await ask('SC-912-M6-20')
  const hidden = similar.replace(/<title>.*<style>/, '<title>A similar part</title><style>.d{display:none}')
  for (const { svg } of standIns) expect(svg).toBe(hidden)
  await vi.waitFor(async () => expect(await drawings()).toBe(4), { timeout: 60_000, interval: 100 })

  const own = await openedDrawing(ask, 'SC-4762-M8-40-129')
  expect(own.title).toBe('Socket head cap screw M8 × 40, ISO 4762, 12.9 black')
  expect(own.svg).toContain('>40<')
})

test('a list does not wait, and who opens a part gets its drawing before those of the list', async () => {
  const ask = openProcess()
  const before = await drawings()
  const listed = await Promise.all([20, 25, 30, 35, 45, 50].map((length) => ask(`HX-4017-M10-${length}-88`)))
  expect(new Set(listed.map(({ title }) => title))).toEqual(new Set(['A similar part']))
  expect(await openedDrawing(ask, 'HX-4017-M10-40-88')).toMatchObject({
    title: 'Hexagon head screw M10 × 40, ISO 4017, 8.8 zinc plated',
    cached: ASKED_AGAIN,
  })
  // Four of the list wait.
  expect(await drawings()).toBeLessThan(before + 5)
})

test('who opens a part that a list has asked for does not wait for the rest of the list', async () => {
  const ask = openProcess()
  const list = (lengths: readonly number[]) =>
    Promise.all(lengths.map((length) => ask(`HX-4017-M12-${length}-88`)))
  await list([60, 70, 80, 90])
  const { title } = await openedDrawing(ask, 'HX-4017-M12-90-88')
  expect(title).toBe('Hexagon head screw M12 × 90, ISO 4017, 8.8 zinc plated')
  expect((await list([60, 70, 80])).map(({ title: listed }) => listed)).toContain('A similar part')
})

const setAttributes = (sku: string, change: Record<string, unknown>) =>
  shop.db.transaction().execute(async (trx) => {
    const of = trx.selectFrom('products').select('attributes').where('sku', '=', sku)
    const { attributes } = await of.executeTakeFirstOrThrow()
    const changed = JSON.stringify({ ...JSON.parse(attributes), ...change })
    await trx.updateTable('products').set({ attributes: changed }).where('sku', '=', sku).execute()
    return JSON.parse(attributes) as Record<string, unknown>
  })

test('a drawing is sent again only when the part was changed, and then at once', async () => {
  const ask = openProcess()
  const sku = 'SC-4762-M8-50-129'
  const { tag, svg } = await openedDrawing(ask, sku)
  expect(svg).toContain('>50<')
  expect(await ask(sku, '', tag)).toMatchObject({ status: 304, svg: '', cached: ASKED_AGAIN })
  await setAttributes(sku, { length: 55 })
  const changed = await openedDrawing(ask, sku, tag)
  expect([changed.status, changed.svg.includes('>55<'), changed.svg.includes('>50<')]).toEqual([
    200,
    true,
    false,
  ])
  const file = await ask('HX-933-M8-40')
  expect(await ask('HX-933-M8-40', '', file.tag)).toMatchObject({ status: 304, cached: DAY })
})

test('a part without a model has the drawing of a similar one, kept until it is corrected', async () => {
  const ask = openProcess()
  const sku = 'SC-4762-M8-60-129'
  const { length } = await setAttributes(sku, { length: 0.001 })
  const without = await ask(sku)
  expect(without).toMatchObject({ status: 200, title: 'A similar part', cached: ASKED_AGAIN })
  expect(await ask(sku, '', without.tag)).toMatchObject({ status: 304 })
  await setAttributes(sku, { length })
  expect((await openedDrawing(ask, sku, without.tag)).svg).toContain('>60<')
})

test('another process finds the drawings that one has made, also those of the same size in another metal', async () => {
  const made = openProcess()
  const sku = 'HX-4017-M8-50-88'
  await vi.waitFor(async () => expect((await made(sku)).cached).toBe(ASKED_AGAIN), {
    timeout: 60_000,
    interval: 100,
  })
  const before = await drawings()
  const models = createModelFiles(shop)
  await models.close()
  const routes = drawingRoutes(shop, models)
  for (const kept of [sku, 'HX-4017-M8-50-A2']) {
    const response = await routes.request(`/drawings/${kept}.svg`)
    expect([kept, response.headers.get('Cache-Control')]).toEqual([kept, ASKED_AGAIN])
  }
  expect(await drawings()).toBe(before)
})
