import { expect, test } from 'vitest'
import { changedSearch, queryOf, readFilter, sortOf } from './product-filter.ts'

const read = (search: string) => readFilter(new URLSearchParams(search))

test('a filter is read from the address; what it does not know is left out', () => {
  expect(read('')).toEqual({ state: 'for_sale', category: undefined, sort: undefined })
  const filter = read('view=archived&category=nuts&sort=-price')
  expect(filter).toEqual({ state: 'archived', category: 'nuts', sort: '-price' })
  expect(queryOf(filter)).toEqual({ state: 'archived', category: 'nuts', sort: '-price' })
  expect(queryOf(read('view=gone&category=&sort=colour'))).toEqual({})
  for (const view of ['low', 'low-stock']) expect(queryOf(read(`view=${view}`))).toEqual({ state: 'low' })
})

test('the head of a column sorts upwards, then downwards, then not at all, and keeps the rest', () => {
  const params = new URLSearchParams('q=M8&view=out')
  expect(sortOf(params, 'name')).toEqual({ to: '?q=M8&view=out&sort=name' })
  params.set('sort', 'name')
  expect(sortOf(params, 'name')).toEqual({ to: '?q=M8&view=out&sort=-name', sorted: 'ascending' })
  expect(sortOf(params, 'sku')).toEqual({ to: '?q=M8&view=out&sort=sku' })
  params.set('sort', '-name')
  expect(sortOf(params, 'name')).toEqual({ to: '?q=M8&view=out', sorted: 'descending' })
  expect(changedSearch(params, { view: undefined, category: 'nuts' })).toBe('?q=M8&sort=-name&category=nuts')
})
