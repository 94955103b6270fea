import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { findPartModel } from '../part-models/part-model-file.ts'
import { addPartFile, deletePartFile } from './part-files.ts'

let shop: TestApp
let admin: Person

beforeAll(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterAll(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

const by = () => ({ id: 'admin', email: admin.email })

const GIVEN = {
  kind: 'model',
  title: undefined,
  name: 'nut.step',
  content: Buffer.from('ISO-10303-21;\nEND-ISO-10303-21;\n'),
} as const

test('a file whose sender leaves while it is read is not added', async () => {
  const product = await shop.addProduct()
  const left = new AbortController()
  const check = async () => {
    left.abort()
    return undefined
  }
  const given = { ...GIVEN, caller: left.signal }
  await expect(addPartFile(shop.shop, { check }, by(), product._id, given)).rejects.toMatchObject({
    code: 'bad_request',
  })
  expect(await shop.shop.db.selectFrom('part_files').selectAll().execute()).toEqual([])
  expect((await shop.call('GET', `/api/part/${product.sku}`)).body.files).toEqual([])
})

test('who waits for a model of a file that is deleted meanwhile is told to come back', async () => {
  const product = await shop.addProduct()
  const check = async () => undefined
  const given = { ...GIVEN, caller: new AbortController().signal }
  const { _id } = await addPartFile(shop.shop, { check }, by(), product._id, given)
  const models = {
    check,
    close: async () => undefined,
    find: async (source: object) => {
      await deletePartFile(shop.shop, by(), product._id, _id)
      if (!('read' in source) || typeof source.read !== 'function') throw new Error('It is no uploaded file')
      return { content: await source.read() }
    },
  }
  const found = findPartModel(shop.shop, models, product.sku, 'glb')
  await expect(found).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } })
})
