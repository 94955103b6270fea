import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { partModelPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { ORIGIN } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { seedDemo } from '../seed.ts'
import { readSampleFiles, sampleFiles } from './sample-files.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await seedDemo(app.shop, 'catalogue')
}, 60_000)
afterAll(async () => {
  await app.app.close()
  await app[Symbol.asyncDispose]()
})

const get = async (path: string) => {
  const answer = await app.app.fetch(new Request(ORIGIN + path))
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const partOf = async (sku: string): Promise<Product> => (await app.call('GET', `/api/part/${sku}`)).body

test('some parts of the range have a file that anybody downloads as it is in the repository', async () => {
  expect(sampleFiles.length).toBeGreaterThanOrEqual(6)
  for (const { sku, content, ...file } of readSampleFiles()) {
    const { files } = await partOf(sku)
    expect(files, sku).toEqual([expect.objectContaining({ ...file, size: content.length })])
    const { status, headers, bytes } = await get(files[0]?.url ?? '')
    expect([status, headers.get('content-type')], sku).toEqual([200, file.type])
    expect(bytes.equals(content), sku).toBe(true)
  }
})

test('a part that no shape draws has the model of the seller, in each format', async () => {
  const { bytes: step } = await get(partModelPath('HI-50-50', 'step'))
  expect(String(step)).toMatch(/^ISO-10303-21;/)
  await vi.waitFor(
    async () => {
      const { status, bytes } = await get(partModelPath('HI-50-50', 'glb'))
      expect(status).toBe(200)
      expect(bytes.subarray(0, 4).toString()).toBe('glTF')
    },
    { timeout: 60_000, interval: 100 },
  )
}, 90_000)

test('a second start adds nothing, also where a file was deleted', async () => {
  const count = () => app.shop.db.selectFrom('part_files').select('id').execute()
  await app.shop.db.deleteFrom('part_files').where('name', '=', 'HI-50-50.step').execute()
  await seedDemo(app.shop, 'catalogue')
  expect(await count()).toHaveLength(sampleFiles.length - 1)
})

test('the 60 parts of the demo have no files, and two processes that start together add each file once', async () => {
  await using small = await createTestApp()
  await seedDemo(small.shop)
  expect(await small.shop.db.selectFrom('part_files').select('id').execute()).toEqual([])
  await small.app.close()
  await using both = await createTestApp()
  await Promise.all([seedDemo(both.shop, 'catalogue'), seedDemo(both.shop, 'catalogue')])
  const products = await both.shop.db
    .selectFrom('products')
    .select(['sku', 'file_count'])
    .where('file_count', '>', 0)
    .execute()
  expect(products.map(({ sku }) => sku).sort()).toEqual(sampleFiles.map(({ sku }) => sku).sort())
  expect(products.every(({ file_count }) => file_count === 1)).toBe(true)
  expect(await both.shop.db.selectFrom('part_files').select('id').execute()).toHaveLength(sampleFiles.length)
  await both.app.close()
}, 60_000)
