import { GROUPED } from '#kit/text/read-number.ts'
import { inOneReading, readPrice } from './read-price.ts'

/**
 * `1.250` and `3,277` can be read in two ways. A list says by its other numbers which of both marks is its decimal mark: the
 * column of a number, or where this says nothing, the other columns of the list. Where they say neither or both, it stays a
 * question.
 */
export type DecimalMark = ',' | '.'

/** Whether a column has numbers with decimals, or whole ones. */
export type NumberKind = 'decimal' | 'whole'

const OTHER = { ',': '.', '.': ',' } as const

/** What numbers say of the decimal mark. */
interface Evidence {
  /** They have both marks, or one that cannot be another. */
  readonly shown: Set<DecimalMark>
  /** They are whole, so that `1,250` is a thousand unless the list shows otherwise. */
  readonly likely: Set<DecimalMark>
}

const noEvidence = (): Evidence => ({ shown: new Set(), likely: new Set() })

function addEvidence({ shown, likely }: Evidence, text: string, kind: NumberKind): void {
  const [smaller, larger] = readPrice(text) ?? []
  const [mark] = (/[.,](?=[^.,]*$)/.exec(text) ?? []) as (DecimalMark | undefined)[]
  if (smaller === undefined || mark === undefined) return
  if (larger === undefined) shown.add(GROUPED.test(text.trim()) ? OTHER[mark] : mark)
  else if (kind === 'whole' && !Number.isInteger(smaller)) likely.add(OTHER[mark])
}

/** The decimal mark of a column; undefined when nothing says it, or both are said. */
function markOf(own: Evidence, all: Evidence): DecimalMark | undefined {
  const said = [own.shown, new Set([...own.likely, ...all.shown]), all.likely].find(({ size }) => size > 0)
  const [mark, other] = said ?? []
  return other === undefined ? mark : undefined
}

/** What the numbers of a list say about its decimal marks, by column. */
export interface DecimalMarks {
  see(column: string, text: string, kind: NumberKind): void
  /** A number that can be read in two ways as its one reading, if the list settles that; any other text as it is. */
  settle(column: string, text: string): string
}

/** `known` are the marks of columns about which somebody was asked: these hold. */
export function createDecimalMarks(known: ReadonlyMap<string, DecimalMark> = new Map()): DecimalMarks {
  const byColumn = new Map<string, Evidence>()
  const all = noEvidence()
  return {
    see: (column, text, kind) => {
      const own = byColumn.get(column) ?? noEvidence()
      byColumn.set(column, own)
      for (const evidence of [own, all]) addEvidence(evidence, text, kind)
    },
    settle: (column, text) => {
      const [smaller = 0, larger] = readPrice(text) ?? []
      if (larger === undefined) return text
      const mark = known.get(column) ?? markOf(byColumn.get(column) ?? noEvidence(), all)
      return mark === undefined ? text : text.includes(mark) ? inOneReading(smaller) : String(larger)
    },
  }
}

/** Rows of cells, such as those of a pasted table, with their numbers settled. */
export function settledRows(
  rows: readonly (readonly string[])[],
  kindOf: (column: number) => NumberKind,
): string[][] {
  const marks = createDecimalMarks()
  for (const cells of rows)
    for (const [column, cell] of cells.entries()) marks.see(String(column), cell, kindOf(column))
  return rows.map((cells) => cells.map((cell, column) => marks.settle(String(column), cell)))
}
