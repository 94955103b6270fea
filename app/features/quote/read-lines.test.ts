import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SKU } from '#features/catalog/limits.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { existingCandidate, type LineCandidate, readLines } from './read-lines.ts'

const quantityOf = ({ amount }: LineCandidate): number | undefined => {
  const read = amount()
  return read && 'quantity' in read ? read.quantity : undefined
}

/** What the text means when only these parts exist: "sku × quantity", or the text of a line that is unknown. */
function meaning(text: string, skus: readonly string[]): string[] {
  const known = new Set(skus.map((sku) => sku.toLowerCase()))
  return readLines(text).map(({ given, candidates }) => {
    const found = existingCandidate(candidates, (sku) => known.has(sku.toLowerCase()))
    return found ? `${found.sku} × ${quantityOf(found) ?? 'none'}` : `unknown: ${given}`
  })
}

const HX = 'HX-933-M8-40'

test.each([
  ...['HX-933-M8-40 500', 'HX-933-M8-40\t500', 'HX-933-M8-40,500', 'HX-933-M8-40, 500', 'HX-933-M8-40;500'],
  ...[
    'HX-933-M8-40 x 500',
    'HX-933-M8-40 X 500',
    'HX-933-M8-40x500',
    'HX-933-M8-40 x500',
    'HX-933-M8-40*500',
  ],
  ...[
    'HX-933-M8-40 × 500',
    '500 × HX-933-M8-40',
    '500 x HX-933-M8-40',
    '500x HX-933-M8-40',
    '500xHX-933-M8-40',
  ],
  ...['500 HX-933-M8-40', '500\tHX-933-M8-40', '500,HX-933-M8-40', '500;HX-933-M8-40', '500*HX-933-M8-40'],
  ...['HX-933-M8-40 500 pcs', 'HX-933-M8-40 500pcs.', '500pcs HX-933-M8-40', '500 pieces HX-933-M8-40'],
  ...['HX-933-M8-40 500 ea', 'HX-933-M8-40: 500 Stück', 'HX-933-M8-40 (500 pcs)', 'HX-933-M8-40 – 500'],
  ...[
    'HX-933-M8-40 qty 500',
    'Qty: 500, HX-933-M8-40',
    'HX-933-M8-40 | 500',
    'Please send 500 pcs of HX-933-M8-40.',
  ],
  ...['- 500 pcs HX-933-M8-40', '• HX-933-M8-40 500', '1) HX-933-M8-40 500', '1. 500 HX-933-M8-40'],
  ...['Pos 10; HX-933-M8-40; 500; pcs', '10;HX-933-M8-40;500', '10\tHX-933-M8-40\tHexagon screw\t500\t0.12'],
  ...['HX-933-M8-40\tHexagon head screw, M8 × 40\t500\t0.12', 'HX-933-M8-40,Screw,500,0.12'],
  ...[
    '"HX-933-M8-40","Screw, 1/2"" long","500","0.12"',
    ' "HX-933-M8-40" ; "500" ',
    'HX-933-M8-40;500;"0,12"',
  ],
  ...['500 x HX-933-M8-40 Hexagon screw M8 × 40, DIN 933', 'HX-933-M8-40 500 pcs, screws of 40 mm'],
  ...[
    '\u202eHX-933-M8-40\u202c 500',
    '\ufeffHX-933-M8-40 500',
    'HX‑933‑M8‑40\u00a0500',
    'HX-933\u00ad-M8-40 500',
  ],
  ...['HX-933-M8-40 ５００', '=HX-933-M8-40;500', '#HX-933-M8-40 500'],
])('%j is 500 of a part', (line) => {
  expect(meaning(line, [HX])).toEqual([`${HX} × 500`])
})

