import { asked, commonAmount, orderedAmount } from './reading/asked-amount.ts'
import { type Description, descriptionsOf } from './reading/described.ts'
import type { Amount } from './reading/line-quantity.ts'
import type { PartWords } from './reading/part-words.ts'
import { ratedPartsOf } from './reading/rated-parts.ts'
import { type ListLine, listLines } from './tables/list-lines.ts'
import { readRow } from './tables/read-row.ts'
import { isAsking } from './tables/table.ts'

export { partWords } from './reading/part-words.ts'
export { LINE_BREAK, type ListLine, listLines } from './tables/list-lines.ts'
export type { Table } from './tables/table.ts'

/** A part number that a line may mean, with the quantity beside it. */
export interface LineCandidate {
  readonly sku: string
  /** It stands in a column that has the name of part numbers, so it goes before those of other columns. */
  readonly isNamed: boolean
  /** `own` are the words of the part's own name and facts, which are no amounts. */
  amount(own?: PartWords): Amount
}

/** A line of a pasted text as it is, without blanks around it, and its meanings, the most probable first. */
export interface ReadLine {
  readonly given: string
  readonly candidates: readonly LineCandidate[]
  /** What it says of a part in words. */
  describe(): Description[]
}

/** Longer lines are no line of a list. */
const LONGEST_LINE = 500

const MOST_CANDIDATES = 32

/** The lines of a pasted list, without blank ones and without a first row of column names; so many at most. */
export function splitList(text: string, most?: number): ListLine[] {
  const lines = listLines(text, most && most + 1)
  return lines[0]?.isHead ? lines.slice(1) : lines
}

/** The meanings of the lines of {@link splitList}. */
export const readLines = (text: string): ReadLine[] => splitList(text).map(readLine)

/** What a line means: by the names of its columns, if it is a row below such names. */
export function readLine({ text: given, table, isHead }: ListLine): ReadLine {
  if (isHead || given.length > LONGEST_LINE) return { given, candidates: [], describe: () => [] }
  const row = table && readRow(given, table)
  if (row) return { given, candidates: row.parts.slice(0, MOST_CANDIDATES), describe: row.describe }
  const isAsked = table !== undefined && isAsking(table)
  return {
    given,
    candidates: candidatesOf(given, isAsked),
    describe: () => (isAsked ? descriptionsOf(given, { hasNoQuantity: true }) : descriptionsOf(given)),
  }
}

function candidatesOf(given: string, isAsked: boolean): LineCandidate[] {
  const bySku = Map.groupBy(ratedPartsOf(given), ({ sku }) => sku)
  return [...bySku].slice(0, MOST_CANDIDATES).map(([sku, parts]) => ({
    sku,
    isNamed: false,
    amount: (own) => {
      const amount = commonAmount(parts.map(({ amount }) => amount(own)))
      return orderedAmount(given, isAsked ? asked(amount) : amount, own)
    },
  }))
}

/**
 * The candidate with the longest part number of those that exist: digits that may belong to a part number do. Those of a column
 * of part numbers go first.
 */
export function existingCandidate<Candidate extends LineCandidate>(
  candidates: readonly Candidate[],
  exists: (sku: string) => boolean,
): Candidate | undefined {
  let best: Candidate | undefined
  for (const candidate of candidates) {
    const isBetter =
      !best ||
      (candidate.isNamed === best.isNamed ? candidate.sku.length > best.sku.length : candidate.isNamed)
    if (isBetter && exists(candidate.sku)) best = candidate
  }
  return best
}
