import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { readLines } from '#features/quote/read-lines.ts'
import { textCell as text, workbook, workbookOf } from '#tests/support/workbook.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'

const LONGEST = 100_000

/** A part of styles: a cell of style 1 has the first of the formats, and so on. A number is one that Excel knows itself. */
function styles(...formats: (string | number)[]): Record<string, Uint8Array> {
  const own = formats.map((format, index) =>
    typeof format === 'string'
      ? `<numFmt numFmtId="${164 + index}" formatCode="${format.replaceAll('"', '&quot;')}"/>`
      : '',
  )
  const used = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === 'string' ? 164 + index : format}"/>`,
  )
  const differing = '<dxfs><dxf><numFmt numFmtId="164" formatCode="0.0"/></dxf></dxfs>'
  const xml = `<styleSheet><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${used.join('')}</cellXfs>${differing}</styleSheet>`
  return { 'xl/styles.xml': strToU8(xml) }
}

const read = (rows: string, others: Record<string, Uint8Array> = {}) =>
  readSpreadsheet(workbook(rows, others), LONGEST)

/** What is read of a number in a cell of that format. */
function shown(number: string, format: string | number): string | undefined {
  const read = readSpreadsheet(
    workbook(`<row r="1"><c r="A1" s="1"><v>${number}</v></c></row>`, styles(format)),
    LONGEST,
  )
  return 'text' in read ? read.text : read.problem
}

test.each<[string, string | number, string]>([
  ['17', '00000', '00017'],
  ['123456', '000-000', '123-456'],
  ['17', '"HX-"0000', 'HX-0017'],
  ['17', '\\H\\X000', 'HX017'],
  ['0.30000000000000004', 0, '0.3'],
  ['12345678901234567', 0, '12345678901234600'],
  ['12345678901234567', '0', '12345678901234600'],
  ['4012345678901', 0, '4012345678901'],
  ['12345678901234567', 49, '12345678901234600'],
  ['0.05', 9, '5%'],
  ['1250', '#,##0.00\\ "€"', '1250 €'],
  ['1250.5', '#,##0.00\\ [$€-407]', '1250.50 €'],
  ['1250.5', '_-* #,##0.00\\ "€"_-', '1250.50 €'],
  ['12345678', 11, '1.23E+07'],
  ['1000', 3, '1000'],
  ['1234567', 3, '1234567'],
  ['-5', '#,##0;[Red]-#,##0', '-5'],
  ['1000', '0" pcs"', '1000 pcs'],
  ['1.6', 1, '2'],
  ['17', ';;;', ''],
  ['17', '0[', '17'],
  ['0', '0;-0;;@', ''],
  ['-1', 'd-mmm', '######'],
  ['17', '0'.repeat(300), '17'],
])('the number %s in the format %j is shown as %j', (number, format, expected) => {
  expect(shown(number, format)).toBe(expected)
})

test.each<[string, string | number, string]>([
  ['500', '#,##0.000', '500'],
  ['500', 2, '500'],
  ['1.125', 0, '1.1250'],
  ['1.125', '0.000', '1.1250'],
  ['0.125', 0, '0.125'],
])('the number %s in the format %j has one reading: %j', (number, format, expected) => {
  expect(shown(number, format)).toBe(expected)
})

// 45580 is 15 October 2024.
test.each<[number | string, string]>([
  [16, '15-Oct'],
  [17, 'Oct-24'],
  ['dd.mm.yyyy', '15.10.2024'],
  ['[$-407]d. mmm', '15. Okt.'],
  [14, '2024-10-15'],
  [22, '2024-10-15 0:00'],
  [31, '2024-10-15'],
])(
  'a part number that Excel made a day, in the format %j, is %j: no part, so a question, and never its number',
  (format, expected) => {
    const rows = '<row r="1"><c r="A1" s="1"><v>45580</v></c><c r="B1"><v>1000</v></c></row>'
    const list = read(rows, styles(format))
    expect(list).toEqual({ text: `${expected}\t1000` })
    const [line] = readLines('text' in list ? list.text : '')
    expect(line?.candidates.some(({ sku }) => sku.includes('45580'))).toBe(false)
  },
)

test('a workbook that counts days from 1904 has the same days', () => {
  const others = styles(14, 1)
  const cells = '<row r="1"><c r="A1" s="1"><v>44118</v></c><c r="B1" s="2"><v>44118</v></c></row>'
  const plain = workbook(cells, others)
  expect(readSpreadsheet(plain, LONGEST)).toEqual({ text: '2020-10-14\t44118' })
  const old = strToU8(
    '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>',
  )
  expect(readSpreadsheet(workbook(cells, { ...others, 'xl/workbook.xml': old }), LONGEST)).toEqual({
    text: '2024-10-15\t44118',
  })
})

