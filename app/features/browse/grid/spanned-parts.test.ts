import { expect, test } from 'vitest'
import type { AttributeValues } from '#features/catalog/schema.ts'
import { sectionsOf } from './sections.ts'
import { spannedParts } from './spanned-parts.ts'

const text = (key: string) => ({ key, label: key, kind: 'text' as const })
const number = (key: string) => ({ key, label: key, kind: 'number' as const })

const ATTRIBUTES = [number('diameter'), number('width'), number('length'), text('material'), text('standard')]

const part = (values: AttributeValues) => ({ values })

const grid = (first: string, values: AttributeValues) =>
  [3, 4, 5].flatMap((size) => [10, 20, 30].map((length) => part({ [first]: size, length, ...values })))

const pins = [
  ...grid('diameter', { standard: 'ISO 2338', material: 'Steel' }),
  ...grid('diameter', { standard: 'ISO 2338', material: 'Stainless steel' }),
]
const keys = grid('width', { standard: 'DIN 6885', material: 'Steel' })
const rivets = Array.from({ length: 9 }, () => part({ length: 10, standard: 'DIN 660' }))

const spansOf = (parts: readonly ReturnType<typeof part>[], chosen: string[] = []) =>
  spannedParts(ATTRIBUTES, parts, new Set(chosen)).map(({ parts: own, sizes, parting }) => [
    own.length,
    sizes.rows.key,
    sizes.columns.key,
    parting.map(({ key }) => key),
  ])

test('parts of one kind are spanned together', () => {
  expect(spansOf(pins)).toEqual([[18, 'diameter', 'length', ['material']]])
})

test('kinds with other sizes are spanned each by itself, the largest first, and headed by their standard', () => {
  expect(spansOf([...keys, ...pins, ...rivets])).toEqual([
    [18, 'diameter', 'length', ['material', 'standard']],
    [9, 'width', 'length', ['standard']],
  ])
})

test('sizes that span no more than half of the parts are none', () => {
  expect(spansOf([...keys, ...rivets])).toEqual([])
  expect(spannedParts([number('diameter'), number('length')], [...keys, ...pins], new Set())).toEqual([])
})

const ALLOYS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']

test('all kinds together have 24 sections at most, and the largest does not leave out the others', () => {
  const kindsOf = (count: number) =>
    Array.from({ length: count }, (_, kind) =>
      ALLOYS.flatMap((material) =>
        grid(kind % 2 === 0 ? 'diameter' : 'width', { standard: `ISO ${kind}`, material }),
      ),
    ).flat()
  const sectionsOfKinds = (count: number) =>
    spannedParts(ATTRIBUTES, kindsOf(count), new Set()).map(
      ({ parts, parting }) => sectionsOf(parts, parting).length,
    )
  expect(sectionsOfKinds(3)).toEqual([8, 8, 8])
  // Without sections by alloy a cell has eight parts, so one kind is in no grid.
  expect(sectionsOfKinds(4)).toEqual([8, 8, 8])
})

test('of many kinds each has a section, the 24 largest', () => {
  const kinds = Array.from({ length: 30 }, (_, kind) => [
    ...grid(kind % 2 === 0 ? 'diameter' : 'width', { standard: `ISO ${kind}`, material: 'Steel' }),
  ]).flat()
  expect(spannedParts(ATTRIBUTES, kinds, new Set())).toHaveLength(24)
})
