import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { MAXIMUM_LISTS, MAXIMUM_UNVERIFIED_LISTS } from './limits.ts'
import { toDraft, toSave } from './lists/draft-list.ts'

let app: TestApp
let screw: Product
let nut: Product
let buyer: Person

beforeAll(async () => {
  app = await createTestApp()
  screw = await app.addProduct({ name: 'Screw', quantity: 5000 })
  nut = await app.addProduct({ name: 'Nut', quantity: 5000 })
  buyer = await app.register()
})
afterAll(() => app[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: object, as = buyer) =>
  app.call(method, `/api${path}`, { as, ...(body && { body }) })

const linesOf = (quantity = 200) => [
  { productId: screw._id, quantity, own: '4711', note: 'For the pump' },
  { productId: nut._id, quantity: 0 },
]

const save = async (name: string, as = buyer) =>
  (await call('POST', '/list', { name, lines: linesOf() }, as)).body

test('a list keeps quantities, own part numbers and notes, and is priced when it is read', async () => {
  const saved = await save('Pump')
  expect(saved).toMatchObject({ name: 'Pump', revision: 1, lineCount: 2, isShared: false, orderable: false })
  expect(saved.lines[0]).toMatchObject({
    productId: screw._id,
    quantity: 200,
    own: '4711',
    ownNumber: '4711',
    note: 'For the pump',
    lineTotal: expect.any(Number),
  })
  expect(saved.lines[1]).toMatchObject({ productId: nut._id, quantity: 0, problem: 'below_minimum' })
  expect((await call('GET', `/list/${saved._id}`)).body).toEqual(saved)
  const { body: lists } = await call('GET', '/list')
  expect(lists[0]).toEqual({
    _id: saved._id,
    name: 'Pump',
    lineCount: 2,
    isShared: false,
    updatedAt: expect.any(String),
  })
})

test('a change replaces the list; one of an older revision changes nothing', async () => {
  const { _id, revision } = await save('Valve')
  const lines = [{ productId: nut._id, quantity: 300 }]
  const changed = await call('PUT', `/list/${_id}`, { name: 'Valve 2', lines, revision })
  expect(changed.body).toMatchObject({ name: 'Valve 2', revision: 2, lineCount: 1 })
  const late = await call('PUT', `/list/${_id}`, { name: 'Late', lines: [], revision })
  expect([late.status, late.body.code]).toEqual([409, 'revision_changed'])
  expect((await call('GET', `/list/${_id}`)).body).toEqual(changed.body)
})

// Programs of customers may write an own part number by the name that it had first.
test('a part that is no longer sold keeps its own part number and note, and is saved with them again', async () => {
  const gone = await app.addProduct({ name: 'Gone' })
  const lines = [{ productId: gone._id, quantity: 100, ownNumber: '0815', note: 'Old pump' }]
  const { body: saved } = await call('POST', '/list', { name: 'Old', lines })
  await call('DELETE', `/product/${gone._id}`, undefined, await app.registerAdmin())
  const { body: read } = await call('GET', `/list/${saved._id}`)
  expect(read.lines).toMatchObject([{ ...lines[0], productId: gone._id, problem: 'unknown' }])
  expect(toSave(toDraft(read))).toEqual({
    name: 'Old',
    lines: [{ productId: gone._id, quantity: 100, own: '0815', note: 'Old pump' }],
  })
})

test('what is wrong is refused and changes nothing', async () => {
  const before = (await call('GET', '/list')).body
  const line = { productId: screw._id, quantity: 100 }
  for (const [body, pointer] of [
    [{ name: '', lines: [] }, '#/name'],
    [{ name: 'x'.repeat(81), lines: [] }, '#/name'],
    [{ name: 'A', lines: [line, line] }, '#/lines'],
    [{ name: 'A', lines: {} }, '#/lines'],
    [{ name: 'A', lines: 'all' }, '#/lines'],
    [{ name: 'A', lines: [{ ...line, quantity: -1 }] }, '#/lines/0/quantity'],
    [{ name: 'A', lines: [{ ...line, ownNumber: 'x'.repeat(65) }] }, '#/lines/0/ownNumber'],
    [{ name: 'A', lines: [{ ...line, note: 'x'.repeat(201) }] }, '#/lines/0/note'],
    [{ name: 'A', lines: [line, { ...line, productId: 'unknown' }] }, '#/lines/1/productId'],
    [
      { name: 'A', lines: Array.from({ length: 201 }, (_, at) => ({ ...line, productId: `p${at}` })) },
      '#/lines',
    ],
  ] as const) {
    const answer = await call('POST', '/list', body)
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer])
  }
  expect((await call('GET', '/list')).body).toEqual(before)
})

