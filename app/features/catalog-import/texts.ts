import { formatCount } from '#kit/text/count-text.ts'
import type { Import, OutdatedRow, RowFilter } from './schema.ts'

const NAMED = 3

export const importTexts = {
  /** Why an import cannot be applied or undone. */
  outdated: (rows: readonly OutdatedRow[], direction: 'apply' | 'undo'): string => {
    const named = rows.slice(0, NAMED).map(({ sku }) => sku)
    const others = rows.length > NAMED ? ' and others' : ''
    return direction === 'apply'
      ? `Changed since the file was compared: ${named.join(', ')}${others}. Nothing was applied.`
      : `Changed since the import was applied: ${named.join(', ')}${others}. Nothing was undone.`
  },
  states: {
    reading: 'Being read',
    ready: 'Not applied',
    applying: 'Being applied',
    applied: 'Applied',
    undoing: 'Being undone',
    undone: 'Undone',
  } satisfies Record<Import['state'], string>,
} as const

const NONE_LEFT_OUT = { added: 0, changed: 0, fall: 0, rise: 0 }

/** What applying would do in sentences, each with its rows; those about no row are left out. */
export function summaryOf({
  counts,
  prices,
  leftOut,
  leftOutOf: out = NONE_LEFT_OUT,
}: Import): { kind: RowFilter; text: string }[] {
  const { added, changed, unchanged, wrong } = counts
  const sentence = (kind: RowFilter, count: number, one: string, many: string) =>
    count === 0 ? [] : [{ kind, text: `${formatCount(count)} ${count === 1 ? one : many}` }]
  return [
    ...sentence('prices_fall', prices.fall - out.fall, 'price falls', 'prices fall'),
    ...sentence('prices_rise', prices.rise - out.rise, 'price rises', 'prices rise'),
    ...sentence('changed', changed - out.changed, 'product changes', 'products change'),
    ...sentence('added', added - out.added, 'product is new', 'products are new'),
    ...sentence('unchanged', unchanged, 'row changes nothing', 'rows change nothing'),
    ...sentence('wrong', wrong, 'row is wrong', 'rows are wrong'),
    ...sentence('left_out', leftOut, 'row is left out', 'rows are left out'),
  ]
}

/** How many rows the file has. */
export const allRows = ({ added, changed, unchanged, wrong }: Import['counts']): number =>
  added + changed + unchanged + wrong

/** How many rows applying would write. */
export const rowsToApply = ({ counts, leftOut }: Import): number => counts.added + counts.changed - leftOut
