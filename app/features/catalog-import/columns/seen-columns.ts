import { createDecimalMarks } from '#kit/input/decimal-mark.ts'
import { readPrice } from '#kit/input/read-price.ts'
import { shortenEnd } from '#kit/text/list-text.ts'
import type { FileColumn } from '../schema.ts'
import { WITH_UNIT } from './settled-numbers.ts'

const SHOWN = 4
const LONGEST_SHOWN = 80
/** By so many different cells of a column is seen what it means. */
const COMPARED = 50

const NUMBER = /^-?\d+(?:[.,]\d+)?$/

/** With a currency before it or a unit behind it. */
const WITH_SIGNS = /^[^\d\s]{0,3}\s*-?\d[\d.,' \u00a0\u202f]*\D*$/

/** What the cells of one column are. */
export interface SeenColumn {
  readonly samples: readonly string[]
  /** The first different cells, whole. */
  readonly cells: readonly string[]
  readonly twoWays: FileColumn['twoWays']
  /** Whether the column has more different cells than those. */
  readonly isCut: boolean
  /** Whether most of the cells are numbers, also with a unit. */
  readonly isNumeric: boolean
  /** Whether all of them are numbers and nothing else. */
  readonly isNumber: boolean
}

/** Sees the cells of a column, one after the other. */
export function createSeenColumn() {
  const marks = createDecimalMarks()
  const cells = new Set<string>()
  let ambiguous: string | undefined
  let isCut = false
  return {
    see: (cell: string): void => {
      const text = cell.trim()
      if (text === '') return
      if (cells.size < COMPARED) cells.add(text)
      else isCut ||= !cells.has(text)
      for (const number of text.match(WITH_UNIT) ?? []) {
        marks.see('', number, 'decimal')
        if (readPrice(number)?.length === 2) ambiguous ??= number
      }
    },
    seen: (): SeenColumn => {
      const all = [...cells]
      const numbers = all.filter((text) => WITH_SIGNS.test(text))
      const [smaller, larger] = readPrice(ambiguous ?? '') ?? []
      const isOpen = ambiguous !== undefined && marks.settle('', ambiguous) === ambiguous
      return {
        cells: all,
        isCut,
        samples: all.slice(0, SHOWN).map((text) => shortenEnd(text, LONGEST_SHOWN)),
        isNumeric: numbers.length * 2 > all.length,
        isNumber: all.length > 0 && all.every((text) => NUMBER.test(text)),
        twoWays:
          isOpen && ambiguous !== undefined && smaller !== undefined && larger !== undefined
            ? { text: ambiguous, smaller, larger }
            : undefined,
      }
    },
  }
}
