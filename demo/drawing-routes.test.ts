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
  return async (sku: string) => {
    const response = await routes.request(`/drawings/${sku}.svg`)
    const svg = await response.text()
    const [, title] = /<title>([^<]*)</.exec(svg) ?? []
    return { status: response.status, title, cached: response.headers.get('Cache-Control'), svg }
  }
}

const drawings = async (): Promise<number> =>
  (await shop.db.selectFrom('model_files').select('geometry').execute()).length

const DAY = 'public, max-age=86400'

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
  const answers = await Promise.all([...known].map(ask))
  expect(answers.length).toBeGreaterThan(40)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const standIns = answers.filter(({ cached }) => cached === 'no-cache')
  expect(standIns.length).toBeGreaterThanOrEqual(answers.length - 4)
  // Of another size, which it does not say.
  const { svg: similar } = await ask('SC-912-M6-20')
  const hidden = similar.replace(/<title>.*<style>/, '<title>A similar part</title><style>.d{display:none}')
  for (const { svg } of standIns) expect(svg).toBe(hidden)
  await vi.waitFor(async () => expect(await drawings()).toBe(4), { timeout: 60_000, interval: 100 })

  const own = await vi.waitFor(
    async () => {
      const answer = await ask('SC-4762-M8-40-129')
      expect(answer.cached).toBe(DAY)
      return answer
    },
    { timeout: 60_000, interval: 100 },
  )
  expect(own.title).toBe('Socket head cap screw M8 × 40, ISO 4762, 12.9 black')
  expect(own.svg).toContain('>40<')
})

test('another process finds the drawings that one has made, also those of the same size in another metal', async () => {
  const made = openProcess()
  const sku = 'HX-4017-M8-40-88'
  await vi.waitFor(async () => expect((await made(sku)).cached).toBe(DAY), { timeout: 60_000, interval: 100 })
  const before = await drawings()
  const models = createModelFiles(shop)
  await models.close()
  const routes = drawingRoutes(shop, models)
  for (const kept of [sku, 'HX-4017-M8-40-A2']) {
    const response = await routes.request(`/drawings/${kept}.svg`)
    expect([kept, response.headers.get('Cache-Control')]).toEqual([kept, DAY])
  }
  expect(await drawings()).toBe(before)
})
