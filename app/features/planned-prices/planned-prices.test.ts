import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import type { Product } from '#features/catalog/schema.ts'
import { openDatabase } from '#kit/db/db.ts'
import { type BerlinShop, createBerlinShop } from '#tests/support/berlin-shop.ts'
import type { Person } from '#tests/support/customer.ts'
import { replacementOf, samplePart } from '#tests/support/sample-product.ts'
import type { PlannedPrices } from './schema.ts'

let berlin: BerlinShop
let admin: Person
let part: Product

const DAY = '2027-02-01'
const JOB = 'apply planned prices'

const HIGHER = [
  { from: 100, price: 0.06 },
  { from: 1000, price: 0.05 },
]

beforeEach(async () => {
  berlin = await createBerlinShop()
  admin = await berlin.app.registerAdmin()
  await at('2026-12-01T12:00:00Z')
  part = await addPart('Sample screw')
})
afterEach(() => berlin[Symbol.asyncDispose]())

/** Lets it be that time, at which the admin is signed in. */
async function at(time: string): Promise<void> {
  await berlin.at(time)
  admin = await berlin.app.signIn(admin)
}

const call = (method: string, path: string, body?: object) =>
  berlin.app.call(method, `/api/${path}`, { as: admin, ...(body && { body }) })

const addPart = async (name: string): Promise<Product> =>
  (await call('POST', 'product', samplePart({ name, price: 0.05 }))).body

const plansOf = async (): Promise<PlannedPrices[]> => (await call('GET', 'planned-prices')).body

const read = async (id = part._id): Promise<Product> => (await call('GET', `product/${id}`)).body

const history = async () => (await call('GET', `product/${part._id}/history`)).body

const planBody = (change: object = {}, product = part) => ({
  day: DAY,
  plans: [{ productId: product._id, before: product.prices, prices: HIGHER, ...change }],
})

async function plan(change: object = {}, day = DAY): Promise<string> {
  const { status, body } = await call('POST', 'planned-prices', { ...planBody(change), day })
  expect([status, body.code]).toEqual([201, undefined])
  return body.ids[0]
}

const run = () => berlin.app.runJobs(JOB)

const save = async (change: object) => {
  const { status } = await call('PUT', `product/${part._id}`, replacementOf(await read(), change))
  expect(status).toBe(200)
}

const keep = async (id: string) => {
  const [found] = (await plansOf()).filter(({ _id }) => _id === id)
  return call('POST', `planned-prices/${id}/keep`, { present: found?.present })
}

test('prices are applied when the day begins in the zone of the shop, not before, once, as a change by who planned them', async () => {
  await plan()
  expect(await plansOf()).toEqual([
    {
      _id: expect.any(String),
      productId: part._id,
      sku: part.sku,
      name: 'Sample screw',
      day: DAY,
      before: part.prices,
      prices: HIGHER,
      present: part.prices,
      by: admin.email,
      at: '2026-12-01T12:00:00.000Z',
    },
  ])
  // In Berlin the day begins an hour before it does in UTC.
  await at('2027-01-31T22:59:59Z')
  await run()
  expect(await read()).toEqual(part)
  const page = `/api/part/${part.sku}`
  expect((await berlin.app.call('GET', page)).body.price).toBe(0.05)
  await at('2027-01-31T23:00:00Z')
  await run()
  await run()
  const changed = { ...part, price: 0.06, prices: HIGHER, revision: 2, updatedAt: expect.any(String) }
  expect(await read()).toEqual(changed)
  expect((await berlin.app.call('GET', page)).body).toEqual(changed)
  expect(await plansOf()).toEqual([])
  const [last, planned] = await history()
  expect(last).toEqual({
    at: '2027-01-31T23:00:00.000Z',
    by: admin.email,
    kind: 'changed',
    changes: expect.arrayContaining([{ field: 'prices', from: part.prices, to: HIGHER }]),
    reason: 'Planned for Feb 1, 2027',
  })
  expect(planned).toMatchObject({
    kind: 'planned',
    changes: [{ field: 'plannedPrices', from: { prices: part.prices }, to: { day: DAY, prices: HIGHER } }],
  })
})