// attack: foreign-list
test('another customer, admins included, finds neither the list nor its link', async () => {
  const saved = await save('Own')
  const { _id, revision } = saved
  for (const other of [await app.register(), await app.registerAdmin()])
    for (const [method, path, body] of [
      ['GET', `/list/${_id}`],
      ['PUT', `/list/${_id}`, { name: 'Theirs', lines: [], revision }],
      ['DELETE', `/list/${_id}`],
      ['POST', `/list/${_id}/link`],
      ['DELETE', `/list/${_id}/link`],
    ] as const)
      expect((await call(method, path, body, other)).status).toBe(404)
  expect((await call('GET', `/list/${_id}`)).body).toEqual(saved)
})

// attack: foreign-list
test('a link shows the lines and nothing of the customer, until another takes its place or it ends', async () => {
  const saved = await save('Shared')
  const linkOf = async () => {
    const { status, body } = await call('POST', `/list/${saved._id}/link`)
    expect(status).toBe(201)
    return body.url.split('/list/')[1]
  }
  const read = (token: string) => app.call('GET', `/api/shared-list/${token}`)
  const first = await linkOf()
  const shared = await read(first)
  const { name, totalPrice, orderable, lines } = saved
  expect(shared.body).toEqual({ name, totalPrice, orderable, lines })
  expect(shared.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect((await call('GET', `/list/${saved._id}`)).body).toMatchObject({ isShared: true, revision: 1 })
  const second = await linkOf()
  expect((await read(first)).status).toBe(404)
  expect((await read(second)).status).toBe(200)
  await call('DELETE', `/list/${saved._id}/link`)
  expect((await read(second)).status).toBe(404)
  const third = await linkOf()
  await call('DELETE', `/list/${saved._id}`)
  expect((await read(third)).status).toBe(404)
  expect((await call('DELETE', `/list/${saved._id}`)).status).toBe(404)
})

test('a part that is no longer sold stays in a list as unknown, with its note', async () => {
  const gone = await app.addProduct({ name: 'Gone', quantity: 1000 })
  const line = { productId: gone._id, quantity: 100, note: 'Old' }
  const { _id } = (await call('POST', '/list', { name: 'Old', lines: [line] })).body
  await app.call('DELETE', `/api/product/${gone._id}`, { as: await app.registerAdmin() })
  const { body } = await call('GET', `/list/${_id}`)
  expect(body.lines).toMatchObject([{ ...line, problem: 'unknown' }])
})

test('an account has at most 100 lists, 10 until its e-mail is verified, also when two are saved at once', async () => {
  const other = await app.register()
  const fill = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) await call('POST', '/list', { name: `${at}`, lines: [] }, other)
  }
  await fill(0, MAXIMUM_UNVERIFIED_LISTS)
  const refused = await call('POST', '/list', { name: 'one more', lines: [] }, other)
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    409,
    'too_many',
    'You have 10 lists, the most until your e-mail is confirmed. Delete one, or confirm your e-mail.',
  ])
  expect((await call('GET', '/list', undefined, other)).body).toHaveLength(MAXIMUM_UNVERIFIED_LISTS)
  await verifyEmail(app.shop, other)
  await fill(MAXIMUM_UNVERIFIED_LISTS + 1, MAXIMUM_LISTS)
  const both = await Promise.all(['a', 'b'].map((name) => call('POST', '/list', { name, lines: [] }, other)))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await call('GET', '/list', undefined, other)).body).toHaveLength(MAXIMUM_LISTS)
})

// attack: costly-reads
test('the lists are answered in pages, from their rows alone: no line of a list is read', async () => {
  const other = await app.register()
  for (const name of ['first', 'second', 'third']) {
    await save(name, other)
    app.shop.advance(1)
  }
  await app.shop.db
    .updateTable('saved_lists')
    .set({ lines: 'no JSON' })
    .where('name', 'in', ['first', 'second', 'third'])
    .execute()
  const first = await call('GET', '/list?limit=2', undefined, other)
  expect(first.body).toMatchObject([{ name: 'third', lineCount: 2 }, { name: 'second' }])
  expect(first.headers.get('x-total-count')).toBe('3')
  const next = /<\/api(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await call('GET', next, undefined, other)
  expect(second.body).toMatchObject([{ name: 'first', lineCount: 2 }])
  expect(second.headers.get('link')).toBeNull()
  expect((await call('GET', '/list?limit=0', undefined, other)).status).toBe(422)
})
