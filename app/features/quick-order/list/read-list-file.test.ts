import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readLines } from '#features/quote/read-lines.ts'
import { textCell as text, workbook, workbookOf } from '#tests/support/workbook.ts'
import { readListFile } from './read-list-file.ts'

const file = (...parts: Parameters<typeof workbook>) => new File([workbook(...parts)], 'list.xlsx')

const LIST = `<row r="1">${text('A1', 'Article')}${text('B1', 'Ordered')}</row>
  <row r="3">${text('A3', 'HX-933-M8-40')}<c r="B3"><v>1000</v></c>${text('C3', 'two\nlines')}</row>`

test('the first sheet of a workbook is read as its cells are pasted', async () => {
  expect(await readListFile(file(LIST))).toEqual({
    text: 'Article\tOrdered\n\nHX-933-M8-40\t1000\ttwo lines',
  })
})

test('a workbook is read by the names of its columns, also below other rows', async () => {
  const sheet = `<row r="1">${text('A1', 'Offer')}</row>
    <row r="2">${text('B2', 'Part number')}${text('C2', 'Stock')}${text('D2', 'Order qty')}</row>
    <row r="3">${text('B3', 'HX-933-M8-40')}<c r="C3"><v>5000</v></c></row>
    <row r="4">${text('B4', 'NH-934-M8')}<c r="C4"><v>2000</v></c><c r="D4"><v>500</v></c></row>`
  const read = await readListFile(file(sheet))
  const lines = readLines('text' in read ? read.text : '')
  expect(lines.map(({ candidates: [first] }) => [first?.sku, first?.amount()]).slice(2)).toEqual([
    ['HX-933-M8-40', undefined],
    ['NH-934-M8', { quantity: 500 }],
  ])
})

test('of several sheets only the first is read, and the others that have cells are named', async () => {
  const other = `<row r="1">${text('A1', 'HX-933-M8-16')}<c r="B1"><v>500</v></c></row>`
  const sheets = { Order: LIST, Empty: '', 'Last year': other, Prices: other }
  const several = new File([workbookOf(sheets)], 'list.xlsx')
  expect(await readListFile(several)).toEqual({
    text: 'Article\tOrdered\n\nHX-933-M8-40\t1000\ttwo lines',
    note: 'Only the sheet “Order” was read, not “Last year” and “Prices”.',
  })
  expect(await readListFile(new File([workbookOf({ Order: LIST, Empty: '' })], 'list.xlsx'))).toEqual({
    text: 'Article\tOrdered\n\nHX-933-M8-40\t1000\ttwo lines',
  })
})

// attack: spreadsheet-bomb
test.each([
  ['a cell far below', file(`<row r="1048576">${text('A1048576', 'x')}</row>`)],
  ['a cell far to the right', file(`<row r="1">${text('XFD1', 'x')}</row>`)],
  ['a cell far below in other quotation marks', file(`<row><c r = 'A1048576'><v>1</v></c></row>`)],
  [
    'parts that unpack to more than 16 MB',
    file(LIST, { 'xl/sharedStrings.xml': new Uint8Array(17_000_000) }),
  ],
  ['more than 5 MB', new File(['PK\u0003\u0004', new Uint8Array(5_000_000)], 'list.xlsx')],
])('a workbook with %s is refused before it is read', async (_, large) => {
  expect(await readListFile(large)).toEqual({
    problem: 'The spreadsheet is too large: copy its cells and paste them.',
  })
})

test('other ZIP files, old workbooks and texts without an end are refused', async () => {
  const problem =
    'This spreadsheet cannot be read. Save it as an Excel workbook (.xlsx) or as CSV, or copy its cells.'
  expect(await readListFile(new File([zipSync({ 'a.txt': strToU8('x') })], 'a.zip'))).toEqual({ problem })
  expect(await readListFile(new File(['PK\u0003\u0004 no zip'], 'a.xlsx'))).toEqual({ problem })
  const old = new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])], 'old.xls')
  expect(await readListFile(old)).toEqual({
    problem: 'This is a spreadsheet. Save it as CSV, or copy its cells and paste them.',
  })
  const tooLarge = { problem: 'The file is too large: a list has at most 100 kB.' }
  const rows = Array.from(
    { length: 2000 },
    (_, row) => `<row r="${row + 1}">${text(`A${row + 1}`, 'x'.repeat(60))}</row>`,
  )
  expect(await readListFile(file(rows.join('')))).toEqual(tooLarge)
  expect(await readListFile(new File(['x'.repeat(200_003)], 'a.csv'))).toEqual(tooLarge)
})
