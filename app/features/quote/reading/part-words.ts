import { foldText } from '#kit/text/fold-text.ts'
import { singular } from '#kit/text/singular.ts'

/** The words of a text about a part: its name and its facts. */
export interface PartWords {
  /** Whether all numbers and words inside of this word are in the text: "8x40" is in "M8 × 40". */
  has(word: string): boolean
}

/** A number, with its decimals or as a fraction, or a sequence of letters. */
const RUN = /\d+(?:[./]\d+)*|[\p{L}\p{M}]+/gu

const runsOf = (text: string): string[] =>
  (foldText(text.replaceAll('×', 'x').replaceAll(',', ' ')).match(RUN) ?? []).map(singular)

/** The words of a text, without regard to case, accents and plural endings. */
export function partWords(text: string): PartWords {
  const known = new Set(['x', ...runsOf(text)])
  return {
    has: (word) => {
      const runs = runsOf(word)
      return runs.length > 0 && runs.every((run) => known.has(run))
    },
  }
}
