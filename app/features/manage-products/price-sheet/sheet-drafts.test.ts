import { expect, test } from 'vitest'
import { readCell, type SheetProduct } from './cells.ts'
import {
  changesOf,
  draftsOf,
  fillPrices,
  keepTyped,
  markSent,
  pasteAt,
  readPasted,
  requestsOf,
  reversed,
  roundedText,
  type SheetDrafts,
  sheetOf,
  summaryText,
  typeInto,
  withoutPrices,
  withValues,
} from './sheet-drafts.ts'

const product = (id: string, change: Partial<SheetProduct> = {}): SheetProduct => ({
  _id: id,
  name: `Part ${id}`,
  prices: [{ from: 100, price: 0.05 }],
  minimum: 100,
  step: 1,
  quantity: 1000,
  revision: 1,
  ...change,
})

const A = product('a')
const B = product('b')
const WITH_BREAKS = product('l', {
  prices: [
    { from: 100, price: 0.05 },
    { from: 1000, price: 0.04 },
  ],
})

const current = (...products: SheetProduct[]) => new Map(products.map((each) => [each._id, each]))

test('a typed price is dollars, and has to be above the next price break', () => {
  expect(readCell(A, 'price', ' $0.0425 ')).toEqual({ value: 0.0425 })
  expect(readCell(A, 'price', '0,0425')).toEqual({ value: 0.0425 })
  expect(readCell(WITH_BREAKS, 'price', '0.0401')).toEqual({ value: 0.0401 })
  expect(readCell(WITH_BREAKS, 'price', '0.04')).toEqual({
    problem: 'From 1,000 pieces the price is $0.04: the first price has to be above it.',
  })
  expect(readCell(WITH_BREAKS, 'price 2', '0.05')).toEqual({
    problem: 'From 100 pieces the price is $0.05: this price has to be below it.',
  })
  for (const text of ['', 'x', '0', '-1', '1,000', '0.00001', '100001'])
    expect([text, readCell(A, 'price', text)]).toEqual([text, { problem: expect.any(String) }])
})

test('a formula changes the price that the product has, and says when it is rounded', () => {
  expect(readCell(A, 'price', '+4%')).toEqual({ value: 0.052 })
  expect(readCell(WITH_BREAKS, 'price 2', '*1.0123')).toEqual({ value: 0.0405, isRounded: true })
  for (const text of ['-0.05', '-100%', '*99999999', '+4 per cent'])
    expect([text, readCell(A, 'price', text)]).toEqual([text, { problem: expect.any(String) }])
})

test('prices of a ladder are read beside each other, and saved together or not at all', () => {
  const up = fillPrices({}, [A, WITH_BREAKS], '+50%')
  expect(up.filled).toBe(3)
  const { changes, open } = changesOf(up.drafts, current(A, WITH_BREAKS))
  // The first price alone would be fine; 0.06 is above the old first price.
  expect(changes.map(({ product: { _id }, column, value }) => [_id, column, value])).toEqual([
    ['a', 'price', 0.075],
    ['l', 'price', 0.075],
    ['l', 'price 2', 0.06],
  ])
  expect(open).toBe(0)
  expect(requestsOf(changes).map((request) => request.length)).toEqual([1, 2])
  const flat = typeInto(typeInto(up.drafts, WITH_BREAKS, 'price 2', '0.08'), WITH_BREAKS, 'stock', '900')
  expect(changesOf(flat, current(A, WITH_BREAKS))).toMatchObject({
    changes: [{ product: A }, { product: WITH_BREAKS, column: 'stock' }],
    open: 2,
  })
  const half = typeInto(typeInto({}, WITH_BREAKS, 'price', '0.06'), WITH_BREAKS, 'price 2', 'cheap')
  expect(changesOf(half, current(WITH_BREAKS))).toEqual({ changes: [], open: 2 })
  expect(fillPrices({}, [A, WITH_BREAKS], '-0.001', ['price 2'])).toMatchObject({
    filled: 1,
    drafts: { l: { 'price 2': { text: '-0.001', was: 0.04 } } },
  })
})

test('what was saved is undone from the values that it made', () => {
  const { changes } = changesOf(typeInto({}, A, 'price', '+4%'), current(A))
  const saved = product('a', { prices: [{ from: 100, price: 0.052 }], revision: 2 })
  const back = reversed(changes, current(saved))
  expect(back).toEqual([{ product: saved, column: 'price', was: 0.052, value: 0.05 }])
  expect(changesOf(draftsOf(back), current(saved)).changes).toEqual([{ ...back[0], sent: undefined }])
  // Somebody else has changed it: both values are shown instead.
  expect(changesOf(draftsOf(back), current(product('a', { revision: 3 }))).open).toBe(1)
})