test('texts, formulas, errors, logical values and merged cells are what Excel shows', () => {
  const strings = strToU8(
    '<sst><si><t>HX-933</t></si><si><r><t>HX</t></r><r><rPr><b/></rPr><t>-M8</t></r><rPh><t>no</t></rPh></si><si><t>two_x000D_\nlines &amp; more</t></si></sst>',
  )
  const rows = `
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
    <row r="2"><c r="A2" t="str"><f>A1&amp;"x"</f><v>HX-933x</v></c><c r="B2"><f>0.1+0.2</f><v>0.30000000000000004</v></c></row>
    <row r="3"><c r="A3" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3" t="b"><v>1</v></c></row>
    <row r="4"><c r="A4" t="inlineStr" s="1"><is><r><t>00</t></r><r><t>17</t></r></is></c><c r="B4" s="1"/></row>
    <row r="5"><c r="A5" t="d"><v>2024-10-15T00:00:00Z</v></c></row>`
  expect(read(rows, { ...styles(9), 'xl/sharedStrings.xml': strings })).toEqual({
    text: 'HX-933\tHX-M8\ttwo lines & more\nHX-933x\t0.3\n#DIV/0!\t#N/A\tTRUE\n0017\n2024-10-15',
  })
})

test('an error in the place of a quantity is no quantity', () => {
  const list = read(`<row r="1">${text('A1', 'HX-933-M8-40')}<c r="B1" t="e"><v>#N/A</v></c></row>`)
  const [line] = readLines('text' in list ? list.text : '')
  expect(
    line?.candidates.map(({ amount }) => amount()).filter((amount) => amount && 'quantity' in amount),
  ).toEqual([])
})

test('rows and cells that do not say where they are follow each other, also with prefixes', () => {
  const sheet = strToU8(
    '<x:worksheet><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c><x:c><x:v>1</x:v></x:c></x:row><x:row/><x:row><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  )
  expect(read('', { 'xl/worksheets/sheet1.xml': sheet })).toEqual({ text: 'A\t1\n\n2' })
})

const row = (number: number, name: string, more = '') =>
  `<row r="${number}"${more}>${text(`A${number}`, name)}</row>`

const SHOW = 'in Excel and drop the file again.'

test('hidden rows are left out and counted, filtered ones too', () => {
  const rows = [
    row(1, 'Article'),
    row(2, 'HX-1', ' hidden="1"'),
    row(3, 'HX-2'),
    row(4, 'HX-3', ' hidden="true"'),
    '<row r="5" hidden="1"/>',
    row(6, 'HX-4', ' hidden="0"'),
  ]
  expect(read(rows.join(''))).toEqual({
    text: 'Article\nHX-2\nHX-4',
    note: `2 hidden rows were left out. To read them too, show them ${SHOW}`,
  })
  expect(read(row(1, 'HX-1') + row(3, 'HX-2', ' hidden="1"'))).toEqual({
    text: 'HX-1',
    note: `1 hidden row was left out. To read it too, show it ${SHOW}`,
  })
})

test('hidden columns are left out and counted, and hidden sheets are named', () => {
  const sheet = strToU8(
    `<worksheet><cols><col min="2" max="3" hidden="1"/><col min="4" max="4"/></cols><sheetData><row r="1">${text('A1', 'HX-1')}${text('B1', 'old')}<c r="D1"><v>500</v></c></row></sheetData></worksheet>`,
  )
  expect(read('', { 'xl/worksheets/sheet1.xml': sheet })).toEqual({
    text: 'HX-1\t500',
    note: `1 hidden column was left out. To read it too, show it ${SHOW}`,
  })
  const sheets = workbookOf({
    'Codes" state="hidden': row(1, 'HX-9'),
    Order: row(1, 'HX-1'),
    More: row(1, 'HX-2'),
  })
  expect(readSpreadsheet(sheets, LONGEST)).toEqual({
    text: 'HX-1',
    note: 'Only the sheet “Order” was read, not the hidden “Codes” and “More”.',
  })
})

// attack: spreadsheet-bomb
test('a long text that many cells name is refused before they are joined', () => {
  const strings = strToU8(`<sst><si><t>${'x'.repeat(50_000)}</t></si></sst>`)
  const cells = Array.from({ length: 50 }, () => '<c t="s"><v>0</v></c>').join('')
  const rows = Array.from({ length: 4000 }, () => `<row>${cells}</row>`).join('')
  expect(read(rows, { 'xl/sharedStrings.xml': strings })).toEqual({
    problem: 'The file is too large: a list has at most 100 kB.',
  })
})
