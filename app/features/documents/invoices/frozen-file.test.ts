import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { frozenFile } from './frozen-file.ts'

let shop: TestShop

beforeEach(async () => {
  shop = await createTestShop()
})
afterEach(() => shop[Symbol.asyncDispose]())

const INVOICE = { kind: 'invoice', number: 1 } as const

const fileOf = async (document: Parameters<typeof frozenFile>[1], byte: number) => [
  ...(await frozenFile(shop, document, async () => new Uint8Array([byte, 0, 255]))),
]

test('a document is rendered once, and the same for ever', async () => {
  expect(await fileOf(INVOICE, 1)).toEqual([1, 0, 255])
  expect(await fileOf(INVOICE, 2)).toEqual([1, 0, 255])
  const never = () => Promise.reject(new Error('rendered again'))
  expect([...(await frozenFile(shop, INVOICE, never))]).toEqual([1, 0, 255])
  expect(await fileOf({ kind: 'credit_note', number: 1 }, 3)).toEqual([3, 0, 255])
  expect(await fileOf({ kind: 'invoice', number: 2 }, 4)).toEqual([4, 0, 255])
})

test('of several that render it at once all return the file of the first', async () => {
  const waiting: (() => void)[] = []
  const render = (byte: number) =>
    frozenFile(shop, INVOICE, async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return new Uint8Array([byte])
    })
  const files = [1, 2, 3, 4, 5].map(render)
  await expect.poll(() => waiting.length).toBe(5)
  for (const resume of waiting) resume()
  const bytes = (await Promise.all(files)).map(([byte]) => byte)
  expect(new Set(bytes).size).toBe(1)
  expect(await fileOf(INVOICE, 6)).toEqual(bytes.slice(0, 1))
})

test('what cannot be rendered is not stored', async () => {
  await expect(frozenFile(shop, INVOICE, () => Promise.reject(new Error('too long')))).rejects.toThrow(
    'too long',
  )
  expect(await shop.db.selectFrom('document_files').selectAll().execute()).toEqual([])
  expect(await fileOf(INVOICE, 1)).toEqual([1, 0, 255])
})
