import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAXIMUM_QUOTE_BYTES } from '#features/quote/limits.ts'
import { type ListLine, splitList } from '#features/quote/read-lines.ts'
import type { QuoteLine } from '#features/quote/schema.ts'
import { withRows } from './add-rows.ts'
import {
  type ListRow,
  matchQuote,
  quotableLines,
  readPastedLines,
  repairAll,
  replaceLine,
  tablesOf,
  textOf,
  undoReplacing,
  withoutLines,
  withPart,
} from './pasted-lines.ts'

const TEXT = 'Part number;Qty\nA-1; 50\n\nA-2 x 450\r\nA-9 100\na-1; 30\nA-3 100\n  '

const part = (sku: string): Partial<QuoteLine> & { sku: string } => ({
  sku,
  productId: sku.toLowerCase(),
  product: `Sample ${sku}`,
  available: 1000,
  minimum: 100,
  step: 100,
  prices: [{ from: 100, price: 1 }],
})

const ANSWER: QuoteLine[] = [
  {
    ...part('A-1'),
    given: 'A-1; 50',
    quantity: 80,
    problem: 'below_minimum',
    fixes: [{ quantity: 100 }],
    merged: ['a-1; 30'],
  },
  {
    ...part('A-2'),
    given: 'A-2 x 450',
    quantity: 450,
    problem: 'off_step',
    fixes: [{ quantity: 400 }, { quantity: 500 }],
  },
  { given: 'A-9 100', quantity: 100, problem: 'unknown' },
  { ...part('A-3'), given: 'A-3 100', quantity: 100, unitPrice: 1, lineTotal: 100 },
]

const rowsOf = (text: string, answer = ANSWER): ListRow[] =>
  matchQuote(readPastedLines(text), answer, () => undefined)

const rowAt = (rows: readonly ListRow[], index: number): ListRow => {
  const row = rows[index]
  if (!row) throw new Error(`There is no row ${index}.`)
  return row
}

describe('the lines of a text', () => {
  test('are those that are not blank, without a first line of column names', () => {
    expect(readPastedLines(TEXT).map(({ text, index }) => [index, text])).toEqual([
      [1, 'A-1; 50'],
      [3, 'A-2 x 450'],
      [4, 'A-9 100'],
      [5, 'a-1; 30'],
      [6, 'A-3 100'],
    ])
    expect(readPastedLines('A-1 50\nQuantity, part').map(({ text }) => text)).toEqual([
      'A-1 50',
      'Quantity, part',
    ])
    expect(readPastedLines('\n \u200b \n')).toEqual([])
  })

  test('keep their keys while others are added', () => {
    const keys = (text: string) => readPastedLines(text).map(({ key }) => key)
    expect(keys('A-1 50\nA-2 50\nA-1 50')).toHaveLength(3)
    expect(keys('B-1 100\nA-1 50\nA-2 50\nA-1 50').slice(1)).toEqual(keys('A-1 50\nA-2 50\nA-1 50'))
  })

  test('are shortened when they are no lines of a list', () => {
    expect(readPastedLines('x'.repeat(100_000)).map(({ text }) => text.length)).toEqual([1000])
  })

  test('go to the shop as many as it takes', () => {
    const lines = readPastedLines(Array.from({ length: 501 }, (_, n) => `A-${n} 100`).join('\n'))
    expect(quotableLines(lines)).toHaveLength(500)
    expect(quotableLines(readPastedLines(`${'ü'.repeat(600)}\n`.repeat(200)))).toHaveLength(83)
    const cells = quotableLines(readPastedLines(`${'"1"\t'.repeat(50)}x\n`.repeat(500)))
    const body = JSON.stringify({ text: cells.map(({ text }) => text).join('\n') })
    expect(body.length).toBeLessThanOrEqual(MAXIMUM_QUOTE_BYTES)
    expect(body.length).toBeGreaterThan(MAXIMUM_QUOTE_BYTES - 400)
  })
})

test('each line has its answer; a part named again is counted in its first line', () => {
  expect(rowsOf(TEXT).map(({ line, isMerged }) => [line?.sku, line?.quantity, isMerged])).toEqual([
    ['A-1', 80, false],
    ['A-2', 450, false],
    [undefined, 100, false],
    ['A-1', 80, true],
    ['A-3', 100, false],
  ])
  const twice = rowsOf('A-3 100\nA-3 100\nA-9 100\nA-9 100')
  expect(twice.map(({ isMerged }) => isMerged)).toEqual([false, true, false, false])
})

