import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { TRADE_WORDS } from './trade-words.ts'

let shop: TestApp
let admin: Person

beforeAll(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  for (const name of ['Hexagon screw', 'Carriage bolt', 'Grooved peg']) await shop.addProduct({ name })
})
afterAll(() => shop[Symbol.asyncDispose]())

const read = async () => (await shop.call('GET', '/api/synonyms', { as: admin })).body

const put = (body: unknown) => shop.call('PUT', '/api/synonyms', { as: admin, body })

const names = async (q: string): Promise<string[]> =>
  (await shop.call('GET', `/api/product?q=${encodeURIComponent(q)}`)).body.map(
    ({ name }: { name: string }) => name,
  )

const change = async (synonyms: unknown) => {
  const { status } = await put({ revision: (await read()).revision, synonyms })
  expect(status).toBe(200)
}

test('a shop begins with the words of the trade', async () => {
  expect(await read()).toEqual({ revision: 0, synonyms: TRADE_WORDS })
  expect((await names('bolt')).sort()).toEqual(['Carriage bolt', 'Hexagon screw'])
})

test('new words hold for the next search, whatever their case, plural and dashes; what was entered is found too', async () => {
  await change([{ words: ['Peg-Bolt', 'Kerbstift'], finds: ['grooved peg'] }])
  for (const q of ['peg bolts', 'peg-bolt', 'PEG BOLT', 'Kerbstifte', 'kerbstift'])
    expect(await names(q), q).toEqual(['Grooved peg'])
  expect(await names('bolt')).toEqual(['Carriage bolt'])
  await change([{ words: ['bolt'], finds: ['peg', 'hexagon'] }])
  expect((await names('bolt')).sort()).toEqual(['Carriage bolt', 'Grooved peg', 'Hexagon screw'])
  await change([])
  expect(await names('bolt')).toEqual(['Carriage bolt'])
})

test('the change is in the audit log by its lines; the same again changes nothing', async () => {
  const before = await read()
  const synonyms = [{ words: ['pin'], finds: ['peg'] }]
  await change(synonyms)
  expect(await read()).toEqual({ revision: before.revision + 1, synonyms })
  await change(synonyms)
  expect((await read()).revision).toBe(before.revision + 1)
  const [entry] = (await shop.call('GET', '/api/audit?kind=synonyms.changed', { as: admin })).body
  expect(entry).toMatchObject({
    subject: 'synonyms',
    changes: [{ field: 'synonym', from: null, to: 'pin = peg' }],
  })
})

test('two admins: the second is refused and told what the first saved', async () => {
  const { revision } = await read()
  const answers = await Promise.all(
    ['one', 'two'].map((word) => put({ revision, synonyms: [{ words: [word], finds: ['peg'] }] })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [saved, refused] = answers.toSorted((a, b) => a.status - b.status)
  expect(refused?.body).toMatchObject({ code: 'revision_changed', synonyms: saved?.body })
  expect(await read()).toEqual(saved?.body)
})

test.each([
  [{ words: [], finds: ['a'] }, '#/synonyms/0/words'],
  [{ words: ['a'], finds: [] }, '#/synonyms/0/finds'],
  [{ words: [' '], finds: ['a'] }, '#/synonyms/0/words/0'],
  [{ words: ['a'], finds: ['x'.repeat(61)] }, '#/synonyms/0/finds/0'],
  [{ words: Array(21).fill('a'), finds: ['a'] }, '#/synonyms/0/words'],
  [{ words: 'a', finds: ['a'] }, '#/synonyms/0/words'],
])('%j is refused, and nothing changes', async (synonym, pointer) => {
  const before = await read()
  const { status, body } = await put({ revision: before.revision, synonyms: [synonym] })
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'invalid', pointer])
  expect(await read()).toEqual(before)
})

test('only admins read and change them', async () => {
  const before = await read()
  const customer = await shop.register()
  for (const as of [undefined, customer]) {
    const status = as ? 403 : 401
    expect((await shop.call('GET', '/api/synonyms', { as })).status).toBe(status)
    const body = { revision: before.revision, synonyms: [] }
    expect((await shop.call('PUT', '/api/synonyms', { as, body })).status).toBe(status)
  }
  expect(await read()).toEqual(before)
})
