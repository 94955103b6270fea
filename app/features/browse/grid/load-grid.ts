import { type CategoryFilter, canHaveSpan, listSizedParts, STOCK } from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import type { Db } from '#kit/db/db.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { type PartsGrid, partsGrid } from './parts-grid.ts'
import { spannedParts } from './spanned-parts.ts'

/** How the parts of a category are shown. */
export interface ShownView {
  /** The parts as a grid; without it they are a table. */
  readonly grid?: PartsGrid
  /** Whether there is a choice. A table offers a grid that is not read yet: it may turn out that no sizes span the parts. */
  readonly isOffered: boolean
  /** Why there is no grid. */
  readonly note?: string
}

/** More parts than these are not read for a grid. */
const GRID_AT_MOST = 1000

/** A grid of fewer parts is shown only to those who chose it. */
const OFFERED_FROM = 20

/** More parts than these are a grid unless the address asks for the table. */
const TABLE_UP_TO = 60

interface Asked {
  readonly filter: CategoryFilter
  /** The attributes of the category, in its sequence. */
  readonly attributes: Category['attributes']
  /** How many parts there are. */
  readonly total: number
  /** What the address asks for. */
  readonly view: 'grid' | 'table' | undefined
  /** Whether the address names a sequence or a page, which only the table has. */
  readonly isOfTable: boolean
}

/**
 * Reads the parts as a grid where two sizes span them, if the address asks for it, or for no view and they are many. For a table
 * nothing is read. Reads {@link GRID_AT_MOST} parts at most: more are a table, which says so.
 */
export async function loadGrid(db: Db, asked: Asked): Promise<ShownView> {
  const { filter, attributes, total, view, isOfTable } = asked
  const isAsked = view === 'grid' && total > 0
  const none = isAsked ? { isOffered: false, note: NOT_SPANNED } : { isOffered: false }
  if (!canHaveSpan(attributes)) return none
  if (total > GRID_AT_MOST)
    return isAsked || !isOfTable ? { isOffered: false, note: TOO_MANY } : { isOffered: false }
  const isGrid = isAsked || (view === undefined && !isOfTable && total > TABLE_UP_TO)
  if (!isGrid) return { isOffered: total >= OFFERED_FROM }
  const parts = await listSizedParts(db, filter, GRID_AT_MOST)
  const spanned = spannedParts(attributes, parts, new Set(filter.values.map(({ key }) => key)))
  if (spanned.length === 0) return none
  shows(STOCK)
  return { grid: partsGrid(spanned, parts.length), isOffered: true }
}

const NOT_SPANNED = 'These parts are shown as a table: no two sizes tell them apart.'

const TOO_MANY = `Filters that leave ${formatCount(GRID_AT_MOST)} parts or fewer show them as a grid by size too.`
