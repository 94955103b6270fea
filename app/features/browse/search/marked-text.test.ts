import { expect, test } from 'vitest'
import { markWords } from './marked-text.tsx'

/** The text with its marked parts in brackets. */
const marked = (text: string, search: string): string =>
  markWords(text, search)
    .map(({ text: part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('')

const SCREW = 'Hexagon head screw M8 × 40, DIN 933'

test.each([
  ['screw', 'Hexagon head [screw] M8 × 40, DIN 933'],
  ['HEAD hex', '[Hex]agon [head] screw M8 × 40, DIN 933'],
  ['m8x40', 'Hexagon head screw [M8 × 40], DIN 933'],
  ['m8 x 40', 'Hexagon head screw [M8 × 40], DIN 933'],
  ['M8×40 din933', 'Hexagon head screw [M8 × 40, DIN 933]'],
  ['din933 m8x40', 'Hexagon head screw [M8 × 40], [DIN 933]'],
  ['933', 'Hexagon head screw M8 × 40, DIN [933]'],
  ['x', 'Hexagon head screw M8 [×] 40, DIN 933'],
  ['agon', SCREW],
  ['33', SCREW],
  ['', SCREW],
  ['×', 'Hexagon head screw M8 [×] 40, DIN 933'],
  ['… - .', SCREW],
])('marks the words of %j', (search, expected) => {
  expect(marked(SCREW, search)).toBe(expected)
})

test('ignores accents and other signs, and keeps the text as it is', () => {
  expect(marked('HX-933-M8-40', 'hx933m8')).toBe('[HX-933-M8]-40')
  expect(marked('Émaille, größe ⌀ 8', 'emaille grosse')).toBe('[Émaille, größe] ⌀ 8')
  expect(marked('𝐌8 🔩 M8', 'm8')).toBe('[𝐌8] 🔩 [M8]')
  expect(marked('', 'm8')).toBe('')
})
