import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Person } from '#tests/support/customer.ts'
import { fileOfParts } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { finishImports } from '../catalog-import.ts'
import { createResumeImports } from './resume-imports.ts'
import '../tables.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
})
afterAll(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, body?: object): Promise<Answer> =>
  app.call(method, path, { as: admin, ...(body && { body }) })

const upload = async (text: string): Promise<string> => {
  const headers = { 'Content-Type': 'text/csv' }
  return (await app.call('POST', '/api/import', { body: text, as: admin, headers })).body._id
}

/** A file of new products. */
const fileOf = (prefix: string, count: number): string =>
  fileOfParts(Array.from({ length: count }, (_, n) => ({ sku: `${prefix}-${n}`, name: `${prefix} ${n}` })))

const uploadNew = (prefix: string, count: number): Promise<string> => upload(fileOf(prefix, count))

const stateOf = async (id: string): Promise<string> => (await send('GET', `/api/import/${id}`)).body.state

const skusForSale = async (prefix: string): Promise<string[]> => {
  const products = app.shop.db.selectFrom('products').select('sku').where('sku', 'like', `${prefix}-%`)
  return (await products.where('archived_at', 'is', null).execute()).map(({ sku }) => sku)
}

/** Leaves an import as a process does that was killed at a row; null: while it checked the rows. */
async function abandon(id: string, position: number | null, state: 'applying' | 'undoing' = 'applying') {
  const { db } = app.shop
  await db.updateTable('catalog_lock').set({ locked_by: id }).execute()
  const worker = { worker: 'killed', worked_at: 0, actor_id: 'a', actor_email: admin.email }
  await db
    .updateTable('imports')
    .set({ state, position, ...worker })
    .where('id', '=', id)
    .execute()
}

/** Lets this process see twice that nobody works. */
async function resumeAll(): Promise<void> {
  await app.runJobs('resume imports')
  app.shop.advance(5000)
  await app.runJobs('resume imports')
}

/** Gives a product the name of another behind the back of the shop, as a process of an old release could. */
const rename = (id: string, name: string) =>
  app.shop.db
    .updateTable('products')
    .set({ name, name_key: name.toLowerCase() })
    .where('id', '=', id)
    .execute()

test('an import whose process ended is finished by another one', async () => {
  const id = await uploadNew('LATER', 3)
  await abandon(id, 0)
  await resumeAll()
  expect([await stateOf(id), (await skusForSale('LATER')).length]).toEqual(['applied', 3])
  const checked = await uploadNew('CHECKED', 3)
  await abandon(checked, null)
  await resumeAll()
  expect([await stateOf(checked), await skusForSale('CHECKED')]).toEqual(['ready', []])
  expect((await send('POST', `/api/import/${checked}/apply`)).status).toBe(200)
})

test('an import at which a machine with a slow clock works is left to it', async () => {
  const id = await uploadNew('SLOW', 3)
  await abandon(id, 0)
  const seenBy = createResumeImports(app.shop)
  for (let workedAt = 1; workedAt <= 3; workedAt += 1) {
    await app.shop.db.updateTable('imports').set({ worked_at: workedAt }).where('id', '=', id).execute()
    await seenBy()
    app.shop.advance(5000)
  }
  expect([await stateOf(id), await skusForSale('SLOW')]).toEqual(['applying', []])
  await seenBy()
  expect(await stateOf(id)).toBe('applied')
})

test('when a row cannot be written, those before it are undone', async () => {
  const id = await uploadNew('FAILS', 250)
  await app.addProduct({ sku: 'FAILS-249', name: 'Meanwhile' })
  await abandon(id, 0)
  await expect(resumeAll()).rejects.toThrow('1 of 1 rows failed')
  expect([await stateOf(id), await skusForSale('FAILS')]).toEqual(['undone', ['FAILS-249']])
  const written = app.shop.db.selectFrom('products').select('id').where('sku', 'like', 'FAILS-%')
  expect((await written.execute()).length).toBeGreaterThan(1)
  expect((await app.addProduct()).revision).toBe(1)
})

