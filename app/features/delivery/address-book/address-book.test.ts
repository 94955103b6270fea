import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { findAddress } from './address-book.ts'

let shop: TestApp
let customer: Person

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
})
afterEach(() => shop[Symbol.asyncDispose]())

const LYON = {
  name: 'Sample Buyer',
  company: 'Sample SARL',
  street: '1 rue Exemple\nBâtiment B',
  postcode: '69001',
  city: 'Lyon',
  country: 'FR',
}

const AUSTIN = {
  name: 'Sample Buyer',
  street: '1 Sample Street',
  postcode: '78701',
  city: 'Austin',
  region: 'TX',
  country: 'US',
}

const add = (body: object, as = customer) => shop.call('POST', '/api/address', { body, as })
const list = async (as = customer) => (await shop.call('GET', '/api/address', { as })).body
const rows = () => shop.shop.db.selectFrom('addresses').selectAll().orderBy('id').execute()

test('all that is wrong with an address is said at once, and nothing is saved', async () => {
  const pointers = async (body: object) =>
    (await add(body)).body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()
  expect(await pointers({ country: 'FR' })).toEqual(['#/city', '#/name', '#/postcode', '#/street'])
  expect(await pointers({ ...AUSTIN, name: '', region: 'ZZ', postcode: '1' })).toEqual([
    '#/name',
    '#/postcode',
    '#/region',
  ])
  expect(await pointers({ ...LYON, street: ' \n ', city: '' })).toEqual(['#/city', '#/street'])
  expect(await rows()).toEqual([])
})

test('the first address is the default, and another becomes it', async () => {
  const first = await add({ ...LYON, label: 'Works' })
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    ...LYON,
    _id: expect.any(String),
    label: 'Works',
    isDefault: true,
    addressLines: ['Sample SARL', 'Sample Buyer', '1 rue Exemple', 'Bâtiment B', '69001 LYON', 'FRANCE'],
  })
  const second = (await add(AUSTIN)).body
  expect(second.isDefault).toBe(false)
  const put = (_id: string, body: object) => shop.call('PUT', `/api/address/${_id}`, { body, as: customer })
  expect((await put(second._id, { ...AUSTIN, isDefault: true })).body.isDefault).toBe(true)
  expect((await list()).map(({ city, isDefault }: typeof second) => [city, isDefault])).toEqual([
    ['Austin', true],
    ['Lyon', false],
  ])
  // One is always the default.
  expect((await put(second._id, { ...AUSTIN, isDefault: false })).body.isDefault).toBe(true)
})

test('a VAT ID is kept with its address, and is no part of it where an order goes', async () => {
  const { body: saved } = await add({ ...LYON, vatId: 'fr 40 303 265 045' })
  expect(saved).toMatchObject({ ...LYON, vatId: 'FR40303265045' })
  expect(await list()).toEqual([saved])
  const [row] = await rows()
  expect(await findAddress(shop.shop.db, { id: row?.user_id ?? '' }, saved._id)).toEqual(LYON)
  const put = (body: object) => shop.call('PUT', `/api/address/${saved._id}`, { body, as: customer })
  const refused = await put({ ...LYON, name: '', vatId: 'FR12345678901' })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [
      { pointer: '#/name', detail: 'The name is required.' },
      { pointer: '#/vatId', detail: expect.stringContaining('The digits of FR12345678901 are wrong') },
    ],
  ])
  expect((await put({ ...LYON, vatId: 'x'.repeat(31) })).body.errors).toEqual([
    { pointer: '#/vatId', detail: 'The VAT ID can have at most 30 characters, you have 31.' },
  ])
  expect(await list()).toEqual([saved])
  expect((await put({ ...LYON, vatId: '' })).body).not.toHaveProperty('vatId')
})

