import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { foundCompany, joinTo, registerVerified } from '#tests/support/company.ts'
import { type Person, userIdOf } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let bolt: Product
let nut: Product

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  bolt = await app.addProduct({ name: 'Sample bolt', sku: 'HX-933-M8-40', quantity: 100_000, price: 0.05 })
  nut = await app.addProduct({ name: 'Sample nut', sku: 'NH-934-M8', quantity: 100_000, price: 0.02 })
})
afterAll(() => app[Symbol.asyncDispose]())

const PATH = '/api/company/part-numbers'

const NUMBERS = [
  { sku: 'HX-933-M8-40', own: 'MAT.4711/a' },
  { sku: 'NH-934-M8', own: 'Ä 12' },
]

const put = (as: Person | undefined, numbers: readonly object[], query = '') =>
  app.call('PUT', `${PATH}${query}`, { as, body: { numbers } })

const get = async (as: Person | undefined, query = '') => app.call('GET', `${PATH}${query}`, { as })

const sendFile = (as: Person, body: string, query = '') =>
  app.call('PUT', `${PATH}${query}`, { as, body, headers: { 'Content-Type': 'text/csv; charset=utf-8' } })

/** A manager of a company with {@link NUMBERS}, a buyer of it, and a manager of another company. */
async function companies() {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer')
  const stranger = await foundCompany(app)
  expect((await put(manager, NUMBERS)).body).toEqual({
    before: 0,
    after: 2,
    added: 2,
    changed: 0,
    removed: 0,
  })
  return { manager, buyer, stranger }
}

const stored = () =>
  app.shop.db
    .selectFrom('company_part_numbers')
    .selectAll()
    .orderBy('company_id')
    .orderBy('position')
    .execute()

test('a manager replaces the whole list, members read it as it was typed, by JSON and as a file', async () => {
  const { manager, buyer, stranger } = await companies()
  expect((await get(buyer)).body).toEqual({ numbers: NUMBERS })
  expect((await get(stranger)).body).toEqual({ numbers: [] })
  const file = await app.call('GET', PATH, { as: buyer, headers: { Accept: 'text/csv' } })
  expect(file.headers.get('content-type')).toMatch(/^text\/csv/)
  expect(file.body).toBe('sku,own\r\nHX-933-M8-40,MAT.4711/a\r\nNH-934-M8,Ä 12\r\n')
  expect((await sendFile(manager, file.body)).body).toEqual({
    before: 2,
    after: 2,
    added: 0,
    changed: 0,
    removed: 0,
  })
  const other = 'Name;OWN;Sku\nA;4712;nh-934-m8\n;mat.4711/A;nh-934-m8\n'
  const counts = { before: 2, after: 2, added: 1, changed: 1, removed: 1 }
  expect((await sendFile(manager, other, '?preview=true')).body).toEqual(counts)
  expect((await get(buyer)).body).toEqual({ numbers: NUMBERS })
  expect((await sendFile(manager, other)).body).toEqual(counts)
  expect((await get(buyer)).body.numbers).toEqual([
    { sku: 'NH-934-M8', own: '4712' },
    { sku: 'NH-934-M8', own: 'mat.4711/A' },
  ])
  expect((await put(manager, [])).body).toMatchObject({ before: 2, after: 0, removed: 2 })
  expect((await get(buyer)).body).toEqual({ numbers: [] })
})

test('the list is read in pages, and searched by either number', async () => {
  const { manager } = await companies()
  const first = await get(manager, '?limit=1')
  expect([first.body.numbers, first.headers.get('x-total-count')]).toEqual([[NUMBERS[0]], '2'])
  const [, next] = /<([^>]+)>/.exec(first.headers.get('link') ?? '') ?? []
  expect((await app.call('GET', next ?? '', { as: manager })).body.numbers).toEqual([NUMBERS[1]])
  for (const [q, found] of [
    ['4711/A', [NUMBERS[0]]],
    ['nh-934', [NUMBERS[1]]],
    ['ä 1', [NUMBERS[1]]],
    ['%', []],
  ] as const)
    expect((await get(manager, `?q=${encodeURIComponent(q)}`)).body.numbers).toEqual(found)
  expect((await get(manager, '?limit=0')).status).toBe(422)
})

