/** Some rows that follow each other, as one table with its own columns: from this row to before that one. */
export interface Chunk {
  readonly from: number
  readonly to: number
}

/** More columns than these are wider than a desktop beside its filters; only a single row can have more. */
const MOST_COLUMNS = 13

/** After so many rows the heads of the columns are printed again. */
const MOST_ROWS = 20

/** Fewer rows are a table only where there are no more, or where their columns together are too many. */
const LEAST_ROWS = 5

/** What a head costs, in rows. */
const HEAD_ROWS = 3

/** What a table of few rows costs besides, so that there is one only where none can be avoided. */
const FEW_ROWS_COST = 1e6

/**
 * Parts the rows of a grid into tables that take the least room together, as a printer would: the short lengths with the
 * threads M3 to M8, the long ones with M10 to M24. `columnsOf` has the columns in which each row has a part. At most eight
 * cells are printed for each part, since the rows could be tables of five.
 */
export function chunksOf(columnsOf: readonly (readonly unknown[])[]): Chunk[] {
  const best: { readonly cost: number; readonly from: number }[] = [{ cost: 0, from: 0 }]
  for (let to = 1; to <= columnsOf.length; to += 1) {
    const columns = new Set<unknown>()
    let cheapest = { cost: Number.POSITIVE_INFINITY, from: to - 1 }
    for (let from = to - 1; from >= Math.max(0, to - MOST_ROWS); from -= 1) {
      for (const column of columnsOf[from] ?? []) columns.add(column)
      if (columns.size > MOST_COLUMNS && from < to - 1) break
      const rows = to - from
      const cost =
        (best[from]?.cost ?? 0) + (rows + HEAD_ROWS) * columns.size + (rows < LEAST_ROWS ? FEW_ROWS_COST : 0)
      if (cost <= cheapest.cost) cheapest = { cost, from }
    }
    best.push(cheapest)
  }
  const chunks: Chunk[] = []
  for (let to = columnsOf.length; to > 0; to = chunks[0]?.from ?? 0)
    chunks.unshift({ from: best[to]?.from ?? 0, to })
  return chunks
}
