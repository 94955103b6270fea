import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { findNeighbours, type Neighbours } from '../catalog.ts'
import { attributeRows, facetsOf } from '../products/attributes.ts'
import { findPart } from '../products/find-products.ts'
import { toRow } from '../products/product-rows.ts'
import type { AttributeValues } from '../schema.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const ATTRIBUTES = [
  { key: 'thread', label: 'Thread', kind: 'text' },
  { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
  { key: 'flats', label: 'Across flats', unit: 'mm', kind: 'number' },
  { key: 'material', label: 'Material', kind: 'text' },
  { key: 'standard', label: 'Standard', kind: 'text' },
] as const

interface Part {
  readonly attributes: AttributeValues
  readonly isArchived?: boolean
}

let categories = 0

/** Creates a category with these parts; the part numbers are "{category}-{index}". */
async function createParts(parts: readonly Part[]): Promise<string> {
  categories += 1
  const category = `category-${categories}`
  await shop.db.insertInto('categories').values({ slug: category, name: category, parent: null }).execute()
  await shop.db
    .insertInto('category_attributes')
    .values(attributeRows(category, { attributes: [...ATTRIBUTES] }))
    .execute()
  const rows = parts.map(({ attributes, isArchived }, index) => {
    const sku = `${category}-${index}`
    const row = toRow(
      samplePart({ sku, name: `Part ${sku}`, price: (500 + index) / 10_000, category, attributes }),
    )
    return { ...row, id: sku, created_at: 0, updated_at: 0, archived_at: isArchived ? 1 : null }
  })
  await shop.db.insertInto('products').values(rows).execute()
  const facets = parts.flatMap(({ attributes, isArchived }, index) =>
    isArchived ? [] : facetsOf(`${category}-${index}`, { category, attributes }),
  )
  if (facets.length > 0) await shop.db.insertInto('product_facets').values(facets).execute()
  return category
}

const neighboursOf = async (category: string, index: number): Promise<Neighbours | undefined> =>
  findNeighbours(shop.db, await findPart(shop.db, `${category}-${index}`))

const skusOf = (neighbours: Neighbours | undefined) =>
  (neighbours?.cells ?? []).map((row) => row.map((part) => part?.sku.replace(/.*-/, '') ?? null))

const screw = (thread: string, length: number, material = 'Steel', standard = 'DIN 933'): Part => ({
  attributes: { thread, length, flats: Number(thread.slice(1)) * 2, material, standard },
})