// attack: company-role
test('wrong rows are named together and nothing is changed; only managers replace, only members read', async () => {
  const { manager, buyer } = await companies()
  const hidden = await app.addProduct({ name: 'Sample hidden', sku: 'HIDDEN-1', quantity: 0 })
  await app.shop.db
    .updateTable('products')
    .set({ is_unpublished: 1, archived_at: 1 })
    .where('id', '=', hidden._id)
    .execute()
  const before = await stored()
  const wrong = await put(manager, [
    { sku: 'NONE-1', own: 'A' },
    { sku: 'HIDDEN-1', own: 'B' },
    { sku: 'NH-934-M8', own: 'a–1' },
    { sku: 'HX-933-M8-40', own: 'A-1 ' },
    { sku: 'NH-934-M8', own: ' ' },
    { sku: 'NH-934-M8', own: 'x'.repeat(65) },
    { sku: 'NH-934-M8', own: 'a\nb' },
    { sku: 'NH-934-M8', own: '𓀀' },
  ])
  expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid'])
  expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '#/numbers/0/sku',
    '#/numbers/1/sku',
    '#/numbers/3/own',
    '#/numbers/4/own',
    '#/numbers/5/own',
    '#/numbers/6/own',
    '#/numbers/7/own',
  ])
  expect(wrong.body.detail).toBe('Nothing was saved: 7 rows are wrong. There is no part NONE-1.')
  const csv = (text: string) => sendFile(manager, text)
  const ofFile = await csv('sku,own\nNH-934-M8,A\n\nNH-934-M8,a\n')
  expect(ofFile.body.errors[0].detail).toBe('Row 4: a stands in the list twice, first in row 2.')
  for (const text of ['', 'part;mine\nNH-934-M8;A', 'sku\nNH-934-M8', 'sku,own\n"NH'])
    expect([text, (await csv(text)).status]).toEqual([text, 422])
  const many = Array.from({ length: 20_001 }, (_, at) => ({ sku: 'NH-934-M8', own: `N${at}` }))
  expect((await put(manager, many)).status).toBe(422)
  expect((await csv(`sku,own\n${many.map(({ sku, own }) => `${sku},${own}`).join('\n')}`)).status).toBe(422)
  expect((await csv('a'.repeat(6_000_001))).status).toBe(413)
  expect((await app.call('PUT', PATH, { as: manager, body: '{' })).status).toBe(400)
  const headers = { 'Content-Type': 'text/plain' }
  expect((await app.call('PUT', PATH, { as: manager, body: 'sku,own', headers })).status).toBe(415)
  expect((await app.call('PUT', PATH, { as: manager, body: {} })).status).toBe(422)
  const outsider = await registerVerified(app)
  for (const [as, read, write] of [
    [undefined, 401, 401],
    [outsider, 404, 404],
    [buyer, 200, 403],
    [await joinTo(app, manager, 'approver'), 200, 403],
  ] as const)
    expect([(await get(as)).status, (await put(as, [])).status]).toEqual([read, write])
  expect(await stored()).toEqual(before)
})

test('20,000 numbers are replaced in a few statements', async () => {
  const manager = await foundCompany(app)
  const many = Array.from({ length: 20_000 }, (_, at) => ({
    sku: at % 2 ? 'NH-934-M8' : 'HX-933-M8-40',
    own: `N-${at}`,
  }))
  expect((await put(manager, many)).body.after).toBe(20_000)
  expect((await put(manager, many.slice(1))).body).toEqual({
    ...{ before: 20_000, after: 19_999, added: 0, changed: 0, removed: 1 },
  })
  const listed = await get(manager)
  expect([listed.body.numbers.length, listed.body.numbers.at(-1)]).toEqual([19_999, many.at(-1)])
  const began = performance.now()
  const text = Array.from({ length: 200 }, (_, at) => `N-${at + 5000} 500`).join('\n')
  const { body } = await app.call('POST', '/api/quote', { as: manager, body: { text } })
  expect(body.lines.map(({ sku }: { sku: string }) => sku)).toEqual(['HX-933-M8-40', 'NH-934-M8'])
  expect(performance.now() - began).toBeLessThan(5000)
})

const quoteOf = async (as: Person | undefined, body: object) =>
  (await app.call('POST', '/api/quote', { as, body })).body

const read = async (as: Person | undefined, text: string) =>
  (await quoteOf(as, { text })).lines.map((line: Record<string, unknown>) => [
    line.sku,
    line.quantity,
    line.own,
  ])

test.each([
  'MAT.4711/a 500',
  '500 x mat.4711/A',
  'mat.4711/a;500',
  'Pos;Our number;Qty\n1;MAT.4711/a;500',
  'Customer part no;Description;Qty\nMAT.4711/a;Bolt;500',
  'Part number;Your part number;Qty\nHX-933-M8-40;MAT.4711/a;500',
  'HX-933-M8-40 500',
])('a member’s list is understood by the own numbers, and says them: %j', async (text) => {
  const { buyer } = await companies()
  expect(await read(buyer, text)).toEqual([['HX-933-M8-40', 500, 'MAT.4711/a']])
})

