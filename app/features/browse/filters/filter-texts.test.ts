import { expect, test } from 'vitest'
import { type Attribute, chosenFilters, filterSentence, valueText } from './filter-texts.ts'
import { addressOf } from './selection.ts'

const attributes: Attribute[] = [
  { key: 'thread', label: 'Thread', kind: 'text' },
  { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
]

const selection = {
  category: 'hexagon-screws',
  attributes: { thread: ['M8', 'M10'], length: ['30..50'] },
  q: 'steel',
}

test('the chosen filters read as a sentence', () => {
  expect(filterSentence(chosenFilters(selection, attributes))).toBe(
    'Thread M8 or M10 · Length 30 to 50 mm · Search “steel”',
  )
  expect(chosenFilters({ category: 'nuts', attributes: {} }, attributes)).toEqual([])
})

test.each([
  ['40', '40 mm'],
  ['40..80', '40 to 80 mm'],
  ['..80', 'up to 80 mm'],
  ['40..', '40 mm or more'],
])('the range %s is "%s"', (value, text) => {
  expect(valueText(value, { kind: 'number', unit: 'mm' })).toBe(text)
})

test('a text with two points is no range', () => {
  expect(valueText('A..B', { kind: 'text' })).toBe('A..B')
})

test('each value and each filter can be removed on its own', () => {
  const [thread, , search] = chosenFilters(selection, attributes)
  expect(thread?.values.map(({ without }) => addressOf(without).search)).toEqual([
    'thread=M10&length=30..50&q=steel',
    'thread=M8&length=30..50&q=steel',
  ])
  expect(thread && addressOf(thread.without).search).toBe('length=30..50&q=steel')
  expect(search && addressOf(search.without).search).toBe('thread=M8&thread=M10&length=30..50')
})
