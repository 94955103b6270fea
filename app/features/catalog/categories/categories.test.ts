import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Product } from '../schema.ts'

let shop: TestApp
let admin: Person

const SCREWS = {
  name: 'Screws',
  parent: 'fasteners',
  attributes: [
    { key: 'thread', label: 'Thread', kind: 'text' },
    { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
  ],
}

const put = (slug: string, body: object, as = admin) =>
  shop.call('PUT', `/api/category/${slug}`, { as, body })

const categories = async () => (await shop.call('GET', '/api/category')).body

const addScrew = (thread: string, length: number, more: object = {}) =>
  shop.addProduct({
    name: `Screw ${thread} × ${length}`,
    // A made up one can have any digits, which a search would find.
    sku: `SC-${thread}-${length}`,
    category: 'screws',
    attributes: { length, thread },
    ...more,
  } as object)

const namesFor = async (query: string): Promise<{ names: string[]; total: number }> => {
  const answer = await shop.call('GET', `/api/product?${query}`)
  expect(answer.status, query).toBe(200)
  const names = answer.body.map(({ name }: Product) => name.replace('Screw ', '')).sort()
  return { names, total: Number(answer.headers.get('x-total-count')) }
}

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  await put('fasteners', { name: 'Fasteners' })
  await put('screws', SCREWS)
})
afterEach(() => shop[Symbol.asyncDispose]())

test('categories are listed with their attributes and counts, parents before children', async () => {
  await put('bolts', { name: 'Bolts', parent: 'fasteners' })
  await put('bearings', { name: 'Bearings' })
  const { _id } = await addScrew('M8', 40)
  await addScrew('M8', 50)
  await shop.addProduct({ category: 'fasteners' } as object)
  const list = await categories()
  expect(list.map(({ slug, count }: { slug: string; count: number }) => [slug, count])).toEqual([
    ['bearings', 0],
    ['fasteners', 3],
    ['bolts', 0],
    ['screws', 2],
  ])
  expect(list[3]).toEqual({ slug: 'screws', ...SCREWS, count: 2 })
  await shop.call('DELETE', `/api/product/${_id}`, { as: admin })
  expect((await categories())[3].count).toBe(1)
})

test('a product has its attributes in the sequence of its category', async () => {
  const added = await addScrew('M8', 40)
  expect(added.category).toBe('screws')
  expect(added.attributes).toEqual([
    { key: 'thread', label: 'Thread', value: 'M8' },
    { key: 'length', label: 'Length', value: 40, unit: 'mm' },
  ])
  expect((await shop.call('GET', `/api/part/${added.sku}`)).body).toEqual(added)
  expect((await shop.call('GET', '/api/product')).body).toEqual([added])
})

test('products are found by category and attributes', async () => {
  for (const [thread, length] of [
    ['M8', 40],
    ['M8', 60],
    ['M10', 60],
    ['M12', 80.5],
  ] as const)
    await addScrew(thread, length)
  await shop.addProduct({ name: 'Loose part' })
  const all = ['M10 × 60', 'M12 × 80.5', 'M8 × 40', 'M8 × 60']
  expect(await namesFor('category=screws')).toEqual({ names: all, total: 4 })
  expect((await namesFor('category=fasteners')).names).toEqual(all)
  const found = async (query: string) => (await namesFor(`category=screws&${query}`)).names
  expect(await found('thread=M8')).toEqual(['M8 × 40', 'M8 × 60'])
  expect(await found('thread=M8&thread=M10')).toEqual(['M10 × 60', 'M8 × 40', 'M8 × 60'])
  expect(await found('thread=m8')).toEqual([])
  expect(await found('length=40..60')).toEqual(['M10 × 60', 'M8 × 40', 'M8 × 60'])
  expect(await found('length=..59.9')).toEqual(['M8 × 40'])
  expect(await found('length=60.1..')).toEqual(['M12 × 80.5'])
  expect(await found('length=60')).toEqual(['M10 × 60', 'M8 × 60'])
  expect(await found('length=..40&length=80..')).toEqual(['M12 × 80.5', 'M8 × 40'])
  expect(await found('thread=M8&length=50..')).toEqual(['M8 × 60'])
  expect(await found('q=60&sort=name')).toEqual(['M10 × 60', 'M8 × 60'])
  expect((await namesFor('category=fasteners&length=60')).names).toEqual(['M10 × 60', 'M8 × 60'])
})