test.each([
  ['1,000', 1000],
  ['1.000', 1000],
  ['1 000', 1000],
  ["1'000", 1000],
  ['1\u202f000', 1000],
  ['1k', 1000],
  ['1.5k', 1500],
  ['1,5 k', 1500],
  ['1,000,000', 1_000_000],
  ['1 000 000', 1_000_000],
  ['12', 12],
  ['0', 0],
])('%s are %i pieces, on either side of the part number', (text, quantity) => {
  for (const mark of [' ', '\t', ';', ', ', ' x ', ' × '])
    for (const line of [`${HX}${mark}${text}`, `${text}${mark}${HX}`, `${HX}${mark}${text} pcs`])
      expect(meaning(line, [HX]), line).toEqual([`${HX} × ${quantity}`])
  // "HX-1,1,5 k" may be a row of three columns.
  if (text !== '1,5 k') expect(meaning(`${HX},${text}`, [HX])).toEqual([`${HX} × ${quantity}`])
})

// attack: pasted-text
test.each([
  ...[
    '',
    ' -5',
    ' 1e9',
    ' ½',
    ' 2½',
    ' 100 ½',
    ' 100 1/2',
    ' 2.5',
    ' 2,5',
    ';2,5',
    ' 1,00,000',
    ' 0x10',
    ' ²',
  ],
  ...[' ١٠٠', ' ten', ' $500', ' 500 mm', ' 500 kg', ' M8 × 500', ' DIN 933', ' 9999999999', ' 1.000,50'],
  ...[' Bearing 6204', '\tBearing 6204', '\t\t', ' 200 pcs or 300 pcs', '\tScrew\t500\t900'],
])('the part number with %j has no quantity', (rest) => {
  expect(meaning(HX + rest, [HX])).toEqual([`${HX} × none`])
})

test('a part number wins over a number, also one of digits or with blanks', () => {
  expect(meaning('933-M8 200', ['933-M8'])).toEqual(['933-M8 × 200'])
  expect(meaning('933-M8 200', ['933-M8 200', '933-M8'])).toEqual(['933-M8 200 × none'])
  for (const line of ['933 200', '933,200', '933;200', '200 933', '200 x 933', '933 200 pcs'])
    expect(meaning(line, ['933'])).toEqual(['933 × 200'])
  expect(meaning('933', ['933'])).toEqual(['933 × none'])
  expect(meaning('100245\tHexagon screw M8\t200', ['100245'])).toEqual(['100245 × 200'])
  expect(meaning('608X\t500', ['608X'])).toEqual(['608X × 500'])
  expect(meaning('500 X200', ['X200'])).toEqual(['X200 × 500'])
  expect(meaning('HX 933 200', ['HX', 'HX 933'])).toEqual(['HX 933 × 200'])
  expect(meaning('a b c d e f 200', ['A B C D E F'])).toEqual(['a b c d e f × 200'])
  expect(meaning('8x40x200', ['8x40'])).toEqual(['8x40 × 200'])
  expect(meaning('HX-1x200', ['HX-1x200', 'HX-1'])).toEqual(['HX-1x200 × none'])
  // A misspelt part number is not taken for a quantity of another part.
  expect(meaning('HX-9333 200', ['200'])).toEqual(['unknown: HX-9333 200'])
})

test('blank lines and a first row of column names are left out, other first rows are not', () => {
  for (const header of [
    ...[
      'SKU,Quantity',
      'Part number;Qty',
      'part no\tquantity',
      'Part',
      '"Part No.","Name","Qty"',
      'SKU | pieces',
      'SKU Quantity',
    ],
    ...['Part number;Qty;Remark', 'Our number\tSKU\tQuantity'],
    ...['Pos.\tPart number\tDescription\tQty\tUnit price\tTotal', '\ufeffPART NUMBER, PIECES'],
  ])
    expect(readLines(`\n${header}\r\n\r\n${HX} 5\n \u202e\t\n`).map(({ given }) => given)).toEqual([
      `${HX} 5`,
    ])
  for (const first of ['Parts', 'Part 7', 'Name', 'Party quantity', 'x'])
    expect(readLines(`${first}\n${HX} 5`)).toHaveLength(2)
  expect(readLines(`${HX} 5\nSKU,Quantity`)).toHaveLength(2)
})