test('a shop that was down on the day applies them as soon as it runs, the earlier day first', async () => {
  const later = [{ from: 100, price: 0.07 }]
  await plan()
  await plan({ before: HIGHER, prices: later }, '2027-03-01')
  await at('2027-04-05T06:00:00Z')
  await run()
  expect((await read()).prices).toEqual(later)
  expect((await history()).map(({ reason }: { reason?: string }) => reason).slice(0, 2)).toEqual([
    'Planned for Mar 1, 2027',
    'Planned for Feb 1, 2027',
  ])
})

test('of several processes one applies a plan', async () => {
  const { dataDir, databaseUrl } = berlin.app.shop.config
  const others = [1, 2].map(() => openDatabase({ dataDir, databaseUrl }))
  await plan()
  await at('2027-02-01T12:00:00Z')
  const { shop } = berlin.app
  const processes = [
    berlin.app.app,
    ...others.map((database) => createApp({ ...shop, db: database.db }, database)),
  ]
  await Promise.all(processes.map(({ jobs }) => jobs.find(({ name }) => name === JOB)?.run()))
  await Promise.all(others.map((database) => database.close()))
  expect((await read()).revision).toBe(2)
  expect((await history()).map(({ kind }: { kind: string }) => kind)).toEqual([
    'changed',
    'planned',
    'created',
  ])
})

test('a person’s change after planning is never overwritten: it is a task, and the staff decide', async () => {
  const id = await plan()
  const open = async () => (await call('GET', 'overview')).body.open.plansToDecide
  await save({ name: 'Another name' })
  expect([await open(), (await plansOf())[0]?.because]).toEqual([0, undefined])
  await save({ price: 0.055 })
  const present = [{ from: 100, price: 0.055 }]
  expect((await plansOf())[0]).toMatchObject({ because: 'prices_changed', present, before: part.prices })
  expect(await open()).toBe(1)
  await at('2027-02-01T12:00:00Z')
  await run()
  const before = await read()
  expect(before.prices).toEqual(present)
  expect((await plansOf())[0]).toMatchObject({ isHeld: true, because: 'prices_changed', present })
  // The same prices as once do not let it go on by itself.
  await save({ price: 0.05 })
  await run()
  expect((await read()).price).toBe(0.05)
  const stale = await call('POST', `planned-prices/${id}/keep`, { present })
  expect([stale.status, stale.body.code]).toEqual([409, 'prices_changed'])
  expect((await read()).price).toBe(0.05)
  expect((await keep(id)).body).toEqual({ applied: true })
  expect((await read()).prices).toEqual(HIGHER)
  expect([await plansOf(), await open()]).toEqual([[], 0])
})

test('a plan that is kept before its day replaces the present prices on it', async () => {
  const id = await plan()
  await save({ price: 0.055 })
  expect((await keep(id)).body).toEqual({ applied: false })
  expect((await plansOf())[0]).toMatchObject({ before: [{ from: 100, price: 0.055 }], day: DAY })
  expect((await plansOf())[0]?.because).toBeUndefined()
  await at('2027-02-01T12:00:00Z')
  await run()
  expect((await read()).prices).toEqual(HIGHER)
})

test('an archived part keeps its prices, and its plan says why', async () => {
  const id = await plan()
  await call('DELETE', `product/${part._id}`)
  expect((await plansOf())[0]?.because).toBe('archived')
  await at('2027-02-01T12:00:00Z')
  await run()
  expect((await plansOf())[0]).toMatchObject({ isHeld: true, because: 'archived' })
  expect((await keep(id)).status).toBe(409)
  expect((await read()).prices).toEqual(part.prices)
  await call('POST', `product/${part._id}/restore`)
  await run()
  expect((await read()).prices).toEqual(part.prices)
  expect((await keep(id)).body).toEqual({ applied: true })
  expect((await read()).prices).toEqual(HIGHER)
})

