import { expect, test } from 'vitest'
import { categoryChangeSchema } from '#features/catalog/schema.ts'
import { slugOf } from '../slug-of.ts'
import {
  addAttribute,
  categoryDraftOf,
  changeAttribute,
  depthsOf,
  moveAttribute,
  removeAttribute,
  toChange,
} from './category-draft.ts'

const attributes = [
  { key: 'thread', label: 'Thread', kind: 'text' as const },
  { key: 'length', label: 'Length', unit: 'mm', kind: 'number' as const },
]
const screws = { slug: 'screws', name: 'Screws', parent: 'fasteners', count: 3, attributes }

test('a draft that was not changed comes to the same category', () => {
  expect(toChange(categoryDraftOf(screws))).toEqual({ name: 'Screws', parent: 'fasteners', attributes })
  expect(toChange(categoryDraftOf(undefined))).toEqual({ name: '', attributes: [] })
})

test('attributes are added, changed, moved and removed', () => {
  let draft = addAttribute(categoryDraftOf(screws))
  draft = changeAttribute(draft, 2, { key: 'head', label: ' Head ', unit: ' ' })
  draft = moveAttribute(draft, 2, -1)
  expect(toChange(draft).attributes).toEqual([
    attributes[0],
    { key: 'head', label: 'Head', kind: 'text' },
    attributes[1],
  ])
  expect(moveAttribute(draft, 0, -1)).toEqual(draft)
  expect(moveAttribute(draft, 1, 1)).toEqual(draft)
  expect(toChange(removeAttribute(draft, 0)).attributes.map(({ key }) => key)).toEqual(['head', 'length'])
  expect(addAttribute(removeAttribute(draft, 1)).attributes.at(-1)?.row).toBe(3)
})

test('a name comes to an address that the shop accepts', () => {
  const expected = {
    'Inner diameter (mm)': 'inner-diameter-mm',
    ' Müller’s  Parts ': 'muller-s-parts',
    '—': '',
  }
  for (const [name, slug] of Object.entries(expected)) expect(slugOf(name)).toBe(slug)
  const draft = changeAttribute(addAttribute(categoryDraftOf(screws)), 2, {
    label: 'Ø inner',
    key: slugOf('Ø inner'),
  })
  expect(categoryChangeSchema.safeParse(toChange(draft)).success).toBe(true)
})

test('a category is one deeper than its parent', () => {
  const list = [
    { ...screws, slug: 'fasteners', parent: undefined },
    screws,
    { ...screws, slug: 'hex', parent: 'screws' },
  ]
  expect([...depthsOf(list)]).toEqual([
    ['fasteners', 0],
    ['screws', 1],
    ['hex', 2],
  ])
})

test('a shape follows the key of its attribute while it is typed', () => {
  const shape = { slug: 'hexagon-screw', parameters: { thread: 'thread', length: 'length' } }
  let draft = categoryDraftOf({ ...screws, shape })
  for (const key of ['lengt', 'long']) draft = changeAttribute(draft, 1, { key })
  expect(toChange(draft).shape).toEqual([{ ...shape, parameters: { thread: 'thread', length: 'long' } }])
  // While two have the same key, the shape stays with it.
  const same = changeAttribute(changeAttribute(draft, 0, { key: 'long' }), 0, { key: 'long-thread' })
  expect(toChange(same).shape).toMatchObject([{ parameters: { length: 'long' } }])
})
