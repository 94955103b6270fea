import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { listFacets, listProducts, readPageFilter } from '../catalog.ts'
import { archiveProduct, createProduct } from '../products/change-products.ts'
import type { AttributeValues, Facets } from '../schema.ts'
import { putCategory } from './categories.ts'
import type { AttributeFilter } from './category-filter.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const ADMIN = { id: 'admin', email: 'admin@example.com' }

const DESCRIBED = [
  { key: 'thread', label: 'Thread', kind: 'text' },
  { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
  { key: 'finish', label: 'Finish', kind: 'text' },
] as const

const texts = fc.constantFrom('M8', 'M10', 'É', "it's", '10..20')
const numbers = fc.constantFrom(-1.5, 0, 8, 10, 40, 1_000_000)

const part = fc.record({
  child: fc.constantFrom('', '-a', '-b'),
  isArchived: fc.boolean(),
  word: fc.constantFrom('zinc', 'steel'),
  attributes: fc.record({ thread: texts, length: numbers, finish: texts }, { requiredKeys: [] }),
})

type Part = typeof part extends fc.Arbitrary<infer Value> ? Value : never

const range = fc.oneof(
  numbers.map((number) => ({ text: String(number), from: number, to: number })),
  fc.tuple(numbers, numbers).map(([a, b]) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)]
    return { text: `${from}..${to}`, from, to }
  }),
  numbers.map((number) => ({ text: `..${number}`, from: Number.NEGATIVE_INFINITY, to: number })),
  numbers.map((number) => ({ text: `${number}..`, from: number, to: Number.POSITIVE_INFINITY })),
)

const some = <Value>(values: fc.Arbitrary<Value>) => fc.array(values, { minLength: 1, maxLength: 3 })

const choice = fc.record(
  { thread: some(texts), length: some(range), finish: some(texts) },
  { requiredKeys: [] },
)

const question = fc.record({ choice, child: fc.constantFrom('', '-a'), q: fc.constantFrom('', 'zinc') })

type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never

/** Whether the part has one of the chosen values of this attribute. */
function hasChosen({ attributes }: Part, { choice }: Question, key: keyof Question['choice']): boolean {
  const value = attributes[key]
  if (choice[key] === undefined) return true
  if (value === undefined) return false
  return key === 'length'
    ? (choice.length ?? []).some(({ from, to }) => from <= Number(value) && Number(value) <= to)
    : (choice[key] ?? []).some((text) => text === value)
}

/** The facets, by counting every part. */
function countAll(parts: readonly Part[], question: Question): Facets {
  const within = parts.filter((each) => !each.isArchived && (question.child === '' || each.child === '-a'))
  const found = within.filter(({ word }) => question.q === '' || word === question.q)
  const keys = ['thread', 'length', 'finish'] as const
  const facets = DESCRIBED.map((described) => {
    const others = keys.filter((key) => key !== described.key)
    const counted = found.filter((each) => others.every((key) => hasChosen(each, question, key)))
    const values = new Map<string | number, number>()
    for (const { attributes } of counted) {
      const value = attributes[described.key]
      if (value !== undefined) values.set(value, (values.get(value) ?? 0) + 1)
    }
    const all = within.flatMap(({ attributes }) => attributes.length ?? [])
    const ends =
      described.kind === 'number' && all.length > 0
        ? { minimum: Math.min(...all), maximum: Math.max(...all) }
        : {}
    return { ...described, values: [...values].map(([value, count]) => ({ value, count })), ...ends }
  })
  const total = found.filter((each) => keys.every((key) => hasChosen(each, question, key))).length
  return { total, facets }
}

/** Values with the same count are in the sequence of their values, which depends on the database for texts. */
const sorted = ({ total, facets }: Facets) => ({
  total,
  facets: facets.map((facet) => ({
    ...facet,
    values: [...facet.values].sort((a, b) => (String(a.value) < String(b.value) ? -1 : 1)),
  })),
})

const attributesOf = ({ choice }: Question): AttributeFilter =>
  ({
    ...choice,
    ...(choice.length && { length: choice.length.map(({ text }) => text) }),
  }) as AttributeFilter

let catalogues = 0

/** Publishes the parts in a new category with two children; returns its slug. */
async function publish(parts: readonly Part[]): Promise<string> {
  const slug = `catalogue-${catalogues}`
  catalogues += 1
  const attributes = [...DESCRIBED]
  await putCategory(app.shop, ADMIN, slug, { name: slug, attributes })
  for (const child of ['-a', '-b'])
    await putCategory(app.shop, ADMIN, slug + child, { name: slug + child, parent: slug, attributes })
  for (const [index, { child, isArchived, word, attributes }] of parts.entries()) {
    const { _id } = await createProduct(
      app.shop,
      ADMIN,
      samplePart({
        name: `Part ${catalogues} ${index}`,
        description: word,
        category: slug + child,
        attributes: attributes as AttributeValues,
      }),
    )
    if (isArchived) await archiveProduct(app.shop, ADMIN, _id)
  }
  return slug
}