describe('the neighbours of a part', () => {
  test('are those with the same material and standard, by thread and length', async () => {
    const category = await createParts([
      screw('M10', 40),
      screw('M8', 40),
      screw('M8', 16),
      screw('M10', 16),
      screw('M10', 60),
      screw('M10', 60, 'Brass'),
      screw('M12', 40, 'Steel', 'DIN 931'),
    ])
    const found = await neighboursOf(category, 0)
    expect(found).toMatchObject({
      rows: { key: 'length', values: [16, 40, 60], unit: 'mm' },
      columns: { key: 'thread', values: ['M8', 'M10'] },
      same: [{ value: 'Steel' }, { value: 'DIN 933' }],
      different: [],
    })
    expect(skusOf(found)).toEqual([
      ['2', '3'],
      ['1', '0'],
      [null, '4'],
    ])
    expect(found?.cells[0]?.[0]).toEqual({ sku: `${category}-2`, name: `Part ${category}-2`, price: 0.0502 })
  })

  test('include parts that differ more when too few share everything', async () => {
    const category = await createParts([
      screw('M8', 40),
      screw('M8', 16, 'Brass'),
      screw('M8', 20, 'Brass'),
      screw('M8', 25, 'Brass'),
      { ...screw('M8', 50), isArchived: true },
    ])
    const found = await neighboursOf(category, 0)
    expect(found).toMatchObject({
      rows: { key: 'length', values: [16, 20, 25, 40] },
      same: [{ key: 'standard' }],
      different: [{ key: 'material' }],
    })
    expect(found).not.toHaveProperty('columns')
    expect(skusOf(found)).toEqual([['1'], ['2'], ['3'], ['0']])
    // Three share everything with this one: they are enough.
    expect(skusOf(await neighboursOf(category, 2))).toEqual([['1'], ['2'], ['3']])
  })

  test('are of the same kind, also when no other is left', async () => {
    const unknown = { attributes: { thread: 'M8', length: 25 } }
    const category = await createParts([
      screw('M8', 40),
      screw('M8', 16, 'Steel', 'DIN 916'),
      screw('M8', 20, 'Steel', 'DIN 916'),
      unknown,
      unknown,
    ])
    expect(await neighboursOf(category, 0)).toBe(undefined)
    expect(skusOf(await neighboursOf(category, 1))).toEqual([['1'], ['2']])
    expect(await neighboursOf(category, 3)).toBe(undefined)
  })

  test('of several parts with the same sizes have the one that shares most', async () => {
    const category = await createParts([
      screw('M8', 40),
      screw('M8', 16, 'Brass', 'DIN 931'),
      screw('M8', 16, 'Brass'),
      screw('M8', 40, 'Brass', 'DIN 931'),
    ])
    expect(skusOf(await neighboursOf(category, 0))).toEqual([['2'], ['0']])
  })

  test('include parts that have only a later size in common', async () => {
    const category = await createParts([
      { attributes: { length: 40, flats: 13, material: 'Steel' } },
      { attributes: { flats: 17, material: 'Brass' } },
    ])
    expect(skusOf(await neighboursOf(category, 0))).toEqual([['0'], ['1']])
  })

  test('in a large category are the nearest in size', async () => {
    const lengths = Array.from({ length: 205 }, (_, index) => index + 1)
    const parts = ['M4', 'M5', 'M6', 'M8'].flatMap((thread) => lengths.map((length) => screw(thread, length)))
    const category = await createParts(parts)
    const index = parts.findIndex(({ attributes }) => attributes.thread === 'M6' && attributes.length === 100)
    const found = await neighboursOf(category, index)
    expect(found).toMatchObject({
      rows: { key: 'length', values: [97, 98, 99, 100, 101, 102, 103] },
      columns: { key: 'thread', values: expect.arrayContaining(['M5', 'M6']) },
      different: [],
    })
    expectConsistent(found as Neighbours, parts, index)
  })

  test('are none for a part without a category, without a size, or alone', async () => {
    const category = await createParts([screw('M8', 40), { attributes: { material: 'Brass' } }])
    expect(await neighboursOf(category, 0)).toBe(undefined)
    expect(await neighboursOf(category, 1)).toBe(undefined)
    const alone = await findPart(shop.db, `${category}-0`)
    expect(await findNeighbours(shop.db, { ...alone, category: undefined })).toBe(undefined)
  })

  test('contain the part itself, no archived one, each part once, at its sizes, and no empty row or column', async () => {
    const part = fc.record({
      attributes: fc.record(
        {
          thread: fc.constantFrom('M4', 'M5', 'M6', 'M8', 'M10', 'M12', 'M14', 'M16', 'M20', 'Plain'),
          length: fc.integer({ min: 1, max: 12 }),
          flats: fc.constantFrom(7, 10, 13),
          material: fc.constantFrom('Steel', 'Brass'),
          standard: fc.constantFrom('DIN 933', 'DIN 931', 'ISO 4017'),
        },
        { requiredKeys: [] },
      ),
      isArchived: fc.constantFrom(false, false, false, true),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 40 }), async (parts) => {
        const category = await createParts(parts)
        for (const [index, { isArchived }] of parts.entries()) {
          if (isArchived || index > 5) continue
          const found = await neighboursOf(category, index)
          if (!found) continue
          expectConsistent(found, parts, index)
        }
      }),
      { numRuns: 25 },
    )
  })
})

function expectConsistent(found: Neighbours, parts: readonly Part[], index: number): void {
  const { rows, columns } = found
  const skus = skusOf(found)
  const listed = skus.flat().filter((sku) => sku !== null)
  expect(listed).toContain(String(index))
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.length).toBeGreaterThan(1)
  expect([rows.values.length, columns?.values.length ?? 1].every((length) => length <= 7)).toBe(true)
  const isEmpty = (line: (string | null)[]) => line.every((sku) => sku === null)
  expect(skus.filter(isEmpty)).toEqual([])
  expect(columns?.values.filter((_, at) => isEmpty(skus.map((row) => row[at] ?? null))) ?? []).toEqual([])
  for (const [row, line] of skus.entries()) {
    for (const [column, sku] of line.entries()) {
      const part = parts[Number(sku)]
      if (sku === null || !part) continue
      expect(part.isArchived ?? false).toBe(false)
      expect(part.attributes[rows.key]).toBe(rows.values[row])
      if (columns) expect(part.attributes[columns.key]).toBe(columns.values[column])
    }
  }
}
