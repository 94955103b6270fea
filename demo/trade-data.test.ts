import { describe, expect, test } from 'vitest'
import { newProductSchema } from '#features/catalog/schema.ts'
import { completeTerms, termProblems } from '#features/pricing/price-terms.ts'
import { type DemoCategory, demoCategories } from './categories.ts'
import { type DemoPart, toProduct } from './demo-part.ts'
import { demoParts } from './parts.ts'

const named = demoParts.map((part) => [part.sku, part] as const)

const parents = new Set(demoCategories.map(({ parent }) => parent))
const leaves = demoCategories.filter(({ slug }) => !parents.has(slug))
const partsOf = ({ slug }: DemoCategory) => demoParts.filter(({ category }) => category === slug)

describe('terms', () => {
  test.each(named)('%s has valid terms with 3 to 5 price breaks', (_sku, part) => {
    const product = toProduct(part)
    expect(termProblems(product)).toEqual([])
    expect(newProductSchema.safeParse(product).error).toBeUndefined()
    expect(product.prices.length).toBeGreaterThanOrEqual(3)
    expect(product.prices.length).toBeLessThanOrEqual(5)
    const { step } = completeTerms(product)
    for (const { from } of product.prices) {
      expect(from % step).toBe(0)
      expect(from).toBeLessThanOrEqual(part.quantity)
    }
  })

  test.each(named)('%s is 4 to 11 % cheaper with each break, and at most 30 % in all', (_sku, part) => {
    const prices = toProduct(part).prices.map(({ price }) => price)
    const [first = 0] = prices
    const last = prices.at(-1) ?? 0
    for (const [index, price] of prices.slice(1).entries()) {
      const discount = 1 - price / (prices[index] ?? 0)
      expect(discount).toBeGreaterThanOrEqual(0.04)
      expect(discount).toBeLessThanOrEqual(0.11)
    }
    expect(1 - last / first).toBeLessThanOrEqual(0.3)
  })

  test('8 to 12 parts are sold in bags of 50 or 100', () => {
    const steps = demoParts.flatMap(({ step }) => step ?? [])
    expect(steps.length).toBeGreaterThanOrEqual(8)
    expect(steps.length).toBeLessThanOrEqual(12)
    expect(new Set(steps)).toEqual(new Set([50, 100]))
  })
})

describe('categories', () => {
  test('have unique slugs, and each is listed after its parent of the upper level', () => {
    const listed = new Map<string, DemoCategory>()
    for (const category of demoCategories) {
      expect(category.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(listed.has(category.slug), category.slug).toBe(false)
      if (category.parent) expect(listed.get(category.parent)).toMatchObject({ attributes: [] })
      if (category.parent) expect(listed.get(category.parent)?.parent).toBeUndefined()
      listed.set(category.slug, category)
    }
  })

  test.each(leaves)('$slug has at least two parts, and 3 to 8 attributes that a part has', (leaf) => {
    const parts = partsOf(leaf)
    expect(leaf.parent).toBeDefined()
    expect(parts.length).toBeGreaterThanOrEqual(2)
    expect(leaf.attributes.length).toBeGreaterThanOrEqual(3)
    expect(leaf.attributes.length).toBeLessThanOrEqual(8)
    for (const { key } of leaf.attributes) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(
        parts.some(({ attributes }) => key in attributes),
        key,
      ).toBe(true)
    }
  })

  test('an attribute is the same in all categories that have it', () => {
    const attributes = leaves.flatMap((leaf) => leaf.attributes)
    const byKey = new Map(attributes.map((attribute) => [attribute.key, attribute]))
    const byLabel = new Map(attributes.map((attribute) => [attribute.label, attribute]))
    for (const attribute of attributes) {
      expect(attribute).toEqual(byKey.get(attribute.key))
      expect(attribute).toEqual(byLabel.get(attribute.label))
    }
  })
})

describe('attributes', () => {
  test.each(named)('%s has attributes of its category, of the right kind', (_sku, part) => {
    const leaf = leaves.find(({ slug }) => slug === part.category)
    const kinds = new Map<string, string>(leaf?.attributes.map(({ key, kind }) => [key, kind]))
    expect(Object.keys(part.attributes).length).toBeGreaterThanOrEqual(3)
    for (const [key, value] of Object.entries(part.attributes))
      expect(typeof value === 'string' ? 'text' : typeof value, key).toBe(kinds.get(key))
  })

  test.each(named)('%s has only attributes that its name, description or drawing states', (_sku, part) => {
    for (const [key, value] of Object.entries(part.attributes))
      expect(states(part, value), `${key}: ${value}`).toBe(true)
  })

  test.each(['material', 'strength', 'finish', 'type', 'drive'])('a %s is written in one way', (key) => {
    const texts = new Set(demoParts.flatMap(({ attributes }) => attributes[key] ?? []).map(String))
    expect(texts.size).toBeGreaterThan(1)
    expect(new Set([...texts].map((text) => text.toLowerCase().replace(/\W/g, ''))).size).toBe(texts.size)
    for (const text of texts) expect(text).toMatch(/^[A-Z\d](.*\S)?$/)
  })
})

/** Whether the part's own data has the number, or every word of the text. */
function states(part: DemoPart, value: string | number): boolean {
  const { name, description } = part
  const text = `${name} ${description}`.toLowerCase()
  const numbers: readonly string[] =
    `${text} ${'drawing' in part ? JSON.stringify(part.drawing) : ''}`.match(/\d+(\.\d+)?/g) ?? []
  if (typeof value === 'number') return numbers.includes(String(value))
  const words = text.replaceAll('-', ' ')
  return value
    .toLowerCase()
    .replaceAll('-', ' ')
    .split(/ (?:\/ )?/)
    .every((word) => words.includes(word))
}