test('the most probable candidate of a line is its part number, known or not', () => {
  const first = (line: string) => {
    const [candidate] = readLines(line)[0]?.candidates ?? []
    return candidate && { sku: candidate.sku, quantity: quantityOf(candidate) }
  }
  expect(first('HX-933-M8-4O 200')).toEqual({ sku: 'HX-933-M8-4O', quantity: 200 })
  expect(first('HX-933-M8-4O')).toEqual({ sku: 'HX-933-M8-4O', quantity: undefined })
  expect(first('10\tHexagon screw M8\tHX-1-2\t200')).toEqual({ sku: 'HX-1-2', quantity: 200 })
  expect(first('200 pcs of AB-7 for the M8 machine')).toEqual({ sku: 'AB-7', quantity: 200 })
  expect(first('HX 933 200')).toEqual({ sku: 'HX 933', quantity: 200 })
})

/** Not ending in a word after which a number is that of a position or a standard, or in a unit. */
const partNumber = fc
  .stringMatching(/^[A-Z0-9]{1,6}([ ./_-]?[A-Z0-9]{1,6}){0,4}$/)
  .filter((sku) => SKU.test(sku) && !/ x|x |(^| )(pcs|ea|x|nr|no|pos|item|line|din|iso|en|grade)$/i.test(sku))

test('a column that is a part number is found, whatever it is like, with the quantity in the next', () => {
  const mark = fc.constantFrom('\t', ';', ' ; ')
  fc.assert(
    fc.property(partNumber, fc.nat({ max: 1_000_000 }), mark, (sku, quantity, by) => {
      expect(meaning(`x\n${sku}${by}${quantity}`, [sku])[1]).toBe(`${sku} × ${quantity}`)
      expect(meaning(`x\n${sku}${by}${formatCount(quantity)} pcs`, [sku])[1]).toBe(`${sku} × ${quantity}`)
    }),
  )
})

test('a quantity consists of digits that are in the line', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      HX,
      'M8',
      'x',
      '×',
      '-',
      ',',
      ';',
      '\t',
      ' ',
      '.',
      'pcs',
      'k',
      '½',
      '-5',
      '1e9',
      '"',
      'DIN',
    ),
    fc.nat({ max: 9999 }).map(String),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const line = pieces.join('')
      const digits = line.replace(/\D/g, '')
      for (const { candidates } of readLines(line))
        for (const candidate of candidates) {
          const quantity = quantityOf(candidate) ?? 0
          expect(digits.includes(String(quantity)) || quantity % 10 === 0, line).toBe(true)
        }
    }),
    { numRuns: 2000 },
  )
})

test('any text is read into lines that contain all of it except blanks and column names', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 }))
  fc.assert(
    fc.property(text, (pasted) => {
      const read = readLines(`x\n${pasted}`)
      const plain = (given: string) => given.replace(/[\s\p{Cf}\p{Cc}\u2028\u2029]/gu, '')
      expect(plain(read.map(({ given }) => given).join(''))).toBe(plain(`x${pasted}`))
      for (const { candidates } of read)
        for (const candidate of candidates) {
          const quantity = quantityOf(candidate) ?? 0
          expect(candidate.sku).toMatch(SKU)
          expect(Number.isSafeInteger(quantity) && quantity >= 0).toBe(true)
        }
    }),
  )
})

// attack: pasted-text
test.each([
  'a',
  ' ',
  '1',
  '1 ',
  '1,',
  'x',
  '"',
  '"a;',
  '\t',
  ';',
  '×',
  '.',
  '-',
  '1x',
  "1'",
  'HX-1 5;',
  '=',
  '\u202e',
  '\n',
])('a text of 100,000 characters that repeats %j has few meanings', (part) => {
  const read = readLines(part.repeat(100_000 / part.length))
  expect(read.length).toBeLessThanOrEqual(1)
  for (const { candidates } of read) expect(candidates).toEqual([])
})
