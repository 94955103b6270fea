import { expect, test } from 'vitest'
import type { AttributeValues } from '#features/catalog/schema.ts'
import { spannedParts } from './spanned-parts.ts'

const text = (key: string) => ({ key, label: key, kind: 'text' as const })
const number = (key: string) => ({ key, label: key, kind: 'number' as const })

const ATTRIBUTES = [number('diameter'), number('width'), number('length'), text('material'), text('standard')]

let next = 0
const part = (values: AttributeValues) => ({ id: `${next++}`, values })

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
