import { formatCount } from '#kit/text/count-text.ts'
import type { Import, OutdatedRow, RowFilter } from './schema.ts'

const NAMED = 3

export const importTexts = {
  /** Why an import cannot be applied or undone. */
  outdated: (rows: readonly OutdatedRow[], direction: 'apply' | 'undo' | 'redo'): string => {
    const named = rows.slice(0, NAMED).map(({ sku }) => sku)
    const others = rows.length > NAMED ? ' and others' : ''
    const parts = `${named.join(', ')}${others}`
    if (direction === 'apply') return `Changed since the file was compared: ${parts}. Nothing was applied.`
    return direction === 'undo'
      ? `Changed since the import was applied: ${parts}. Nothing was undone.`
      : `Changed since the import was undone: ${parts}. Nothing was applied.`
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

/** How many parts and prices an import writes. */
function partsOf({ counts, prices, leftOutOf: out = NONE_LEFT_OUT }: Import): {
  readonly changed: number
  readonly added: number
  readonly prices: number
} {
  return {
    changed: counts.changed - out.changed,
    added: counts.added - out.added,
    prices: prices.fall + prices.rise - out.fall - out.rise,
  }
}

/** What is asked before an applied import is undone. */
export function undoQuestion(found: Import): string[] {
  const { changed, added, prices } = partsOf(found)
  const parts = (count: number) => `${formatCount(count)} ${count === 1 ? 'part' : 'parts'}`
  return [
    ...(changed > 0 ? [`${parts(changed)} ${changed === 1 ? 'gets' : 'get'} back the previous values.`] : []),
    ...(prices > 0 ? [`Among them ${formatCount(prices)} ${prices === 1 ? 'price' : 'prices'}.`] : []),
    ...(added > 0 ? [`${parts(added)} that the import added ${added === 1 ? 'is' : 'are'} archived.`] : []),
    'Pieces that were ordered since stay ordered. The import can be applied again.',
  ]
}
