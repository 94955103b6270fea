import type { Synonym } from '#features/catalog/fields.ts'
import { lineOf, SYNONYM_LIMITS } from '#features/catalog/fields.ts'
import { linesOf } from '#kit/ui/admin/changed-lines.ts'

/** All synonyms as admins edit them, a line each. */
export const textOf = (synonyms: readonly Synonym[]): string => synonyms.map(lineOf).join('\n')

export interface ReadLines {
  readonly synonyms: readonly Synonym[]
  /** What is wrong with the first wrong line: "Line 3: …". */
  readonly problem: string | undefined
}

/** The synonyms of a text; empty lines do not count. */
export function readLines(text: string): ReadLines {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const read = lines
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => ({ number, ...readLine(line) }))
  const wrong = read.find(({ problem }) => problem !== undefined)
  const synonyms = read.flatMap(({ synonym }) => synonym ?? [])
  if (wrong) return { synonyms, problem: `Line ${wrong.number}: ${wrong.problem}` }
  if (synonyms.length > SYNONYM_LIMITS.synonyms)
    return { synonyms, problem: `There can be ${SYNONYM_LIMITS.synonyms} lines at most.` }
  return { synonyms, problem: undefined }
}

function readLine(line: string): { readonly synonym?: Synonym; readonly problem?: string } {
  const sides = line.split('=').map((side) =>
    side
      .split(',')
      .map((phrase) => phrase.trim())
      .filter(Boolean),
  )
  const [words, finds] = sides
  if (sides.length !== 2 || !words?.length || !finds?.length)
    return { problem: 'Write what visitors search for, an equals sign, and what the parts are named.' }
  if (words.length > SYNONYM_LIMITS.words)
    return { problem: `There can be ${SYNONYM_LIMITS.words} words before the equals sign at most.` }
  if (finds.length > SYNONYM_LIMITS.finds)
    return { problem: `There can be ${SYNONYM_LIMITS.finds} names after the equals sign at most.` }
  const long = [...words, ...finds].find((phrase) => phrase.length > SYNONYM_LIMITS.phrase)
  if (long !== undefined)
    return { problem: `“${long.slice(0, 20)}…” has more than ${SYNONYM_LIMITS.phrase} characters.` }
  return { synonym: { words, finds } }
}

/** The text with the lines that another admin has added and removed since `base`. */
export function withTheirs(base: string, mine: string, theirs: string): string {
  const [baseLines, theirLines, myLines] = [base, theirs, mine].map(linesOf) as [string[], string[], string[]]
  const [baseSet, theirSet, mySet] = [new Set(baseLines), new Set(theirLines), new Set(myLines)]
  const kept = mine.split('\n').filter((line) => !baseSet.has(line.trim()) || theirSet.has(line.trim()))
  const added = theirLines.filter((line) => !baseSet.has(line) && !mySet.has(line))
  return [...kept, ...added].join('\n')
}
