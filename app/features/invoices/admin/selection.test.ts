import { expect, test } from 'vitest'
import { chosenFilters, queryOf, readFilter, writeFilter } from './selection.ts'

const read = (query: string) => readFilter(new URLSearchParams(query))

test.each([
  'q=bolt+gmbh&open=true',
  'range=last-month',
  'range=2026-02',
  'from=2026-01-31',
  'q=x&from=2026-01-01&to=2026-03-31&open=true',
])('a filter is written as it was read: %s', (query) => {
  expect(writeFilter(read(query))).toBe(`?${query}`)
})

test.each(['', 'range=yesterday', 'open=1', 'from=2026-02-30&to=soon', 'q=%20'])(
  'invalid values in an address are ignored: %s',
  (query) => {
    expect(writeFilter(read(query))).toBe('')
  },
)

test('the shop is asked for the days of a range, which it knows', () => {
  expect(queryOf(read('range=last-month&from=2020-01-01'))).toEqual({ range: 'last-month' })
})

test('each thing that the list is filtered by is in words, with the list without it', () => {
  expect(chosenFilters(read('q=bolt&range=last-month&open=true'))).toEqual([
    { text: '“bolt”', search: '?range=last-month&open=true' },
    { text: 'Last month', search: '?q=bolt&open=true' },
    { text: 'Not paid', search: '?q=bolt&range=last-month' },
  ])
  expect(chosenFilters(read('range=2026-02'))).toEqual([{ text: 'February 2026', search: '' }])
  expect(chosenFilters(read(''))).toEqual([])
  expect(queryOf(read('open=true&to=2026-01-31'))).toEqual({ to: '2026-01-31', open: 'true' })
})