test('a plan is deleted before its day, once, and the history says so', async () => {
  const ids = [await plan(), await plan({ before: HIGHER, prices: part.prices }, '2027-03-01')]
  expect((await call('POST', 'planned-prices/removal', { ids })).body).toEqual({ deletedCount: 2 })
  expect((await call('POST', 'planned-prices/removal', { ids })).body).toEqual({ deletedCount: 0 })
  await at('2027-03-02T12:00:00Z')
  await run()
  expect(await read()).toEqual(part)
  expect((await history()).map(({ kind }: { kind: string }) => kind)).toEqual([
    'plan_removed',
    'plan_removed',
    'planned',
    'planned',
    'created',
  ])
})

test('while an import has locked the catalogue a plan waits, and is applied after it', async () => {
  await plan()
  await at('2027-02-01T12:00:00Z')
  const lock = (holder: string | null) =>
    berlin.app.shop.db.updateTable('catalog_lock').set({ locked_by: holder }).execute()
  await lock('an import')
  await run()
  expect([(await read()).prices, (await plansOf()).length]).toEqual([part.prices, 1])
  await lock(null)
  await run()
  expect((await read()).prices).toEqual(HIGHER)
})

test('many parts are planned at once, and listed by day in pages', async () => {
  const others = [await addPart('Part b'), await addPart('Part c')]
  const plans = others.map((product) => planBody({}, product).plans[0])
  expect((await call('POST', 'planned-prices', { day: '2027-01-15', plans })).status).toBe(201)
  await plan()
  const listed = (await plansOf()).map(({ productId }) => productId)
  expect(listed.slice(0, 2).sort()).toEqual(others.map(({ _id }) => _id).sort())
  expect(listed.slice(2)).toEqual([part._id])
  const first = await call('GET', 'planned-prices?limit=2')
  expect([first.body.length, first.headers.get('x-total-count')]).toEqual([2, '3'])
  const next = /<\/api\/([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect((await call('GET', next)).body).toEqual((await plansOf()).slice(2))
  const ofPart = await call('GET', `planned-prices?product=${part._id}`)
  expect(ofPart.body.map(({ day }: PlannedPrices) => day)).toEqual([DAY])
})

test.each([
  ['a second plan of a part and day', 'twice', 409, 'plan_exists'],
  ['today', { day: '2026-12-01' }, 422, 'invalid'],
  ['a day years ahead', { day: '2031-12-02' }, 422, 'invalid'],
  ['no day', { day: '2027-02-30' }, 422, 'invalid'],
  ['an unknown part', { productId: 'unknown' }, 404, 'not_found'],
  ['other prices than the part has', { before: HIGHER }, 409, 'prices_changed'],
  ['the prices that it has', { prices: 'same' }, 422, 'invalid'],
  ['a ladder that rises', { prices: [HIGHER[1], HIGHER[0]] }, 422, 'invalid'],
  ['a ladder that does not begin with the minimum', { prices: [{ from: 200, price: 1 }] }, 422, 'invalid'],
  ['a price of five decimals', { prices: [{ from: 100, price: 0.00001 }] }, 422, 'invalid'],
] as const)('refused, with nothing changed: %s', async (_, change, status, code) => {
  if (change === 'twice') await plan()
  const before = await plansOf()
  const { day = DAY, ...ofPlan } = change === 'twice' ? {} : (change as { day?: string; prices?: unknown })
  const body = planBody({ ...ofPlan, ...(ofPlan.prices === 'same' && { prices: part.prices }) })
  const answer = await call('POST', 'planned-prices', { ...body, day })
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(await plansOf()).toEqual(before)
  expect(await read()).toEqual(part)
})

test('all of a request are planned or none', async () => {
  const other = await addPart('Part b')
  const plans = [planBody().plans[0], planBody({ prices: other.prices }, other).plans[0]]
  const { status, body } = await call('POST', 'planned-prices', { day: DAY, plans })
  expect([status, body.errors[0].pointer]).toEqual([422, '#/plans/1/prices'])
  expect(await plansOf()).toEqual([])
  for (const body of [{ day: DAY, plans: [plans[0], plans[0]] }, { day: DAY }])
    expect((await call('POST', 'planned-prices', body)).status).toBe(422)
})
