import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listLines } from './list-lines.ts'

const textsOf = (text: string) => listLines(text).map((line) => line.text)

test.each([
  'HX-1;"Screw\nblack";500',
  'HX-1\t"Screw\n\nblack"\t500',
  '"HX-1","Screw, 1/2"" long\r\nblack","500"',
  '"HX-1";"a\nb";"c\nd"',
])('a row with a line break in a cell is one line: %j', (row) => {
  const plain = row.replaceAll('\r\n', '\n')
  expect(listLines(`x\n${row}\nHX-2;300`)).toMatchObject([
    { text: 'x', index: 0, height: 1 },
    { text: plain, index: 1, height: plain.split('\n').length },
    { text: 'HX-2;300', index: 1 + plain.split('\n').length, height: 1 },
  ])
})

// attack: pasted-text
test.each([
  'HX-1;"Screw;500\nHX-2;300',
  'HX-1;"big\nHX-2;300;"small',
  'HX-1;500;1/2"\nHX-2;300;3/4"',
  'HX-1;"a\nHX-2;"b";300',
  '"Please send HX-1 500,\nand HX-2 300"',
  `HX-1;"a${'\nx'.repeat(30)}";500`,
  `HX-1;"a\n${'x'.repeat(6000)}";500`,
])('a quotation mark that opens no cell swallows nothing: %j', (text) => {
  expect(textsOf(text)).toEqual(text.split('\n'))
})

test('a row parted by tabs keeps its blank first cell below names that are parted so', () => {
  expect(textsOf('\tPart\tQty \n \tHX-1\t500\n  HX-2 300')).toEqual([
    '\tPart\tQty',
    '\tHX-1\t500',
    'HX-2 300',
  ])
  expect(textsOf('\tHX-1\t500')).toEqual(['HX-1\t500'])
})

test('each line is below the names that stand last above it', () => {
  const lines = listLines(
    'Hello\nPart;Qty\n---;---\nHX-1;500\n\nHX-2 300\nPart|Stock|Qty\n|--|--|--|\nHX-1|9|300',
  )
  expect(lines.map(({ isHead, table }) => (isHead ? 'head' : table?.head))).toEqual([
    undefined,
    ...['head', 'Part;Qty', undefined],
    ...['head', 'Part|Stock|Qty'],
  ])
})

test('the rule below the last wanted line is in it', () => {
  expect(listLines('Part\n|Qty\n--\nHX-1', 2).map(({ text }) => text)).toEqual(['Part', '|Qty\n--'])
})

test('all of a text is in its lines, and no more lines than are wanted', () => {
  const piece = fc.constantFrom(
    'Part',
    'Qty',
    'Stock',
    ';',
    ';',
    '\t',
    '"',
    '"',
    '""',
    '\n',
    '\n',
    '|',
    'HX-1',
    '500',
    ',',
    '--',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      const plain = (all: string) => all.replace(/\s/g, '')
      expect(plain(textsOf(text).join(''))).toBe(plain(text))
      expect(listLines(text, 2)).toEqual(listLines(text).slice(0, 2))
    }),
    { numRuns: 1000 },
  )
})