test('own numbers go before the shop’s, of digits and other letters too; two parts in a line are a question', async () => {
  const { manager, buyer } = await companies()
  await put(manager, [
    { sku: 'NH-934-M8', own: 'HX-933-M8-40' },
    { sku: 'HX-933-M8-40', own: '10004711' },
    { sku: 'NH-934-M8', own: 'Ä 12:B' },
    { sku: 'NH-934-M8', own: '500' },
    { sku: 'NH-934-M8', own: 'M8' },
    { sku: 'NH-934-M8', own: 'ZZ-1' },
  ])
  expect(await read(buyer, 'hx-933-m8-40 300')).toEqual([['NH-934-M8', 300, 'HX-933-M8-40']])
  expect(await read(buyer, '10004711 500')).toEqual([['HX-933-M8-40', 500, '10004711']])
  expect(await read(buyer, 'Ä 12:B;700')).toEqual([['NH-934-M8', 700, 'Ä 12:B']])
  expect(await read(buyer, 'Ä 12:b 700')).toEqual([['NH-934-M8', 700, 'Ä 12:B']])
  expect(await read(buyer, 'Part number;Description;Qty\n10004711;Screw M8;500')).toEqual([
    ['HX-933-M8-40', 500, '10004711'],
  ])
  const [question] = (await quoteOf(buyer, { text: '10004711 ZZ-1 500' })).lines
  expect([question.problem, question.fixes.map(({ sku }: { sku: string }) => sku).sort()]).toEqual([
    'unknown',
    ['HX-933-M8-40', 'NH-934-M8'],
  ])
  const { lines } = await quoteOf(buyer, {
    lines: [
      { sku: '10004711', quantity: 400 },
      { productId: nut._id, quantity: 100 },
    ],
  })
  expect(lines).toMatchObject([
    { sku: 'HX-933-M8-40', quantity: 400, own: '10004711' },
    { sku: 'NH-934-M8', own: 'HX-933-M8-40' },
  ])
})

// attack: foreign-numbers
test('nobody else finds or sees own numbers, and whoever leaves has nothing of them from that moment', async () => {
  const { manager, buyer, stranger } = await companies()
  const outsider = await registerVerified(app)
  const admin = await app.registerAdmin()
  const asked = [
    ['GET', '/api/product?q=mat.4711/A'],
    ['GET', '/api/suggestion?q=mat.47'],
    ['POST', '/api/quote', { text: 'MAT.4711/a 500\nHX-933-M8-40 500' }],
    ['POST', '/api/quote', { lines: [{ sku: 'MAT.4711/a' }, { productId: bolt._id }] }],
  ] as const
  const answers = async (as: Person | undefined) =>
    Promise.all(
      asked.map(async ([method, path, body]) => {
        const {
          status,
          body: answered,
          headers,
        } = await app.call(method, path, { as, ...(body && { body }) })
        return { status, answered, cache: headers.get('cache-control') }
      }),
    )
  const everybody = await answers(undefined)
  const find = async (as: Person) => {
    const [found, suggested, text, lines] = await answers(as)
    expect([found?.cache, suggested?.cache, text?.cache]).toEqual(Array(3).fill('private, no-store'))
    expect(found?.answered).toMatchObject([{ sku: 'HX-933-M8-40' }])
    expect(suggested?.answered.parts[0]).toMatchObject({ sku: 'HX-933-M8-40', own: 'MAT.4711/a' })
    expect(text?.answered.lines).toMatchObject([{ sku: 'HX-933-M8-40', own: 'MAT.4711/a', quantity: 1000 }])
    expect(lines?.answered.lines[0]).toMatchObject({ sku: 'HX-933-M8-40', own: 'MAT.4711/a' })
  }
  await find(buyer)
  await find(manager)
  expect(JSON.stringify(everybody)).not.toContain('"own"')
  for (const each of [outsider, admin, undefined]) expect(await answers(each)).toEqual(everybody)
  expect(JSON.stringify(await answers(stranger))).not.toContain('"own"')
  // A cookie alone changes nothing.
  const byCookie = await app.call('GET', '/api/suggestion?q=mat.47', { cookie: buyer.cookie })
  expect(byCookie.body).toEqual(everybody[1]?.answered)
  expect(byCookie.headers.get('cache-control')).toBe(everybody[1]?.cache)
  const refused = await app.call('GET', '/api/product?limit=x', { as: buyer })
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([422, 'no-store'])
  await app.call('DELETE', `/api/company/member/${await userIdOf(app.shop, buyer)}`, { as: manager })
  expect(await answers(buyer)).toEqual(everybody)
  expect((await get(buyer)).status).toBe(404)
})