test('pages of a category continue where the last one ended, in every sort order', async () => {
  for (let length = 1; length <= 7; length += 1)
    await addScrew('M8', length, { price: 0.01 + (length % 3) / 100 })
  for (const sort of ['newest', 'name', 'price', '-price']) {
    const whole = (await shop.call('GET', `/api/product?category=screws&sort=${sort}`)).body
    const rows: Product[] = []
    let next: string | undefined = `/api/product?category=screws&thread=M8&sort=${sort}&limit=3`
    while (next) {
      const page = await shop.call('GET', next)
      rows.push(...page.body)
      next = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(rows).toEqual(whole)
  }
})

test('changed, archived and restored products are found by their current attributes', async () => {
  const screw = await addScrew('M8', 40)
  const path = `/api/product/${screw._id}`
  const body = { ...screw, attributes: { thread: 'M10', length: 45 } }
  const changed = await shop.call('PUT', path, { as: admin, body })
  expect(changed.body.attributes[0].value).toBe('M10')
  expect((await namesFor('category=screws&thread=M8')).total).toBe(0)
  expect((await namesFor('category=screws&thread=M10&length=45')).total).toBe(1)
  const history = (await shop.call('GET', `${path}/history`, { as: admin })).body
  expect(history[0].changes).toEqual([
    { field: 'attributes', from: { length: 40, thread: 'M8' }, to: { length: 45, thread: 'M10' } },
  ])
  await shop.call('DELETE', path, { as: admin })
  expect((await namesFor('category=screws&thread=M10')).total).toBe(0)
  await shop.call('POST', `${path}/restore`, { as: admin })
  expect((await namesFor('category=screws&thread=M10')).total).toBe(1)
})

test('an attribute that is a text in one category and a number in another is found in both', async () => {
  const thread = { key: 'thread', label: 'Thread', kind: 'number' }
  await put('rods', { name: 'Rods', parent: 'fasteners', attributes: [thread] })
  await addScrew('M8', 40)
  const rod = { name: 'Screw rod', category: 'rods', attributes: { thread: 8 } }
  await shop.addProduct(rod as object)
  expect((await namesFor('category=fasteners&thread=M8')).names).toEqual(['M8 × 40'])
  expect((await namesFor('category=fasteners&thread=7..9')).names).toEqual(['rod'])
})

test('concurrent changes of categories and their products leave both consistent', async () => {
  for (let round = 0; round < 5; round += 1) {
    await put('rods', { name: 'Rods' })
    const body = samplePart({ category: 'rods' })
    const [removed, added] = await Promise.all([
      shop.call('DELETE', '/api/category/rods', { as: admin }),
      shop.call('POST', '/api/product', { as: admin, body }),
    ])
    expect([
      [200, 422],
      [409, 201],
    ]).toContainEqual([removed.status, added.status])
    if (added.status === 201) break
  }
  await put('one', { name: 'One' })
  await put('two', { name: 'Two' })
  const answers = await Promise.all([
    put('one', { name: 'One', parent: 'two' }),
    put('two', { name: 'Two', parent: 'one' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('a category is replaced and deleted, and the audit log has it', async () => {
  const attributes = [...SCREWS.attributes, { key: 'head', label: 'Head', kind: 'text' }]
  const changed = await put('screws', { name: 'Screws and bolts', attributes })
  expect(changed.body).toEqual({ slug: 'screws', name: 'Screws and bolts', count: 0, attributes })
  const deleted = await shop.call('DELETE', '/api/category/screws', { as: admin })
  expect(deleted.body).toEqual({ deletedCount: 1 })
  expect((await categories()).map(({ slug }: { slug: string }) => slug)).toEqual(['fasteners'])
  const audit = (await shop.call('GET', '/api/audit', { as: admin })).body
  expect(audit.slice(0, 2)).toMatchObject([
    { kind: 'category.deleted', subject: 'screws' },
    { kind: 'category.changed', subject: 'screws' },
  ])
})

describe('refused, with nothing changed:', () => {
  const refuse = async (answer: Promise<{ status: number; body: { code: string } }>, expected: unknown[]) => {
    const before = await categories()
    const { status, body } = await answer
    expect([status, body.code]).toEqual(expected)
    expect(await categories()).toEqual(before)
    return body
  }

  test.each([
    [{ name: ' ' }, '#/name'],
    [{ name: 'X', parent: 'nowhere' }, '#/parent'],
    [{ name: 'X', parent: 'fasteners' }, '#/parent'],
    [{ name: 'X', parent: 'screws' }, '#/parent'],
    [{ name: 'X', attributes: [{ key: 'A b', label: 'A', kind: 'text' }] }, '#/attributes/0/key'],
    [{ name: 'X', attributes: [{ key: 'a', label: 'A', kind: 'date' }] }, '#/attributes/0/kind'],
    [{ name: 'X', attributes: [{ key: 'limit', label: 'A', kind: 'text' }] }, '#/attributes/0/key'],
    [
      {
        name: 'X',
        attributes: [
          { key: 'a', label: 'A', kind: 'text' },
          { key: 'a', label: 'B', kind: 'text' },
        ],
      },
      '#/attributes',
    ],
  ])('the category fasteners as %j', async (body, pointer) => {
    const refused = await refuse(put('fasteners', body), [422, 'invalid'])
    expect(refused).toMatchObject({ errors: [{ pointer }] })
  })

  test('an invalid slug, an unknown category', async () => {
    await refuse(put('Screws', SCREWS), [422, 'invalid'])
    const unknown = shop.call('DELETE', '/api/category/nowhere', { as: admin })
    await refuse(unknown, [404, 'not_found'])
  })

  test('removing an attribute that products have, or changing its kind', async () => {
    await addScrew('M8', 40)
    const [thread, length] = SCREWS.attributes
    await refuse(put('screws', { ...SCREWS, attributes: [thread] }), [409, 'attribute_in_use'])
    const asText = { ...SCREWS, attributes: [thread, { ...length, kind: 'text' }] }
    await refuse(put('screws', asText), [409, 'attribute_in_use'])
  })

  test('deleting a category with products, for sale or archived, or with children', async () => {
    const remove = (slug: string) => shop.call('DELETE', `/api/category/${slug}`, { as: admin })
    await refuse(remove('fasteners'), [409, 'category_in_use'])
    const { _id } = await addScrew('M8', 40)
    await refuse(remove('screws'), [409, 'category_in_use'])
    await shop.call('DELETE', `/api/product/${_id}`, { as: admin })
    await refuse(remove('screws'), [409, 'category_in_use'])
  })

  test.each([
    [{ category: 'nowhere' }, '#/category'],
    [{ category: 'a\0' }, '#/category'],
    [{ category: 'screws', attributes: { thread: 'M8\0' } }, '#/attributes/thread'],
    [{ category: 'screws', attributes: { head: 'Hexagon' } }, '#/attributes/head'],
    [{ category: 'screws', attributes: { length: 'long' } }, '#/attributes/length'],
    [{ category: 'screws', attributes: { thread: 8 } }, '#/attributes/thread'],
    [{ category: 'screws', attributes: { length: 0.1234567 } }, '#/attributes/length'],
    [{ category: 'screws', attributes: { length: 1e15 } }, '#/attributes/length'],
    [{ attributes: { thread: 'M8' } }, '#/attributes'],
  ])('a product with %j', async (fields, pointer) => {
    const valid = samplePart()
    const added = shop.call('POST', '/api/product', { as: admin, body: { ...valid, ...fields } })
    expect(await refuse(added, [422, 'invalid'])).toMatchObject({ errors: [{ pointer }] })
    const product = await addScrew('M8', 40)
    const changed = shop.call('PUT', `/api/product/${product._id}`, {
      as: admin,
      body: {
        ...product,
        ...valid,
        prices: undefined,
        category: undefined,
        attributes: undefined,
        ...fields,
      },
    })
    expect(await refuse(changed, [422, 'invalid'])).toMatchObject({ errors: [{ pointer }] })
    expect((await shop.call('GET', '/api/product')).body).toEqual([product])
  })

  test.each([
    'category=nowhere',
    'category=screws&head=Hexagon',
    'category=screws&length=long',
    'category=screws&length=..',
    'category=screws&length=80..40',
    'category=screws&length=1e3..',
    'category=fasteners&unknown=1',
    `category=screws${'&length=1'.repeat(51)}`,
  ])('a list of %s', async (query) => {
    const answer = await shop.call('GET', `/api/product?${query}`)
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid'])
  })

  test('customers and visitors', async () => {
    const customer = await shop.register()
    await refuse(put('screws', SCREWS, customer), [403, 'right_required'])
    const remove = shop.call('DELETE', '/api/category/screws', { as: customer })
    await refuse(remove, [403, 'right_required'])
    const visitor = shop.call('PUT', '/api/category/screws', { body: SCREWS })
    await refuse(visitor, [401, 'not_signed_in'])
  })
})
