import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Person } from '#tests/support/customer.ts'
import { fileOfParts } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { workOf } from './write-rows.ts'
import '../tables.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
})
afterAll(() => app[Symbol.asyncDispose]())

const post = (path: string): Promise<Answer> => app.call('POST', `/api/import/${path}`, { as: admin })

const upload = async (parts: readonly object[]): Promise<string> => {
  const headers = { 'Content-Type': 'text/csv' }
  const body = fileOfParts(parts as Record<string, unknown>[])
  return (await app.call('POST', '/api/import', { body, as: admin, headers })).body._id
}

const read = async (sku: string): Promise<Answer> => app.call('GET', `/api/part/${sku}`)

const products = () => app.shop.db.selectFrom('products').selectAll().orderBy('id').execute()

/** Applies an import of a changed and a new part, and undoes it. */
async function undone(prefix: string) {
  const one = await app.addProduct({ sku: `${prefix}-1`, quantity: 1000 })
  const id = await upload([
    { sku: one.sku, name: one.name, price: 0.5, quantity: 1200 },
    { sku: `${prefix}-2`, name: `${prefix} two`, price: 0.7 },
  ])
  await post(`${id}/apply`)
  await post(`${id}/undo`)
  return { one, id }
}

test('an undone import is applied again, and undone again, as often as it is wanted', async () => {
  const { one, id } = await undone('AGAIN')
  const customer = await app.register()
  await app.order(customer, one, 100)
  for (let time = 0; time < 2; time += 1) {
    const redone = await post(`${id}/redo`)
    expect([redone.status, redone.body.state, redone.body.undoneAt]).toEqual([200, 'applied', undefined])
    expect((await read(one.sku)).body).toMatchObject({ price: 0.5, quantity: 1100 })
    expect((await read('AGAIN-2')).body).toMatchObject({ price: 0.7 })
    const back = await post(`${id}/undo`)
    expect([back.status, back.body.state]).toEqual([200, 'undone'])
    expect((await read(one.sku)).body).toMatchObject({ price: one.price, quantity: 900 })
    expect((await read('AGAIN-2')).status).toBe(404)
  }
  const kinds = await app.shop.db
    .selectFrom('audit_entries')
    .select('kind')
    .where('subject', '=', id)
    .orderBy('id')
    .execute()
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'import.created',
    ...Array.from({ length: 3 }, () => ['import.applied', 'import.undone']).flat(),
  ])
})

test('a part that was changed since refuses the whole, and nothing changes', async () => {
  const { one, id } = await undone('SINCE')
  const stock = { change: 5, reason: 'Found.' }
  await app.call('POST', `/api/product/${one._id}/stock`, { body: stock, as: admin })
  const before = await products()
  const refused = await post(`${id}/redo`)
  expect([refused.status, refused.body.code, refused.body.outdated]).toEqual([
    409,
    'import_outdated',
    [{ row: 2, sku: one.sku }],
  ])
  expect(refused.body.detail).toBe(`Changed since the import was undone: ${one.sku}. Nothing was applied.`)
  expect(await products()).toEqual(before)
})

test('an added part that was restored since, or whose name another has, refuses it', async () => {
  const { id } = await undone('TAKEN')
  await app.addProduct({ name: 'TAKEN two' })
  const before = await products()
  expect((await post(`${id}/redo`)).body.outdated).toEqual([{ row: 3, sku: 'TAKEN-2' }])
  const other = await undone('BACK')
  const row = app.shop.db.selectFrom('products').select('id').where('sku', '=', 'BACK-2')
  const { id: added } = await row.executeTakeFirstOrThrow()
  expect((await app.call('POST', `/api/product/${added}/restore`, { as: admin })).status).toBe(200)
  expect((await post(`${other.id}/redo`)).body.outdated).toEqual([{ row: 3, sku: 'BACK-2' }])
  expect((await products()).filter(({ sku }) => !sku.startsWith('BACK-'))).toEqual(before)
})

test('only an undone import that was applied is applied again', async () => {
  const id = await upload([{ sku: 'ONLY-1' }])
  const before = await products()
  expect((await post(`${id}/redo`)).status).toBe(409)
  await app.shop.db
    .updateTable('imports')
    .set({ state: 'undone', undone_at: 1 })
    .where('id', '=', id)
    .execute()
  const refused = await post(`${id}/redo`)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'The import was never applied as a whole. Import the file again.',
  ])
  expect(await products()).toEqual(before)
})

test('one whose process ended while it was applied again is finished by another', async () => {
  const { one, id } = await undone('ENDED')
  const killed = { worker: 'killed', worked_at: 0, actor_id: 'a', actor_email: admin.email }
  const { db } = app.shop
  const leave = async (position: number | null) => {
    await db.updateTable('catalog_lock').set({ locked_by: id }).execute()
    const state = { state: 'applying', position, ...killed } as const
    await db.updateTable('imports').set(state).where('id', '=', id).execute()
    await app.runJobs('resume imports')
    app.shop.advance(5000)
    await app.runJobs('resume imports')
    return (await app.call('GET', `/api/import/${id}`, { as: admin })).body.state
  }
  expect(await leave(null)).toBe('undone')
  expect(await leave(0)).toBe('applied')
  expect((await read(one.sku)).body.price).toBe(0.5)
  expect((await read('ENDED-2')).body.price).toBe(0.7)
  expect((await post(`${id}/undo`)).status).toBe(200)
  expect((await read(one.sku)).body.price).toBe(one.price)
})

test.each([
  ['applying', null, null, 'apply', false],
  ['undoing', 1, null, 'undo', false],
  // Each failed, and goes back.
  ['undoing', null, null, 'undo', true],
  ['applying', 1, null, 'apply', true],
  ['applying', 1, 2, 'redo', false],
  ['undoing', 1, 2, 'undo', true],
] as const)('one that is %s, applied at %s and undone at %s goes on with %s', (...given) => {
  const [state, applied_at, undone_at, direction, isGoingBack] = given
  const row = { id: 'a', state, applied_at, undone_at }
  expect(workOf(row as Parameters<typeof workOf>[0], 'b')).toEqual({
    ...{ id: 'a', worker: 'b', direction, isGoingBack },
  })
})
