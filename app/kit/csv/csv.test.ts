import { array, asyncProperty, assert as check, string } from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, withoutGuard } from './csv-line.ts'
import { BrokenCsv, type CsvRow, parseCsv } from './parse-csv.ts'

/** Reads the text in parts of so many characters. */
const read = async (text: string, size = 65_536): Promise<CsvRow[]> => {
  const characters = [...text]
  const parts = Array.from({ length: Math.ceil(characters.length / size) }, (_, at) =>
    characters.slice(at * size, (at + 1) * size).join(''),
  )
  const rows: CsvRow[] = []
  for await (const row of parseCsv(parts)) rows.push(row)
  return rows
}

test('a line has quotation marks where a cell needs them, and guards cells that look like formulas', () => {
  expect(csvLine(['a', 1, undefined, 'b,"c"', 'd\ne', -1.5])).toBe('a,1,,"b,""c""","d\ne",-1.5\r\n')
  expect(csvLine(['=1+1', '+1', '-1', '@a', '\ta', "'=1", "'a", 'a=1'])).toBe(
    "'=1+1,'+1,'-1,'@a,\"'\ta\",''=1,'a,a=1\r\n",
  )
})

test('a guard is taken off once, and other apostrophes stay', () => {
  expect(["'=1", "''=1", "'a", '=1', "'"].map(withoutGuard)).toEqual(['=1', "'=1", "'a", '=1', "'"])
})

test('what is written is read again, whatever the cells have', async () => {
  const cell = string({ unit: 'binary', maxLength: 12 })
  const special = string({
    unit: array(string({ maxLength: 1 }), { minLength: 1, maxLength: 2 }).map((some) => some.join('')),
    maxLength: 4,
  })
  await check(
    asyncProperty(
      array(array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 }),
      special,
      async (rows, extra) => {
        const lines = [['sku', 'name'], ...rows, ["'=+-@", extra], ['"\r\n', `'${extra}`]]
        const found = await read(lines.map(csvLine).join(''), 7)
        const filled = lines.filter((cells) => cells.some((each) => each.trim() !== ''))
        expect(found.map(({ cells }) => cells)).toEqual(filled)
      },
    ),
    { numRuns: 30 },
  )
})

test.each([0, 1, 2, 3])(
  'long texts of characters of four bytes stay whole, after %i others',
  async (others) => {
    const cell = 'x'.repeat(others) + '😀'.repeat(2000)
    expect(await read(csvLine([cell, 'b']))).toEqual([{ row: 1, cells: [cell, 'b'] }])
  },
)

test.each([',', ';', '\t'])('the separator %j is found in the first line', async (separator) => {
  const text = `sku${separator}"a,;,;,b"${separator}c\nx${separator}"1,5;\t2"${separator}`
  expect((await read(text)).map(({ cells }) => cells)).toEqual([
    ['sku', 'a,;,;,b', 'c'],
    ['x', '1,5;\t2', ''],
  ])
})

test('rows are numbered as a spreadsheet shows them', async () => {
  const rows = await read('sku,name\n\nA,"two\nlines"\n,\n \nB,3" pipe\n')
  expect(rows).toEqual([
    { row: 1, cells: ['sku', 'name'] },
    { row: 3, cells: ['A', 'two\nlines'] },
    { row: 6, cells: ['B', '3" pipe'] },
  ])
  expect(await read('')).toEqual([])
})

test('line breaks of several kinds end rows, also where parts of the text meet', async () => {
  const text = 'a;b\r\n1;2\n3;4\r5;"6\r7"\r\n\r\n8;9'
  const expected = [
    { row: 1, cells: ['a', 'b'] },
    { row: 2, cells: ['1', '2'] },
    { row: 3, cells: ['3', '4'] },
    { row: 4, cells: ['5', '6\r7'] },
    { row: 6, cells: ['8', '9'] },
  ]
  expect(await read(text)).toEqual(expected)
  for (const size of [4, 5]) expect(await read(text, size)).toEqual(expected)
  expect(await read('\r\n\na;b;c,d')).toEqual([{ row: 3, cells: ['a', 'b', 'c,d'] }])
})

test.each(['\n', ',\n'])('other work goes on while blank rows such as %j are read', async (blank) => {
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  expect(await read(`sku,name\n${blank.repeat(30_000)}`)).toHaveLength(1)
  clearImmediate(next)
  expect(turns).toBeGreaterThan(20)
})

test('the number of rows and of cells in one is limited, with the blank ones', async () => {
  const cells = (count: number) => `a${','.repeat(count - 1)}\n`
  expect(await read(`sku\n${cells(1000)}`)).toHaveLength(2)
  await expect(read(`sku\n${cells(1001)}`)).rejects.toThrow(
    'Row 2 cannot be read: it has more than 1000 cells.',
  )
  expect(await read(`sku\n${'\n'.repeat(999_998)}A`)).toEqual([
    { row: 1, cells: ['sku'] },
    { row: 1_000_000, cells: ['A'] },
  ])
  await expect(read(`sku\n${'\n'.repeat(999_999)}A`)).rejects.toMatchObject({ row: 1_000_001 })
})

test('a row of endless empty cells is refused after its first megabyte', async () => {
  let length = 0
  const parts = function* () {
    yield 'sku,name\nA'
    for (const part = ','.repeat(65_536); length < 10_000_000; length += part.length) yield part
  }
  const readAll = async () => {
    for await (const _ of parseCsv(parts()));
  }
  await expect(readAll()).rejects.toThrow(new BrokenCsv(2))
  expect(length).toBeLessThan(1_200_000)
})

test('a quotation mark that is not closed is refused with its row', async () => {
  const rest = 'x,y\n'.repeat(50_000)
  await expect(read(`sku,name\nA,"b\n${rest}`)).rejects.toThrow(new BrokenCsv(2))
  await expect(read('sku,name\nA,"b\n')).rejects.toThrow(new BrokenCsv(2))
})