test('the counts are those of counting all products, and the total is that of the list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 25 }),
      fc.array(question, { minLength: 8, maxLength: 8 }),
      async (parts, questions) => {
        const slug = await publish(parts)
        for (const question of questions) {
          const query = { category: slug + question.child, q: question.q, attributes: attributesOf(question) }
          const facets = await listFacets(app.shop.db, query)
          expect(sorted(facets)).toEqual(sorted(countAll(parts, question)))
          expect((await listProducts(app.shop.db, query)).total).toBe(facets.total)
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

describe('the call', () => {
  beforeAll(async () => {
    await publish([
      { child: '', isArchived: false, word: 'zinc', attributes: { thread: 'M8', length: 40 } },
      { child: '-a', isArchived: false, word: 'zinc', attributes: { thread: 'M8', length: 8 } },
      { child: '-b', isArchived: false, word: 'steel', attributes: { thread: 'M10' } },
    ])
  })
  const slug = () => `catalogue-${catalogues - 1}`

  test('counts a chosen facet without its own choice, and keeps the ends of the whole category', async () => {
    const { status, body } = await app.call('GET', `/api/product/facets?category=${slug()}&thread=M10`)
    expect(status).toBe(200)
    expect(body).toEqual({
      total: 1,
      facets: [
        {
          key: 'thread',
          label: 'Thread',
          kind: 'text',
          values: [
            { value: 'M8', count: 2 },
            { value: 'M10', count: 1 },
          ],
        },
        { key: 'length', label: 'Length', unit: 'mm', kind: 'number', values: [], minimum: 8, maximum: 40 },
        { key: 'finish', label: 'Finish', kind: 'text', values: [] },
      ],
    })
  })

  test.each([
    ['', 'category'],
    ['category=nowhere', 'category'],
    ['category=SLUG&colour=red', 'colour'],
    ['category=SLUG&length=long', 'length'],
    ['category=SLUG&length=40..8', 'length'],
    [`category=SLUG&q=${'a'.repeat(201)}`, 'q'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await app.call('GET', `/api/product/facets?${query.replace('SLUG', slug())}`)
    expect(status).toBe(422)
    expect(body.errors[0].pointer).toContain(field)
  })

  // attack: search-load
  test('lists the 50 most frequent values', async () => {
    const values = Array.from({ length: 52 }, (_, index) => `Value ${index}`)
    const parts = [...values, 'Value 51', 'Value 51'].map(
      (finish): Part => ({
        child: '',
        isArchived: false,
        word: 'zinc',
        attributes: { finish } as Part['attributes'],
      }),
    )
    const { facets } = await listFacets(app.shop.db, { category: await publish(parts) })
    expect(facets[2]?.values).toHaveLength(50)
    expect(facets[2]?.values[0]).toEqual({ value: 'Value 51', count: 3 })
  })
})

describe('the filter of a page', () => {
  test('leaves out what it cannot read, and names it', async () => {
    const slug = await publish([])
    const parameters = {
      thread: ['M8', 'M8', 'M10'],
      length: ['long', '8..40', '40..8'],
      colour: ['red'],
    }
    expect(await readPageFilter(app.shop.db, { category: slug, attributes: parameters })).toMatchObject({
      category: { slug, count: 0 },
      attributes: { thread: ['M8', 'M10'], length: ['8..40'] },
      ignored: [
        { name: 'length', value: 'long' },
        { name: 'length', value: '40..8' },
        { name: 'colour', value: 'red' },
      ],
    })
  })

  // attack: search-load
  test('has at most 50 values, which the list accepts', async () => {
    const slug = await publish([])
    const thread = Array.from({ length: 60 }, (_, index) => `M${index}`)
    const filter = await readPageFilter(app.shop.db, {
      category: slug,
      attributes: { finish: ['Zinc'], thread },
    })
    expect(filter?.attributes.thread).toHaveLength(49)
    expect(filter?.ignored).toHaveLength(11)
    await listFacets(app.shop.db, { category: slug, attributes: filter?.attributes })
  })

  test('has at most 12 attributes, and counting the values of more is refused', async () => {
    const slug = `catalogue-${catalogues}`
    catalogues += 1
    const attributes = Array.from({ length: 13 }, (_, index) => ({
      key: `k${index}`,
      label: 'K',
      kind: 'text' as const,
    }))
    await putCategory(app.shop, ADMIN, slug, { name: slug, attributes })
    const chosen = Object.fromEntries(attributes.map(({ key }) => [key, ['A', 'B']]))
    const filter = await readPageFilter(app.shop.db, { category: slug, attributes: chosen })
    expect(filter?.ignored.map(({ name }) => name)).toEqual(['k12', 'k12'])
    expect((await listFacets(app.shop.db, { category: slug, attributes: filter?.attributes })).total).toBe(0)
    await expect(listFacets(app.shop.db, { category: slug, attributes: chosen })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('of an unknown category does not exist', async () => {
    expect(await readPageFilter(app.shop.db, { category: 'nowhere' })).toBeUndefined()
  })
})