test('rounded prices are counted', () => {
  const { changes } = changesOf(fillPrices({}, [A, WITH_BREAKS], '*1.0123').drafts, current(A, WITH_BREAKS))
  expect(roundedText(changes)).toBe('3 prices are rounded to 4 decimals, half up')
  expect(roundedText(changes.slice(0, 1))).toBe('1 price is rounded to 4 decimals, half up')
  expect(roundedText([])).toBeUndefined()
})

test('a typed stock is whole pieces', () => {
  expect(readCell(A, 'stock', '12.000')).toEqual({ value: 12_000 })
  expect(readCell(A, 'stock', '0')).toEqual({ value: 0 })
  for (const text of ['', '1.5', '-5', 'many', '1000000001'])
    expect([text, readCell(A, 'stock', text)]).toEqual([text, { problem: expect.any(String) }])
})

test('typing the value that was there, or restoring the cell, ends its draft; the other cell of the row stays', () => {
  let drafts: SheetDrafts = typeInto({}, A, 'price', '0.06')
  drafts = typeInto(drafts, A, 'stock', '900')
  expect(drafts.a).toMatchObject({ price: { text: '0.06', was: 0.05 }, stock: { text: '900', was: 1000 } })
  drafts = typeInto(drafts, A, 'price', '0.0500')
  expect(drafts.a).toEqual({ product: A, stock: { text: '900', was: 1000 } })
  expect(typeInto(drafts, A, 'stock', undefined)).toEqual({})
})

test('a first row of column names is left out of what is pasted', () => {
  expect(readPasted('Price, $\tStock\r\n0.06\t900\r\n')).toEqual([['0.06', '900']])
  expect(readPasted('Quantity\n900')).toEqual([['900']])
  expect(readPasted('on request\n0.06')).toEqual([['on request'], ['0.06']])
  expect(readPasted('\n0.06')).toEqual([[''], ['0.06']])
  expect(readPasted('about one\nabc')).toEqual([['about one'], ['abc']])
  expect(readPasted('0.06\nabc\n0.08')).toEqual([['0.06'], ['abc'], ['0.08']])
})

test('a pasted column fills the rows below, blanks leave theirs, and what has no cell is counted', () => {
  expect(readPasted('0.06\r\n0.07\r\n')).toEqual([['0.06'], ['0.07']])
  expect(readPasted('0.06\t 900\n\n0.08')).toEqual([['0.06', '900'], [''], ['0.08']])
  const rows = [A, B, WITH_BREAKS]
  const pasted = pasteAt({}, rows, { row: 1, column: 'price' }, readPasted('0.06\t\t900\n\n0.08'))
  expect(pasted).toMatchObject({ filled: 2, leftOut: 1 })
  expect(pasted.drafts).toMatchObject({ b: { price: { text: '0.06' }, stock: { text: '900' } } })
  // B has one price.
  const wide = pasteAt({}, rows, { row: 1, column: 'price' }, readPasted('0.06\t0.05\n+4%\t0.03'))
  expect(wide).toMatchObject({ filled: 3, leftOut: 1, drafts: { l: { 'price 2': { text: '0.03' } } } })
  expect(pasteAt({}, rows, { row: 0, column: 'stock' }, [['1', '2']])).toMatchObject({
    filled: 1,
    leftOut: 1,
  })
})

test('a pasted number with two readings is read as its column writes the others', () => {
  const paste = (text: string) => {
    const { drafts } = pasteAt({}, [A, B], { row: 0, column: 'price' }, readPasted(text))
    return changesOf(drafts, current(A, B))
  }
  expect(paste('7,35\t500,000\n3,277\t2.000').changes.map(({ value }) => value)).toEqual([
    7.35, 500, 3.277, 2000,
  ])
  expect(paste('7.35\t1,000\n3,277').changes.map(({ value }) => value)).toEqual([7.35, 3277])
  // Nothing settles it.
  expect(paste('7\n3,277')).toMatchObject({ changes: [{ value: 7 }], open: 1 })
})

