import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadFaces } from './faces.ts'
import { setLine } from './lines.ts'
import { RANGES, unprintedIn } from './printed-characters.ts'

const { regular, semibold } = await loadFaces()

const BOX = '□'

/** Whether a box is drawn for a character that is none. */
const hasBox = (text: string, faces = regular): boolean =>
  setLine(text, faces).runs.some((run) => run.text.includes(BOX) && !run.written.includes(BOX))

/** As `RANGES` writes them. */
function rangesOf(codes: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last && code === last.to + 1) last.to = code
    else ranges.push({ from: code, to: code })
  }
  return ranges
    .map(({ from, to }, index) => {
      const distance = (from - (ranges[index - 1]?.to ?? 0)).toString(36)
      return to === from ? distance : `${distance}-${(to - from).toString(36)}`
    })
    .join(' ')
}

test('the characters are those of the fonts', () => {
  const codes = new Set(regular.flatMap(({ font }) => font.characterSet))
  expect(RANGES).toBe(rangesOf([...codes].toSorted((one, other) => one - other)))
  for (const character of ['🦄', 'ꦀ', 'Ꭰ', '\u{10ffff}', '\ue000', '\u{20bb8}'])
    expect([character, unprintedIn(`a${character}b`)]).toEqual([character, character])
})

test('a text is printed without a box exactly when no character of it is named', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 6 }), (text) => {
      const isRefused = unprintedIn(text) !== undefined
      expect([text, hasBox(text)]).toEqual([text, isRefused])
      // The bold fonts have more.
      if (!isRefused) expect([text, hasBox(text, semibold)]).toEqual([text, false])
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['Georgian, and its capitals', 'თბილისი ᲗᲑᲘᲚᲘᲡᲘ'],
  ['Thai', 'บริษัท น้ำผึ้ง กรุงเทพฯ'],
  ['Hindi', 'श्री शर्मा, क्षेत्र १२, नई दिल्ली'],
  ['Bengali', 'শ্রী রহিম, ঢাকা'],
  ['Tamil', 'திரு. குமார், சென்னை'],
  ['Sinhala', 'ශ්‍රී ලංකා'],
  ['Burmese', 'မြန်မာနိုင်ငံ'],
  ['Khmer', 'ភ្នំពេញ'],
  ['Lao', 'ວຽງຈັນ ນ້ຳ'],
  ['Amharic', 'አዲስ አበባ'],
  ['Dhivehi', 'މާލެ'],
  ['Dzongkha', 'ཐིམ་ཕུ'],
  ['Punjabi', 'ਅੰਮ੍ਰਿਤਸਰ'],
  ['Telugu', 'శ్రీ రాము, హైదరాబాదు'],
  ['Armenian', 'Երեւան'],
  ['Hebrew and Arabic', 'ירושלים القاهرة'],
  ['a letter with two marks', 'ẹ́ ộ ǟ'],
])('%s is written with letters', (_, text) => {
  expect(unprintedIn(text)).toBeUndefined()
  for (const faces of [regular, semibold]) expect(hasBox(text, faces)).toBe(false)
})
