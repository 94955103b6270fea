import { expect, test } from 'vitest'
import { TRADE_WORDS } from '#features/catalog/synonyms/trade-words.ts'
import { readLines, textOf, withTheirs } from './synonym-lines.ts'

test('a line is read as words and names; spaces and empty lines do not count', () => {
  expect(readLines('\n hex bolt ,  bolt= hexagon screw,hexagon bolt \n\n')).toEqual({
    synonyms: [{ words: ['hex bolt', 'bolt'], finds: ['hexagon screw', 'hexagon bolt'] }],
    problem: undefined,
  })
  expect(readLines('')).toEqual({ synonyms: [], problem: undefined })
})

test('the words of the trade are read as they are written', () => {
  expect(readLines(textOf(TRADE_WORDS))).toEqual({ synonyms: TRADE_WORDS, problem: undefined })
})

test.each([
  ['hex bolt', 'Line 1: Write what visitors search for, an equals sign, and what the parts are named.'],
  ['a = b\n= c', 'Line 2: Write what visitors search for, an equals sign, and what the parts are named.'],
  ['a = b = c', 'Line 1: Write what visitors search for, an equals sign, and what the parts are named.'],
  ['a = ,', 'Line 1: Write what visitors search for, an equals sign, and what the parts are named.'],
  [`${'a,'.repeat(21)} = b`, 'Line 1: There can be 20 words before the equals sign at most.'],
  ['a = b, c, d, e, f, g', 'Line 1: There can be 5 names after the equals sign at most.'],
  [`a = ${'x'.repeat(61)}`, `Line 1: “${'x'.repeat(20)}…” has more than 60 characters.`],
  ['a = b\n'.repeat(501), 'There can be 500 lines at most.'],
])('%j is refused with its line', (text, problem) => {
  expect(readLines(text).problem).toBe(problem)
})

test('what another admin added and removed comes into the text, and nothing typed is lost', () => {
  const base = 'a = b\nc = d\ne = f'
  expect(withTheirs(base, 'a = b\nc = typed\ne = f', 'a = b\nc = d\nnew = one')).toBe(
    'a = b\nc = typed\nnew = one',
  )
  expect(withTheirs(base, base, 'c = d')).toBe('c = d')
})
