import { expect, test } from 'vitest'
import type { FileColumn, FileColumns } from '../../schema.ts'
import { firstDraft, openQuestions, readAgain, toReading } from './draft.ts'

const FIELDS: FileColumns['fields'] = [
  { field: 'sku', label: 'Part number', isNumber: false, needed: 'always' },
  { field: 'name', label: 'Name', isNumber: false, needed: 'new parts' },
  { field: 'price', label: 'Price', isNumber: true, needed: 'new parts' },
  { field: 'origin', label: 'Country of origin', isNumber: false },
]

const TWO_WAYS = { text: '1.234', smaller: 1.234, larger: 1234 }

const column = (head: string, more: Partial<FileColumn> = {}): FileColumn => ({ head, samples: [], ...more })

const fileOf = (columns: FileColumn[], more: Partial<FileColumns> = {}): FileColumns => ({
  ...{ sheets: [], rows: 2, headRow: 1, hidden: { rows: 0, columns: 0 }, isOwn: false },
  ...{ columns, fields: FIELDS, knownParts: 2, unknownParts: 0 },
  ...more,
})

const textsOf = (found: FileColumns, change: object = {}): string[] =>
  openQuestions(found, { ...firstDraft(found), ...change }).map(({ text }) => text)

const PARTS = column('Nr', { field: 'sku', why: 'name' })

test('a file that says all asks nothing', () => {
  const found = fileOf([PARTS, column('Preis', { field: 'price', why: 'name' }), column('Rest')])
  expect(textsOf(found)).toEqual([])
  expect(toReading(found, firstDraft(found))).toEqual({
    headRow: 1,
    columns: ['sku', 'price', ''],
    newParts: 'refuse',
  })
})

test('a file that is read again keeps what was said, and has what a column means since then', () => {
  const before = fileOf([PARTS, column('Group', { field: 'category' }), column('Thread'), column('Note')])
  const draft = { ...firstDraft(before), columns: ['sku', '', '', 'name'] }
  const thread = column('Thread', { field: 'attribute:thread' })
  const note = column('Note', { field: 'attribute:note' })
  const found = fileOf([PARTS, column('Group', { field: 'category' }), thread, note])
  expect(readAgain(draft, before, found)).toEqual({
    ...draft,
    columns: ['sku', '', 'attribute:thread', 'name'],
  })
})

test('part numbers, two columns of one field, and what unknown part numbers are is asked', () => {
  const prices = [column('Preis', { field: 'price' }), column('VK', { field: 'price' })]
  expect(textsOf(fileOf(prices, { knownParts: 1, unknownParts: 1 }))).toEqual([
    'Choose the column with the part numbers.',
    'Two columns mean “Price”: leave one of them out.',
    'Choose what happens with part numbers that the shop does not have.',
  ])
})

test('a number of two readings is asked where its column means a number, and what was said is sent by its field', () => {
  const price = column('Preis', { field: 'price', twoWays: TWO_WAYS })
  const found = fileOf([PARTS, price])
  expect(textsOf(found)).toEqual(['“Preis”: say what 1.234 is.'])
  expect(textsOf(found, { columns: ['sku', 'origin'] })).toEqual([])
  const said = { ...firstDraft(found), marks: { 1: ',' as const } }
  expect(openQuestions(found, said)).toEqual([])
  expect(toReading(found, said).marks).toEqual({ price: ',' })
  const remembered = fileOf([PARTS, price], { remembered: { marks: { price: '.' } } })
  expect(toReading(remembered, firstDraft(remembered)).marks).toEqual({ price: '.' })
})

test('new parts need what no column has, which can be the same for all', () => {
  const found = fileOf([PARTS], { knownParts: 0, unknownParts: 2 })
  expect(textsOf(found)).toEqual([
    'New parts need “Name”: choose its column, or fill it in for all.',
    'New parts need “Price”: choose its column, or fill it in for all.',
  ])
  const values = { name: 'A nut', price: '0.25', origin: ' ' }
  expect(textsOf(found, { values })).toEqual([])
  expect(toReading(found, { ...firstDraft(found), values })).toMatchObject({
    newParts: 'add',
    values: { name: 'A nut', price: '0.25' },
  })
  const breaks = { columns: ['sku', 'price 1'], values }
  expect(toReading(found, { ...firstDraft(found), ...breaks }).values).toEqual({ name: 'A nut' })
})