test('when a row cannot be undone, everything is applied again, and can be undone later', async () => {
  const [one, two] = [await app.addProduct(), await app.addProduct()]
  const added = Array.from({ length: 150 }, (_, n) => ({ sku: `AGAIN-${n}`, name: `Again ${n}` }))
  const renamed = { sku: one.sku, name: 'Free name', quantity: one.quantity + 70 }
  const id = await upload(fileOfParts([renamed, ...added]))
  expect((await send('POST', `/api/import/${id}/apply`)).status).toBe(200)
  await rename(two._id, one.name)
  await abandon(id, 152, 'undoing')
  await expect(resumeAll()).rejects.toThrow('1 of 1 rows failed')
  expect([await stateOf(id), (await skusForSale('AGAIN')).length]).toEqual(['applied', 150])
  const applied = await send('GET', `/api/part/${one.sku}`)
  expect(applied.body).toMatchObject({ name: 'Free name', quantity: one.quantity + 70 })

  await rename(two._id, two.name)
  const undone = await send('POST', `/api/import/${id}/undo`)
  expect([undone.status, undone.body.state]).toEqual([200, 'undone'])
  expect(await skusForSale('AGAIN')).toEqual([])
  expect((await send('GET', `/api/part/${one.sku}`)).body).toMatchObject({
    name: one.name,
    quantity: one.quantity,
  })
})

test('a row that can be written in neither direction is passed over, so that products can be changed again', async () => {
  const [one, two] = [await app.addProduct(), await app.addProduct()]
  const id = await upload(
    `sku,name,price\n${one.sku},First new name,${one.price}\n${two.sku},${two.name},0.77\n`,
  )
  expect((await send('POST', `/api/import/${id}/apply`)).status).toBe(200)
  const other = await app.addProduct()
  await rename(other._id, one.name)
  // It failed while it was applied for the first time, and is undone for that.
  await app.shop.db.updateTable('imports').set({ applied_at: null }).where('id', '=', id).execute()
  await abandon(id, 3, 'undoing')
  await resumeAll()
  expect(await stateOf(id)).toBe('undone')
  expect((await send('GET', `/api/part/${one.sku}`)).body.name).toBe('First new name')
  expect((await send('GET', `/api/part/${two.sku}`)).body.price).toBe(two.price)
  expect((await app.addProduct()).revision).toBe(1)
})

test('one import that cannot be finished keeps neither the shop from starting nor the next import from being finished', async () => {
  const [one, two] = [await app.addProduct(), await app.addProduct()]
  const failing = await upload(`sku,name\n${one.sku},Taken name`)
  await rename(two._id, 'Taken name')
  await abandon(failing, 0)
  const reading = await uploadNew('READING', 3)
  await app.shop.db
    .updateTable('imports')
    .set({ state: 'reading', worker: 'killed', worked_at: 0 })
    .where('id', '=', reading)
    .execute()
  await finishImports(app.shop)
  expect(await stateOf(failing)).toBe('undone')
  expect((await send('GET', `/api/import/${reading}`)).status).toBe(404)
  expect((await send('GET', `/api/part/${one.sku}`)).body.name).toBe(one.name)
  expect((await app.addProduct()).revision).toBe(1)
})

/** Takes the only import in a state over, as soon as its worker has begun; resolves to its id. */
async function takeOver(state: 'reading' | 'applying'): Promise<string> {
  const taken = app.shop.db.updateTable('imports').set({ worker: 'another' }).where('state', '=', state)
  const begun = state === 'reading' ? taken.where('position', 'is not', null) : taken
  for (;;) {
    const found = await begun.returning('id').executeTakeFirst()
    if (found) return found.id
    await setImmediate()
  }
}

test('a call whose work was taken over answers what became of the import', async () => {
  const uploading = app.call('POST', '/api/import', {
    body: fileOf('TAKEN', 1500),
    as: admin,
    headers: { 'Content-Type': 'text/csv' },
  })
  const lost = await takeOver('reading')
  const refused = await uploading
  expect([refused.status, refused.body.code, refused.headers.has('retry-after')]).toEqual([
    503,
    'unavailable',
    true,
  ])
  expect((await send('GET', `/api/import/${lost}`)).status).toBe(404)
  const rows = app.shop.db.selectFrom('import_rows').select('row').where('import_id', '=', lost)
  expect(await rows.execute()).toEqual([])

  const id = await uploadNew('TAKEN', 1500)
  for (const [state, status] of [
    ['ready', 503],
    ['undone', 409],
    ['applied', 200],
  ] as const) {
    const applying = send('POST', `/api/import/${id}/apply`)
    expect(await takeOver('applying')).toBe(id)
    const ended = { state, worker: null, worked_at: null, position: null }
    await app.shop.db.updateTable('imports').set(ended).where('id', '=', id).execute()
    await app.shop.db.updateTable('catalog_lock').set({ locked_by: null }).execute()
    const answer = await applying
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([status, status === 503])
    await app.shop.db.updateTable('imports').set({ state: 'ready' }).where('id', '=', id).execute()
  }
  expect(await skusForSale('TAKEN')).toEqual([])
})
