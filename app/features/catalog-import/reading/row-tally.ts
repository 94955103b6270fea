import type { Selectable } from 'kysely'
import type { Schema } from '#kit/db/schema.ts'
import type { RowFilter } from '../schema.ts'
import '../tables.ts'

/** Counts the rows of an import while they are read: counting all of a large one again would block the process. */
export interface RowTally {
  /** As the columns of an import have them. */
  readonly counts: Record<RowFilter, number>
  /** Adds a row, or takes it off. */
  count(
    row: Pick<Selectable<Schema['import_rows']>, 'kind' | 'price_change' | 'is_left_out'>,
    by: 1 | -1,
  ): void
}

export function createRowTally(): RowTally {
  const counts = {
    added: 0,
    changed: 0,
    unchanged: 0,
    wrong: 0,
    prices_fall: 0,
    prices_rise: 0,
    left_out: 0,
  }
  return {
    counts,
    count: ({ kind, price_change, is_left_out }, by) => {
      counts[kind] += by
      if (price_change !== 0) counts[price_change < 0 ? 'prices_fall' : 'prices_rise'] += by
      counts.left_out += by * is_left_out
    },
  }
}
