import { expect, test } from 'vitest'
import type { AttributeValues } from '../schema.ts'
import { canHaveSpan, spanningSizes } from './spanning-sizes.ts'

const text = (key: string) => ({ key, label: key, kind: 'text' as const })
const number = (key: string) => ({ key, label: key, kind: 'number' as const })

const SCREWS = [text('thread'), number('length'), text('material'), number('flats')]
const THREADS = ['M3', 'M4', 'M5', 'M6']

/** Each thread has five lengths, of which the next thread lacks the first; and its own width across flats. */
const screws = THREADS.flatMap((thread, at) =>
  [0, 1, 2, 3, 4].map((step) => ({
    values: { thread, length: 10 + 5 * (at + step), material: 'Steel', flats: 5.5 + at } as AttributeValues,
  })),
)

const keysOf = (...asked: Parameters<typeof spanningSizes>) => {
  const span = spanningSizes(...asked)
  return span && [span.rows.key, span.columns.key]
}

test('the first two sizes of the category span its parts', () => {
  expect(keysOf(SCREWS, screws)).toEqual(['thread', 'length'])
  const pins = [4, 5, 6].flatMap((bore) => [10, 12, 14].map((width) => ({ values: { bore, width } })))
  expect(keysOf([number('bore'), number('width')], pins)).toEqual(['bore', 'width'])
})

test('a size that another one tells spans nothing with it', () => {
  expect(keysOf([text('thread'), number('flats')], screws)).toBe(undefined)
  // The next pair of the sequence is taken.
  expect(keysOf([text('thread'), number('flats'), number('length')], screws)).toEqual(['thread', 'length'])
})

test('fewer than three values are a list, and mostly empty cells are none', () => {
  const few = screws.filter(({ values }) => ['M3', 'M4'].includes(String(values.thread)))
  expect(keysOf(SCREWS, few)).toBe(undefined)
  const bearings = Array.from({ length: 10 }, (_, at) =>
    [0, 1].map((more) => ({ values: { bore: at, outer: 2 * at + more } })),
  )
  expect(keysOf([number('bore'), number('outer')], bearings.flat())).toBe(undefined)
})

test('a text is a size only among the first two attributes, and only if nearly all its values look like one', () => {
  expect(keysOf([text('material'), number('flats'), text('thread')], screws)).toBe(undefined)
  const special = { values: { thread: 'Special', length: 10 } }
  expect(keysOf(SCREWS, [...screws, special])).toEqual(['thread', 'length'])
  expect(keysOf([text('thread'), number('length')], [...screws, special, special, special])).toBe(undefined)
})

test('one part in ten can lack a size', () => {
  const without = (count: number) => [
    ...screws,
    ...Array.from({ length: count }, () => ({ values: { length: 10 } })),
  ]
  expect(keysOf(SCREWS, without(2))).toEqual(['thread', 'length'])
  expect(keysOf(SCREWS, without(3))).toBe(undefined)
})

test('a size that is filtered by can have one value left, but not both', () => {
  const m4 = screws.filter(({ values }) => values.thread === 'M4')
  expect(keysOf(SCREWS, m4)).toBe(undefined)
  expect(keysOf(SCREWS, m4, new Set(['thread']))).toEqual(['thread', 'length'])
  expect(keysOf(SCREWS, m4.slice(0, 1), new Set(['thread', 'length']))).toBe(undefined)
  expect(keysOf(SCREWS, [])).toBe(undefined)
})

test('only the first eight attributes are looked at', () => {
  const more = (count: number) => Array.from({ length: count }, (_, at) => text(`mark_${at}`))
  const flatsAndLength = [number('flats'), number('length')]
  expect(keysOf([...more(6), ...flatsAndLength], screws)).toEqual(['flats', 'length'])
  expect(keysOf([...more(7), ...flatsAndLength], screws)).toBe(undefined)
})

test('attributes that can be no two sizes are known without parts', () => {
  expect(canHaveSpan(SCREWS)).toBe(true)
  expect(canHaveSpan([text('thread'), text('length')])).toBe(true)
  expect(canHaveSpan([number('flats')])).toBe(false)
})
