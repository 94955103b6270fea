import { expect, test } from 'vitest'
import type { QuoteLine } from '#features/quote/schema.ts'
import { notParts } from './not-parts.ts'
import { matchQuote, readPastedLines } from './pasted-lines.ts'

/** The texts of a list that are no parts, when the shop knows only the lines with "HX-1" and offers parts for "nuts". */
function foldedOf(text: string): string[] {
  const lines = readPastedLines(text)
  const answer = lines.map(({ text: given }): QuoteLine => {
    if (given.includes('HX-1'))
      return { given, sku: 'HX-1', productId: 'hx', product: 'Screw', quantity: 100 }
    const fixes = given.includes('nuts') ? { fixes: [{ sku: 'NH-1', name: 'Nut', image: '/nut.svg' }] } : {}
    return { given, problem: 'unknown', ...fixes }
  })
  const rows = matchQuote(lines, answer, () => undefined)
  return [...notParts(rows)].map((row) => row.text)
}

test('letterhead, greeting, sentences and signature are no parts, wherever they have digits', () => {
  const around = [
    'Sample Works, 12345 Sample City',
    'Dear Ms Miller,',
    'please quote:',
    'Kind regards',
    'Jane Doe, Building 7',
    'Tel. +49 30 1234567',
  ]
  const [letterhead, dear, please, ...signature] = around
  const mail = [letterhead, dear, please, 'HX-1 100', 'nuts M8 500', ...signature].join('\n')
  expect(foldedOf(mail)).toEqual(around)
})

test.each([
  'jane@example.com, room 4',
  'www.example.com/4711',
  'Phone 030 1234567',
  'Subject: order 4711',
  'Customer no. 10023',
  'Our order of 12 March',
  'Berlin, 12.03.2026',
  'Delivery: 30.01.2026',
  'Page 1 of 2',
  'Article;Ordered;Remark',
])('"%s" is no part', (text) => {
  expect(foldedOf(`HX-1 100\n${text}`)).toEqual([text])
})

test.each([
  'HX-99999 100',
  'titanium washers 500',
  'order 500 M8 bolts',
  'M7 x 33 200',
  'nuts without a size',
])('"%s" stays a line, since it may be a part', (text) => {
  expect(foldedOf(`HX-1 100\n${text}`)).toEqual([])
})

test.each(['PS: 200 pcs ZZ-1', '500 Stück ZZ-1, Herr Berg', '> 300 x ZZ-1'])(
  '"%s" stays a line below a signature, since it says pieces',
  (text) => {
    expect(foldedOf(`HX-1 100\nKind regards\nJane Doe, Building 7\n${text}`)).toEqual([
      'Kind regards',
      'Jane Doe, Building 7',
    ])
  },
)

test('lines between a closing and a part are no signature, and thanks for something are no closing', () => {
  expect(foldedOf('Thanks, as always\nZZ-1 200\nHX-1 100\nBest regards\nBuilding 7')).toEqual([
    'Thanks, as always',
    'Best regards',
    'Building 7',
  ])
  expect(foldedOf('Thank you for your offer, please send:\nZZ-1 200\nZZ-2 300')).toEqual([
    'Thank you for your offer, please send:',
  ])
})

test('a part with a word of a telephone in its name is no number of a telephone', () => {
  expect(foldedOf('HX-1 100\nmobile crane hook 500\nphone clip 4711 200\nTel.: +49 (0)30 123-45')).toEqual([
    'Tel.: +49 (0)30 123-45',
  ])
})

test('a part stays a line below a signature, and a list before a greeting does too', () => {
  expect(foldedOf('HX-1 100\nDear all\nThanks\nHX-1 200\nnuts M8')).toEqual(['Dear all', 'Thanks'])
})

test('names of columns and sums are no parts, wherever they stand', () => {
  const names = ['Part;Stock;Qty', 'Total;;5500', 'Part;Qty (500 pcs)', 'Summe: 5.500']
  expect(foldedOf(['PS', 'HX-1 100', ...names].join('\n'))).toEqual(['PS', ...names])
  expect(foldedOf('HX-1 100\nTotal;500')).toEqual(['Total;500'])
  expect(foldedOf('HX-1 100\ntotal station 500')).toEqual([])
})
