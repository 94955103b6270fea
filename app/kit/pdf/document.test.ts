import { expect, test } from 'vitest'
import { readPdf } from '#tests/support/pdf.ts'
import { openDocument, PAGE, type PdfDocument, widthOf } from './document.ts'
import { paperFormatOf } from './paper-format.ts'
import { drawPicture } from './picture.ts'
import { type Column, drawTable } from './table.ts'

/** An empty document that records the texts it draws, and the heads and feet of its pages. */
async function recordingDocument() {
  const drawn: string[] = []
  /** Where the last line of each text ends, by the text. */
  const ends = new Map<string, number>()
  const document = await openDocument({
    title: 'Title',
    author: 'Author',
    at: 0,
    drawHead: () => drawn.push('HEAD'),
    drawFoot: (_document, page, pages) => drawn.push(`FOOT ${page} / ${pages}`),
  })
  const recording: PdfDocument = {
    ...document,
    get y() {
      return document.y
    },
    set y(value) {
      document.y = value
    },
    draw: (text, y) => {
      drawn.push(text.lines.flatMap(({ runs }) => runs.map((run) => run.written)).join('\n'))
      ends.set(drawn.at(-1) ?? '', text.box.x + text.box.width)
      expect(y + text.height).toBeLessThanOrEqual(document.bottom)
      document.draw(text, y)
    },
  }
  return { drawn, ends, document: recording }
}

test('a table continues on the next page below the head and its titles', async () => {
  const { drawn, document } = await recordingDocument()
  const rows = Array.from({ length: 50 }, (_, index) => [`row ${index}`, 'value'])
  const columns = [
    { title: 'Name', width: 100 },
    { title: 'Value', width: 100 },
  ]
  drawTable(document, PAGE.left, columns, rows)
  await document.finish()
  const head = drawn.indexOf('HEAD')
  expect(drawn.slice(0, 4)).toEqual(['Name', 'Value', 'row 0', 'value'])
  expect(drawn.slice(head + 1, head + 3)).toEqual(['Name', 'Value'])
  expect(drawn.filter((text) => text.startsWith('row'))).toEqual(rows.map(([name]) => name))
  expect(drawn.slice(-2)).toEqual(['FOOT 1 / 2', 'FOOT 2 / 2'])
})

test('columns are as wide as their content, and one has what is left: no part number is divided', async () => {
  const { drawn, ends, document } = await recordingDocument()
  const name = 'Deep groove ball bearing 6204-2RS, sealed on both sides, DIN 625'
  const rows = [
    ['OR-3601-117-NBR', name, '1,000,000'],
    ['W'.repeat(64), 'Washer', '1'],
  ]
  const columns: readonly Column[] = [
    { title: 'Part number', width: 'content' },
    { title: 'Part', width: 'rest' },
    { title: 'Quantity', width: 'content', align: 'end' },
  ]
  drawTable(document, PAGE.left, columns, rows)
  expect(drawn).toContain('OR-3601-117-NBR')
  expect(drawn).toContain('1,000,000')
  expect(ends.get('1,000,000')).toBeCloseTo(PAGE.right, 5)
  // One that is longer than a column may be stands in several lines, and the name keeps half of the page.
  expect(drawn.find((text) => text.startsWith('WW'))).toMatch(/^W+\nW+/)
  expect(drawn).toContain(name)
})

test('what stands on Letter ends above its lower edge, in its middle', async () => {
  const document = await openDocument({
    ...{ title: 'Title', author: 'Author', at: 0, format: 'LETTER' },
    ...{ drawHead: () => {}, drawFoot: () => {} },
  })
  document.reserve(document.bottom)
  const { outside, streams } = readPdf(await document.finish())
  expect(outside.match(/\/MediaBox \[0 0 612 792\]/g)).toHaveLength(2)
  expect(streams.filter((stream) => stream.includes('1 0 0 1 8.36 0 cm'))).toHaveLength(2)
  expect(document.bottom).toBe(792 - (841.89 - 782) - 0.11)
})

test.each([
  ['US', 'LETTER'],
  ['CA', 'LETTER'],
  ['DE', 'A4'],
  [undefined, 'A4'],
] as const)('the paper of %s is %s', (country, format) => expect(paperFormatOf(country)).toBe(format))

test('decimal points of a column are below each other, however many decimals each number has', async () => {
  const { ends, document } = await recordingDocument()
  const rows = [['$0.0687'], ['$12.50'], ['$0.065']]
  drawTable(document, PAGE.left, [{ title: 'Price', width: 100, align: 'decimal' }], rows)
  const digit = widthOf(document, '0', { size: 9 })
  const [price, longest, ...others] = ['Price', '$0.0687', '$12.50', '$0.065'].map((text) => ends.get(text))
  expect(longest).toBe(price)
  expect(others).toEqual([2, 1].map((missing) => expect.closeTo(Number(price) - missing * digit, 5)))
})

test('a table says at each break what it comes to, and its last row stays with what follows', async () => {
  const { drawn, document } = await recordingDocument()
  const rows = Array.from({ length: 39 }, (_, index) => [`row ${index + 1}`])
  const carry = (count: number) => [`carried ${count}`]
  drawTable(document, PAGE.left, [{ title: 'Name', width: 200 }], rows, { carry, kept: 100 })
  expect(document.fits(100)).toBe(true)
  await document.finish()
  expect(drawn.filter((text) => text.startsWith('row'))).toHaveLength(39)
  const [before, after] = drawn.flatMap((text, index) => (text.startsWith('carried') ? [index] : []))
  const last = drawn[Number(before) - 1]
  expect(drawn.slice(Number(before), Number(after) + 2)).toEqual([
    String(last).replace('row', 'carried'),
    'HEAD',
    'Name',
    String(last).replace('row', 'carried'),
    `row ${Number(last?.slice(4)) + 1}`,
  ])
})

test('the same content at the same time is the same file', async () => {
  const fileOf = async (text: string) => {
    const { document } = await recordingDocument()
    const style = { size: 10 }
    document.draw(document.setText(text, style, { x: PAGE.left, width: 100 }), PAGE.top)
    return Buffer.from(await document.finish()).toString('latin1')
  }
  expect(await fileOf('a')).toBe(await fileOf('a'))
  expect(await fileOf('a')).not.toBe(await fileOf('b'))
})

test('a file that is no picture is not drawn', async () => {
  const { document } = await recordingDocument()
  const frame = { x: 0, y: 0, width: 10, height: 10 }
  const bytes = new TextEncoder().encode('no picture')
  expect(await drawPicture(document, { kind: 'raster', bytes }, frame)).toBe(false)
  expect(await drawPicture(document, { kind: 'svg', svg: 'no picture' }, frame)).toBe(false)
})

test('the next part counts its pages from 1, and the pages before it are kept in memory no longer', async () => {
  const { drawn, document } = await recordingDocument()
  document.reserve(document.bottom)
  document.nextPart({
    drawHead: () => {},
    drawFoot: (_, page, pages) => drawn.push(`PART ${page} / ${pages}`),
  })
  expect(document.pdf.bufferedPageRange()).toEqual({ start: 2, count: 1 })
  expect(document.pages()).toBe(3)
  await document.finish()
  expect(drawn).toEqual(['HEAD', 'FOOT 1 / 2', 'FOOT 2 / 2', 'PART 1 / 1'])
})
