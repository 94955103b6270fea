import { describe, expect, test } from 'vitest'
import {
  addressOf,
  asTable,
  hasFormFields,
  queryOfForm,
  rangeEnds,
  readSelection,
  type Selection,
  withNextSort,
  withoutAttribute,
  withoutFilters,
  withoutSearch,
  withView,
} from './selection.ts'

const selection: Selection = {
  category: 'hexagon-screws',
  attributes: { thread: ['M8', 'M10'], length: ['40..80'] },
  q: 'steel',
  sort: '-length',
}

const searchOf = (changed: Selection): string => addressOf(changed).search

describe('the address of a selection', () => {
  test('has all of it, and the position', () => {
    expect(addressOf(selection, { page: 2 })).toEqual({
      pathname: '/parts/hexagon-screws',
      search: 'thread=M8&thread=M10&length=40..80&q=steel&sort=-length&page=2',
    })
    expect(searchOf({ category: 'nuts', attributes: {} })).toBe('')
  })

  test('is read back', () => {
    const search = new URLSearchParams(addressOf(selection, { after: 'cursor' }).search)
    expect(readSelection('hexagon-screws', search)).toEqual(selection)
  })

  test('without one thing keeps everything else', () => {
    expect(searchOf(withoutAttribute(selection, 'thread', 'M8'))).toBe(
      'thread=M10&length=40..80&q=steel&sort=-length',
    )
    expect(searchOf(withoutAttribute(selection, 'length', '40..80'))).toBe(
      'thread=M8&thread=M10&q=steel&sort=-length',
    )
    expect(searchOf(withoutAttribute(selection, 'thread'))).toBe('length=40..80&q=steel&sort=-length')
    expect(searchOf(withoutSearch(selection))).toBe('thread=M8&thread=M10&length=40..80&sort=-length')
    expect(searchOf(withoutFilters(selection))).toBe('sort=-length')
  })

  test('of the next order is ascending, descending, and then without', () => {
    const ascending = withNextSort(selection, 'sku')
    const descending = withNextSort(ascending, 'sku')
    const without = withNextSort(descending, 'sku')
    expect([ascending.sort, descending.sort, without.sort]).toEqual(['sku', '-sku', undefined])
    expect(without.attributes).toEqual(selection.attributes)
  })
})

describe('the query of the form', () => {
  const queryOf = (search: string): string => String(queryOfForm(new URLSearchParams(search)))

  test.each([
    ['thread=M8&thread=M10&sort=&q=', 'thread=M8&thread=M10'],
    ['length.from=40&length.to=80', 'length=40..80'],
    ['length.from=&length.to=80&sort=sku', 'sort=sku&length=..80'],
    ['length.from=40&length.to=', 'length=40..'],
    ['length.from=80&length.to=40', 'length=40..80'],
    ['length.from=2,5&length.to=10', 'length=2.5..10'],
    ['length.from=40&length.to=40', 'length=40'],
    ['length.from= &length.to=', ''],
  ])('of %s is %s', (entered, query) => {
    expect(queryOf(entered)).toBe(query)
    expect(hasFormFields(new URLSearchParams(entered))).toBe(true)
    expect(hasFormFields(new URLSearchParams(query))).toBe(false)
  })

  test('has the ends that the fields show', () => {
    expect(['40..80', '..80', '40..', '40'].map(rangeEnds)).toEqual([
      { from: '40', to: '80' },
      { from: '', to: '80' },
      { from: '40', to: '' },
      { from: '40', to: '40' },
    ])
  })
})

describe('the view of a selection', () => {
  const grid: Selection = { category: 'nuts', attributes: { thread: ['M8'] }, view: 'grid' }

  test('is in the address, kept by filters, paging and their removal', () => {
    expect(addressOf(grid, { page: 2 }).search).toBe('thread=M8&view=grid&page=2')
    expect(readSelection('nuts', new URLSearchParams('thread=M8&view=grid&page=2'))).toEqual(grid)
    expect(searchOf(withoutAttribute(grid, 'thread'))).toBe('view=grid')
    expect(searchOf(withoutFilters(grid))).toBe('view=grid')
    expect(searchOf(withNextSort({ ...grid, view: 'table' }, 'price'))).toBe(
      'thread=M8&sort=price&view=table',
    )
  })

  test('is the table where there is a sequence, which a grid has not', () => {
    expect(readSelection('nuts', new URLSearchParams('sort=price&view=grid')).view).toBe(undefined)
    expect(searchOf(withView({ ...grid, view: undefined, sort: 'price' }, 'grid'))).toBe(
      'thread=M8&view=grid',
    )
    expect(searchOf(withView({ ...grid, sort: 'price' }, 'table'))).toBe('thread=M8&sort=price&view=table')
  })

  test('that is unknown is left to the attributes, one of which may have had this key', () => {
    const { view, attributes } = readSelection('nuts', new URLSearchParams('view=front'))
    expect([view, attributes]).toEqual([undefined, { view: ['front'] }])
  })

  test('of the parts in one cell is the table of them', () => {
    expect(searchOf(asTable(grid, { length: '40', thread: 'M10' }))).toBe('thread=M10&length=40&view=table')
  })
})