test('what is saved is named; what is no value, or was changed by another admin, waits', () => {
  let drafts = typeInto({}, A, 'price', '0.06')
  drafts = typeInto(drafts, A, 'stock', '1,200')
  drafts = typeInto(drafts, B, 'price', 'cheap')
  drafts = typeInto(drafts, WITH_BREAKS, 'price', '0.045')
  const { changes, open } = changesOf(drafts, current(A, B, WITH_BREAKS))
  expect(changes).toEqual([
    { product: A, column: 'price', was: 0.05, value: 0.06 },
    { product: A, column: 'stock', was: 1000, value: 1200 },
    { product: WITH_BREAKS, column: 'price', was: 0.05, value: 0.045 },
  ])
  expect(open).toBe(1)
  expect(summaryText(changes)).toBe('2 prices and 1 stock change')
  expect(summaryText(changes.slice(0, 1))).toBe('1 price changes')
  expect(summaryText([])).toBe('Nothing changes')

  const changed = product('a', { prices: [{ from: 100, price: 0.07 }], quantity: 800 })
  expect(changesOf(drafts, current(changed, B, WITH_BREAKS))).toMatchObject({
    changes: [
      { column: 'stock', was: 1000, value: 1200 },
      { column: 'price', value: 0.045 },
    ],
    open: 2,
  })
  const kept = keepTyped(drafts, changed, 'price')
  expect(kept.a?.price).toEqual({ text: '0.06', was: 0.07 })
  expect(changesOf(kept, current(changed, B, WITH_BREAKS)).open).toBe(1)
})

test('a stock whose answer was lost is not saved over another change, unless it is as it was typed', () => {
  const stock = { product: A, column: 'stock' } as const
  let drafts = markSent(typeInto({}, A, 'stock', '1,200'), stock, 1)
  const change = { ...stock, was: 1000, value: 1200, sent: 1 }
  expect(changesOf(drafts, current(A))).toEqual({ changes: [change], open: 0 })
  const later = (quantity: number) => product('a', { quantity, revision: 2 })
  expect(changesOf(drafts, current(later(1150)))).toEqual({ changes: [], open: 1 })
  expect(changesOf(drafts, current(later(1200))).open).toBe(0)
  expect(afterReload(drafts)).toEqual(drafts)
  drafts = typeInto(drafts, A, 'stock', '1,300')
  expect(changesOf(drafts, current(later(1200)))).toEqual({ changes: [], open: 1 })
  drafts = keepTyped(drafts, later(1200), 'stock')
  expect(changesOf(drafts, current(later(1200))).changes).toMatchObject([{ was: 1200, value: 1300 }])
  expect(drafts.a?.stock?.sent).toBeUndefined()
  expect(keepTyped(typeInto({}, A, 'stock', '1,200'), later(1200), 'stock')).toEqual({})
})

const afterReload = (drafts: SheetDrafts) => sheetOf(JSON.parse(JSON.stringify(drafts)))

test('drafts are kept; anything else is none', () => {
  const drafts = typeInto(typeInto({}, A, 'price', '0.06'), B, 'stock', '5')
  expect(afterReload(drafts)).toEqual(drafts)
  for (const kept of [undefined, '', 1, [1], { a: null }, { a: { product: { prices: 1 } } }])
    expect([kept, sheetOf(kept)]).toEqual([kept, {}])
})

test('a formula whose answer was lost counts once', () => {
  const typed = fillPrices(typeInto({}, WITH_BREAKS, 'stock', '7'), [WITH_BREAKS], '+10%').drafts
  const { changes } = changesOf(typed, current(WITH_BREAKS))
  const sent = withValues(
    typed,
    changes.filter(({ column }) => column !== 'stock'),
  )
  expect(changesOf(sent, current(WITH_BREAKS)).changes.map(({ value }) => value)).toEqual([0.055, 0.044, 7])
  const saved = product('l', {
    prices: [
      { from: 100, price: 0.055 },
      { from: 1000, price: 0.044 },
    ],
    revision: 2,
  })
  expect(changesOf(sent, current(saved))).toMatchObject({ changes: [{ column: 'stock' }], open: 2 })
  const kept = keepTyped(keepTyped(sent, saved, 'price'), saved, 'price 2')
  expect(changesOf(kept, current(saved))).toMatchObject({ changes: [{ column: 'stock' }], open: 0 })
})

test('prices that are planned leave the drafts, a typed stock and other products stay', () => {
  const drafts = typeInto(typeInto(typeInto({}, A, 'price', '0.06'), A, 'stock', '7'), B, 'price', '0.07')
  expect(withoutPrices(drafts, ['a', 'unknown'])).toEqual(
    typeInto(typeInto({}, A, 'stock', '7'), B, 'price', '0.07'),
  )
  expect(withoutPrices(typeInto({}, A, 'price', '0.06'), ['a'])).toEqual({})
})
