import { expect, test } from 'vitest'
import { loadFaces } from './faces.ts'
import { setLine, setLines } from './lines.ts'
import { outlineOf } from './outlines.ts'

const { regular } = await loadFaces()

const writtenOf = (lines: ReturnType<typeof setLines>): string[] =>
  lines.map(({ runs }) => runs.map(({ written }) => written).join(''))

const drawnOf = (text: string): string =>
  setLine(text, regular)
    .runs.map((run) => run.text)
    .join('')

test('a text is broken at spaces, inside wide words, and where it says so', () => {
  const lines = setLines(`one two three\n${'x'.repeat(40)}`, { faces: regular, width: 5 })
  expect(writtenOf(lines).slice(0, 2)).toEqual(['one two', 'three'])
  expect(writtenOf(lines).slice(2).join('')).toBe('x'.repeat(40))
  for (const { width } of lines) expect(width).toBeLessThanOrEqual(5)
})

test('no line ends within a standard, a size or a part number that a line has room for', () => {
  const set = (text: string, width: number) => writtenOf(setLines(text, { faces: regular, width }))
  expect(set('All are DIN 933', 6)).toEqual(['All are', 'DIN 933'])
  expect(set('Screw M8 × 40 of steel', 6)).toEqual(['Screw', 'M8 × 40 of', 'steel'])
  expect(set('Ring OR-3601-117-NBR', 10)).toEqual(['Ring', 'OR-3601-117-NBR'])
  expect(set('All are DIN 933', 2.5)).toEqual(['All', 'are', 'DIN', '933'])
})

test('a text with more than the maximum of lines ends with an ellipsis that fits', () => {
  const lines = setLines('word '.repeat(50), { faces: regular, width: 10, maximumLines: 2 })
  expect(lines).toHaveLength(2)
  expect(writtenOf(lines)[1]).toMatch(/^word .*…$/)
  for (const { width } of lines) expect(width).toBeLessThanOrEqual(10)
})

test('each character is set in the first font that has it', () => {
  const names = setLine('Ø ⌀ Ω', regular).runs.map(({ face, text }) => [face.name, text])
  expect(names).toEqual([
    ['regular', 'Ø '],
    ['broad-regular', '⌀'],
    ['regular', ' '],
    ['broad-regular', 'Ω'],
  ])
})

test.each([
  ['simplified Chinese', '广东省深圳市', 'chinese'],
  ['traditional Chinese', '香港島軒尼詩道', 'chinese'],
  ['Japanese', '東京都千代田区やまだカタカナ', 'chinese'],
  ['Korean', '서울특별시', 'korean'],
])('%s has a font', (_, text, face) => {
  expect(new Set(setLine(text, regular).runs.map((run) => run.face.name))).toEqual(new Set([face]))
})

test.each([
  ['a script without a font', 'ꦀꦁꦎ', '□□□'],
  ['capitals that no font has', 'ᲗᲑ', 'თბ'],
  ['a joiner that shapes letters', 'ක්‍ෂ', 'ක්‍ෂ'],
  ['a tone of Thai above the ring of its vowel', 'น้ำ', 'นํ้า'],
  ['Burmese in the sequence of its shapes', 'မြေ', 'ေြမ'],
  ['names of East Asia', '陳大文 高橋カタカナ 한국', '陳大文 高橋カタカナ 한국'],
  ['private characters', '\ue000\u{f0000}', '□□'],
  ['characters that do not exist', '\u{10ffff}\uffff', '□□'],
  ['half a surrogate', 'a\ud800b', 'a\ufffdb'],
  ['a combining mark', 'e\u0301', 'é'],
  ['a combining mark alone', '\u0301', '\u0301'],
  ['marks of direction', 'a\u200fb\u202ec\u2066', 'abc'],
  ['joiners and selectors', 'a\u200d\ufe0fb', 'ab'],
  ['control characters', 'a\u0000\u0007\tb', 'a b'],
  ['new lines', 'a\r\nb\u2028c', 'a b c'],
  ['nothing', '', ''],
])('a line draws %s', (_what, text, drawn) => {
  expect(drawnOf(text)).toBe(drawn)
})

test('a space between words that are read from right to left belongs to them', () => {
  const runs = setLine('Nut שלום עולם 8', regular).runs.map(({ text, rightToLeft }) => [text, rightToLeft])
  expect(runs).toEqual([
    ['Nut ', undefined],
    ['שלום עולם', 'Hebrew'],
    [' 8', undefined],
  ])
})

test('a number in Arabic digits is drawn from left to right, and copied as it was written', () => {
  const runs = setLine('شارع ١٢ و ۳۴', regular).runs
  expect(runs.map(({ written }) => written)).toEqual(['شارع ١٢ و ۳۴'])
  const [{ face, text } = { face: undefined, text: '' }] = runs
  const drawn = face?.font.layout(text, []).glyphs.flatMap((glyph) => glyph.codePoints)
  const digits = drawn
    ?.map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Nd}/u.test(character))
  expect(digits?.join('')).toBe('۳۴١٢')
})

test('hostile texts are set without an error, and their outlines have only numbers', () => {
  const texts = [
    ...['\u{1f600}\u{1f468}\u200d\u{1f469}', '\u064b\u0651'.repeat(50), 'ل\u0627'.repeat(200)],
    ...['\u0e33\u0e40', '\u0915\u094d\u0937\u094d', '\u1000\u1039', '\u0300'.repeat(3000), '\u200f'],
    Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join(''),
  ]
  for (const text of texts) {
    const outlines = setLines(text, { faces: regular, width: 20 }).map((line) =>
      outlineOf(line, { x: 0, y: 0, size: 10 }),
    )
    expect(outlines.join('')).toMatch(/^[MLQCZ\d.,e\s-]*$/)
  }
})