test('when the default is deleted the newest of the others is', async () => {
  const first = (await add(LYON)).body
  const second = (await add(AUSTIN)).body
  shop.shop.advance(1000)
  const third = (await add({ ...AUSTIN, label: 'The newest' })).body
  const remove = ({ _id }: { _id: string }) => shop.call('DELETE', `/api/address/${_id}`, { as: customer })
  const deleted = await remove(first)
  expect([deleted.status, deleted.body]).toEqual([200, { deletedCount: 1 }])
  expect(await list()).toEqual([{ ...third, isDefault: true }, second])
  // Another one than the default.
  await remove(second)
  expect(await list()).toEqual([{ ...third, isDefault: true }])
  await remove(third)
  expect(await list()).toEqual([])
})

test('postcodes and regions get the form of their country, and names of any script stay', async () => {
  const { body } = await add({
    ...AUSTIN,
    name: '部品株式会社 Ωμέγα شركة',
    region: 'texas',
    postcode: '７８７０１',
  })
  expect(body).toMatchObject({ name: '部品株式会社 Ωμέγα شركة', region: 'TX', postcode: '78701' })
  expect((await add({ ...LYON, name: 'é'.repeat(300) })).status).toBe(201)
})

test.each([
  [{ name: '' }, '#/name'],
  [{ name: 'n'.repeat(301) }, '#/name'],
  [{ street: '1\n2\n3\n4' }, '#/street'],
  [{ postcode: 'ABC' }, '#/postcode'],
  [{ postcode: undefined }, '#/postcode'],
  [{ city: '' }, '#/city'],
  [{ region: 'Atlantis' }, '#/region'],
  [{ region: undefined }, '#/region'],
  [{ country: 'XX' }, '#/country'],
  [{ country: undefined }, '#/country'],
  [{ phone: 'none' }, '#/phone'],
  [{ label: 'l'.repeat(61) }, '#/label'],
  [{ isDefault: 'yes' }, '#/isDefault'],
])('an address with %j is refused, and nothing is saved', async (wrong, pointer) => {
  const { status, body } = await add({ ...AUSTIN, ...wrong })
  expect([status, body.errors?.map((error: { pointer: string }) => error.pointer)]).toEqual([422, [pointer]])
  expect(await rows()).toEqual([])
})

// attack: foreign-address
test('the address of another is unknown, and stays', async () => {
  const { _id } = (await add(LYON)).body
  const before = await rows()
  const other = await shop.register()
  const answers = [
    await shop.call('PUT', `/api/address/${_id}`, { body: AUSTIN, as: other }),
    await shop.call('DELETE', `/api/address/${_id}`, { as: other }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(await list(other)).toEqual([])
  expect(await rows()).toEqual(before)
})

test('an account has 200 addresses at most, also when the last are added at once', async () => {
  const { _id } = (await add(LYON)).body
  const [row] = await rows()
  if (!row) throw new Error('There is no address.')
  const copies = Array.from({ length: 197 }, (_, index) => ({
    ...row,
    id: `${_id}-${index}`,
    is_default: 0 as const,
  }))
  await shop.shop.db.insertInto('addresses').values(copies).execute()
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(AUSTIN)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many')
  expect(await rows()).toHaveLength(200)
})

test('of several that become the default at once one is', async () => {
  const ids: string[] = []
  for (let index = 0; index < 4; index += 1) ids.push((await add(LYON)).body._id)
  const answers = await Promise.all(
    ids.map((id) =>
      shop.call('PUT', `/api/address/${id}`, { body: { ...LYON, isDefault: true }, as: customer }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await rows()).filter(({ is_default }) => is_default === 1)).toHaveLength(1)
})

test('countries have their fields in their sequence, and say whether they are served', async () => {
  const { body } = await shop.call('GET', '/api/country')
  const of = (code: string) => body.find((country: { code: string }) => country.code === code)
  expect(of('FR')).toMatchObject({ name: 'France', served: true })
  expect(of('FR').fields.map(({ name }: { name: string }) => name)).toEqual([
    'company',
    'name',
    'street',
    'postcode',
    'city',
    'phone',
  ])
  const state = of('US').fields.find(({ name }: { name: string }) => name === 'region')
  expect(state).toMatchObject({ label: 'State', required: true })
  expect(state.options).toContainEqual({ value: 'TX', label: 'Texas' })
})