describe('a repair', () => {
  test('writes part number and quantity instead of the line, and keeps the others', () => {
    const rows = rowsOf(TEXT)
    expect(replaceLine(TEXT, rows, rowAt(rows, 1), 'A-2\t400')).toBe(
      'Part number;Qty\nA-1; 50\n\nA-2\t400\nA-9 100\na-1; 30\nA-3 100\n  ',
    )
    expect(replaceLine(TEXT, rows, rowAt(rows, 2), undefined)).not.toContain('A-9')
  })

  test('removes the lines that are counted in it', () => {
    const rows = rowsOf(TEXT)
    expect(replaceLine(TEXT, rows, rowAt(rows, 0), 'A-1\t100').match(/a-1.*/gi)).toEqual(['A-1\t100'])
  })

  test('of all lines leaves those that have several answers, and keeps what it replaced', () => {
    const near = TEXT.replace('A-2 x 450', 'A-2 x 480')
    const answer = ANSWER.map((line) =>
      line.sku === 'A-2' ? { ...line, given: 'A-2 x 480', quantity: 480 } : line,
    )
    const { text, replaced } = repairAll(near, rowsOf(near, answer))
    expect(text).toBe('Part number;Qty\nA-1\t100\n\nA-2\t500\nA-9 100\nA-3 100\n  ')
    expect([...replaced]).toEqual([
      ['A-1\t100', { lines: ['A-1; 50', 'a-1; 30'], quantity: 80 }],
      ['A-2\t500', { lines: ['A-2 x 480'], quantity: 480 }],
    ])
    // Halfway between two steps.
    expect(repairAll(TEXT, rowsOf(TEXT)).text).toContain('A-2 x 450')
    const after = rowsOf(text, answer)
    const taken = undoReplacing(text, rowAt(after, 0), replaced.get('A-1\t100') ?? { lines: [], quantity: 0 })
    expect(taken).toBe('Part number;Qty\nA-1; 50\na-1; 30\n\nA-2\t500\nA-9 100\nA-3 100\n  ')
  })

  test('by another part keeps an amount that is not clear', () => {
    const text = 'A-9 2 boxes of 50'
    const [row] = rowsOf(text, [{ given: text, sku: 'A-9', problem: 'unknown' }])
    expect(row && withPart(row, 'A-3')).toBe('A-3 2 boxes of 50')
  })
})

describe('adding to the cart', () => {
  test('adds the right lines to what is there; the wrong ones stay in the text', () => {
    const { lines, added } = withRows([{ productId: 'a-3', quantity: 50 }], rowsOf(TEXT))
    expect(lines).toEqual([{ productId: 'a-3', quantity: 150 }])
    expect(withoutLines(TEXT, added)).toBe('Part number;Qty\nA-1; 50\n\nA-2 x 450\nA-9 100\na-1; 30\n  ')
  })

  test('empties the text when nothing but column names would stay', () => {
    const text = 'Part;Qty\nA-3 100\nA-3 100\n'
    const { added } = withRows([], rowsOf(text))
    expect(withoutLines(text, added)).toBe('')
  })

  test('stops at the size of a cart', () => {
    const full = Array.from({ length: 200 }, (_, n) => ({ productId: `p${n}`, quantity: 100 }))
    expect(withRows(full, rowsOf(TEXT))).toEqual({ lines: full, added: [] })
    const { lines } = withRows([...full.slice(1), { productId: 'a-3', quantity: 1 }], rowsOf(TEXT))
    expect(lines.at(-1)).toEqual({ productId: 'a-3', quantity: 101 })
  })
})

describe('a table', () => {
  const TABLE = '\tPart\tStock\tQty\n\n\tA-1\t900\t300\nA-2;"two\nlines";450'

  test('goes to the shop with the names of its columns, and as the rows that were read', () => {
    const lines = readPastedLines(TABLE)
    expect(lines.map(({ text, index, height, table }) => [text, index, height, table?.quantities])).toEqual([
      ['\tA-1\t900\t300', 2, 1, [3]],
      ['A-2;"two\nlines";450', 3, 2, undefined],
    ])
    expect(textOf(lines)).toBe(TABLE)
    expect(tablesOf(lines).map(({ head }) => head)).toEqual(['\tPart\tStock\tQty'])
  })

  test('is the same list for the shop, whatever the text is like', () => {
    const piece = fc.constantFrom(
      ...[
        'Part',
        'Qty',
        'Stock',
        ';',
        ';',
        '\t',
        '"',
        '"',
        '\n',
        '\n',
        '\n',
        '|',
        'HX-1',
        '500',
        ' ',
        'x'.repeat(600),
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const lines = readPastedLines(pieces.join(''))
        const read = splitList(textOf(lines))
        // What stands at the end of a line that is too long does not matter: it is not read.
        const seen = ({ text, table }: ListLine) => [text, text.length > 500 || table]
        expect(read.map(seen)).toEqual(lines.map(seen))
      }),
      { numRuns: 1000 },
    )
  })

  test('has repairs that are no rows of it', () => {
    const answer = [
      { ...part('A-1'), given: '\tA-1\t900\t300', quantity: 50, problem: 'below_minimum' as const },
      { ...part('A-2'), given: 'A-2;"two\nlines";450', quantity: 450, problem: 'off_step' as const },
    ]
    const rows = rowsOf(TABLE, answer)
    const repaired = repairAll(TABLE, rows)
    expect(repaired.text).toBe('\tPart\tStock\tQty\n\n100 × A-1\nA-2;"two\nlines";450')
    const [first] = readPastedLines(repaired.text)
    expect(first?.read.candidates.map(({ sku, amount }) => [sku, amount()])).toContainEqual([
      'A-1',
      { quantity: 100 },
    ])
    expect(replaceLine(TABLE, rows, rowAt(rows, 1), 'A-2\t400')).toBe(
      '\tPart\tStock\tQty\n\n\tA-1\t900\t300\nA-2\t400',
    )
    expect(withoutLines(TABLE, [rowAt(rows, 1)])).toBe('\tPart\tStock\tQty\n\n\tA-1\t900\t300')
  })

  test('has its own answer for a row that another table has too', () => {
    const text = 'Part;Qty;Stock\nA-9;500;300\nPart;Stock;Qty\nA-9;500;300'
    const lines = ['A-9;500;300', 'Part;Stock;Qty', 'A-9;500;300'].map(
      (given, at): QuoteLine => ({
        given,
        problem: 'unknown',
        quantity: [500, 0, 300][at],
      }),
    )
    expect(rowsOf(text, lines).map(({ line }) => line?.quantity)).toEqual([500, 0, 300])
  })
})
