import { expect, test } from 'vitest'
import type { Category, Facet } from '#features/catalog/schema.ts'
import { sharedAttributes, tableLayout } from './columns.ts'

const facet = (key: string, values: (string | number)[], kind: 'number' | 'text' = 'number'): Facet => ({
  key,
  label: key,
  kind,
  values: values.map((value) => ({ value, count: 1 })),
})

const layoutOf = (facets: Facet[], total = 2) => tableLayout(facets, facets, total)

test('at most six columns are chosen for a desktop and six more for a wide table, only as many as fit, in sequence', () => {
  const many = Array.from({ length: 14 }, (_, index) => facet(`n${index}`, [1, 2]))
  const shown = layoutOf(many).columns.map(({ key, shownFrom }) => [key, shownFrom])
  expect(shown.map(([key]) => key)).toEqual(many.slice(0, 12).map(({ key }) => key))
  expect(shown.filter(([, shownFrom]) => shownFrom === 'wide')).toHaveLength(6)
  const wide = Array.from({ length: 14 }, (_, index) =>
    facet(`text ${index}`, ['Stainless steel A2-70', 'x'], 'text'),
  )
  const { columns } = layoutOf(wide)
  const roomOf = (isWide: boolean) =>
    columns
      .filter(({ shownFrom }) => (shownFrom === 'wide') === isWide)
      .reduce((sum, { width }) => sum + width, 0)
  expect(roomOf(false)).toBeLessThanOrEqual(310)
  expect(roomOf(true)).toBeLessThanOrEqual(560)
  expect(columns.length).toBeLessThan(12)
  expect(new Set(columns.map(({ shownFrom }) => shownFrom))).toEqual(new Set([undefined, 'desktop', 'wide']))
})

test('an attribute with the same value of all parts is words, not a column', () => {
  const one = { ...facet('width', [8]), label: 'Width', unit: 'mm', values: [{ value: 8, count: 2 }] }
  const text = { ...facet('material', [], 'text'), values: [{ value: 'Steel', count: 2 }] }
  expect(layoutOf([text, one])).toMatchObject({ columns: [], common: ['Steel', 'Width 8 mm'] })
  // One part has no value.
  expect(layoutOf([text, one], 3)).toMatchObject({
    columns: [{ key: 'material' }, { key: 'width' }],
    common: [],
  })
})

test('an attribute that no part has is no column', () => {
  expect(layoutOf([facet('a', [])])).toMatchObject({ columns: [], common: [] })
})

test('a category shares the attributes of more than half of those below it that have parts', () => {
  const attribute = (key: string, unit?: string) => ({
    key,
    label: key,
    kind: 'number' as const,
    ...(unit && { unit }),
  })
  const child = (slug: string, attributes: Category['attributes'], count = 1): Category => ({
    slug,
    name: slug,
    parent: 'top',
    count,
    attributes,
  })
  const categories: Category[] = [
    { slug: 'top', name: 'top', count: 3, attributes: [] },
    child('a', [attribute('width', 'mm'), attribute('teeth')]),
    child('b', [attribute('width', 'mm'), attribute('rate', 'N')]),
    child('c', [attribute('width', 'in'), attribute('teeth')]),
    child('empty', [attribute('rate', 'N')], 0),
  ]
  expect(sharedAttributes(categories, 'top').map(({ key }) => key)).toEqual(['width', 'teeth'])
  expect(sharedAttributes(categories, 'a').map(({ key }) => key)).toEqual(['width', 'teeth'])
})
