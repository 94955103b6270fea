import { expect, test } from 'vitest'
import {
  chosenFilters,
  filterOf,
  isSameFilter,
  newestFirst,
  queryOf,
  readSelection,
  sortedBy,
  withMore,
  writeSelection,
} from './order-selection.ts'

const read = (query: string) => readSelection(new URLSearchParams(query))

test.each([
  { q: 'hex screw', status: 'partly_shipped', show: 150 },
  { status: 'lapsing', days: 7, show: 50 },
  { status: 'late', sort: 'ships', show: 50 },
  { sort: 'sum', show: 50 },
  { from: '2026-01-31', show: 50 },
  { status: 'refunded', from: '2026-01-31', to: '2026-02-28', show: 1000 },
] as const)('a selection is read from the address that it was written to: %j', (selection) => {
  expect(read(writeSelection(selection))).toEqual(selection)
})

test('invalid values in an address are ignored', () => {
  for (const query of [
    '',
    'status=lost&show=1e9',
    'sort=newest',
    'show=-50&q=%20',
    'from=2026-02-30&to=tomorrow',
    'days=0',
    'days=367',
    'days=1.5',
    'days=all',
  ])
    expect(read(query), query).toEqual({ show: 50 })
  expect(writeSelection(read(''))).toBe('')
})

test('days in the wrong sequence are exchanged, and a range that ends today replaces them', () => {
  expect(read('from=2026-03-01&to=2026-02-01')).toMatchObject({ from: '2026-02-01', to: '2026-03-01' })
  expect(read('days=30&from=2026-03-01&to=2026-02-01')).toEqual({ days: 30, show: 50 })
})

test('the shop is asked for the days of a range, which it knows', () => {
  expect(queryOf({ days: 7, q: 'bolt' })).toEqual({ q: 'bolt', days: '7' })
  expect(queryOf({ range: '2026-02', dayOf: 'money' })).toEqual({ range: '2026-02', dayOf: 'money' })
})

test('each thing that the list is filtered by is in words, with the filter without it', () => {
  const filter = { q: 'bolt', status: 'unpaid', days: 7 } as const
  expect(chosenFilters(filter)).toEqual([
    { text: '“bolt”', without: { status: 'unpaid', days: 7 } },
    { text: 'Unpaid', without: { q: 'bolt', days: 7 } },
    { text: 'Last 7 days', without: { q: 'bolt', status: 'unpaid' } },
  ])
  const texts = [
    { from: '2026-01-31', to: '2026-02-01' },
    { from: '2026-01-31' },
    { to: '2026-01-31' },
    { days: 14 },
  ]
  expect(texts.map((range) => chosenFilters(range)[0]?.text)).toEqual([
    'Jan 31, 2026 to Feb 1, 2026',
    'Since Jan 31, 2026',
    'Until Jan 31, 2026',
    'Last 14 days',
  ])
  expect(chosenFilters({ from: '2026-01-31', to: '2026-01-31' })).toEqual([
    { text: 'Jan 31, 2026', without: {} },
  ])
  expect(chosenFilters({})).toEqual([])
})

test('filters are the same whatever the sequence of their fields', () => {
  expect(isSameFilter({ q: 'a', days: 7 }, { days: 7, q: 'a' })).toBe(true)
  expect(isSameFilter({ q: 'a' }, { q: 'a', days: 7 })).toBe(false)
})

test('at most 1000 orders are shown', () => {
  expect(withMore(read(''))?.show).toBe(100)
  expect(withMore({ ...read(''), show: 1000 })).toBeUndefined()
})

test('the orders of one account are a filter of the address that can be taken away', () => {
  const selection = read('email=ann@example.com&status=unpaid')
  expect(selection).toMatchObject({ email: 'ann@example.com', status: 'unpaid' })
  expect(writeSelection(selection)).toBe('?status=unpaid&email=ann%40example.com')
  const { email: _, show: __, ...without } = selection
  expect(chosenFilters(filterOf(selection))).toContainEqual({ text: 'Account ann@example.com', without })
})

test('the orders that ship first are of those that are not shipped', () => {
  expect(sortedBy('ships', { q: 'bolt' })).toEqual({ q: 'bolt', status: 'to_ship', sort: 'ships' })
  expect(sortedBy('ships', { status: 'shipped' })).toEqual({ status: 'to_ship', sort: 'ships' })
  expect(sortedBy('ships', { status: 'late', days: 7 })).toEqual({ status: 'late', days: 7, sort: 'ships' })
  expect(sortedBy('oldest', { status: 'shipped', sort: 'ships' })).toEqual({
    status: 'shipped',
    sort: 'oldest',
  })
  expect(newestFirst({ status: 'late', sort: 'ships' })).toEqual({ status: 'late' })
  expect(chosenFilters({ sort: 'ships' })).toEqual([{ text: 'Earliest to ship first', without: {} }])
})
