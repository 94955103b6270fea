import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST, cutCount, type RowCount } from '#kit/db/row-counts.ts'
import type { Schema } from '#kit/db/schema.ts'
import { AppError } from '#kit/server/app-error.ts'
import { type Page, type Paged, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import type { StoredPictures } from '../pictures/sent-pictures.ts'
import type { RowError } from '../reading/read-cells.ts'
import type { Import, ImportRow, LeaveOut, RowFilter } from '../schema.ts'
import '../tables.ts'
import { allRows } from '../texts.ts'

export type StoredImport = Selectable<Schema['imports']>

export function toImport(row: StoredImport): Import {
  const { added, changed, unchanged, wrong } = row
  return {
    _id: row.id,
    name: row.name,
    at: toIso(row.created_at),
    by: row.by_email,
    // Replaced ones are not shown.
    state: row.state === 'replaced' ? 'ready' : row.state,
    counts: { added, changed, unchanged, wrong },
    prices: { fall: row.prices_fall, rise: row.prices_rise },
    leftOut: row.left_out,
    done: row.position ?? 0,
    ...(row.pictures !== null && { pictures: sentOf(row.pictures) }),
    ...(row.applied_at !== null && { appliedAt: toIso(row.applied_at) }),
    ...(row.undone_at !== null && { undoneAt: toIso(row.undone_at) }),
  }
}

function sentOf(stored: string): NonNullable<Import['pictures']> {
  const { used, unused, leftOver } = JSON.parse(stored) as StoredPictures
  return { used, unused: [...unused], leftOver }
}

/** The imports that are read or were, newest first. For admins. */
export async function listImports(db: Db, page: Page): Promise<Paged<Import>> {
  const shown = db.selectFrom('imports').where('state', '<>', 'replaced')
  const [after] = page.after ?? []
  const rows = await shown
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', String(after)))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const counted = await shown
    .select('id')
    .limit(COUNTED_AT_MOST + 1)
    .execute()
  const paged = toPaged(rows, page, cutCount(counted.length), ({ id }) => [id])
  return { ...paged, rows: paged.rows.map(toImport) }
}

/** The names of the files of imports by their ids. Those that were deleted have none. */
export async function findImportNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('imports').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** An import, with what the rows are that are left out of it. */
export async function withLeftOut(db: Db, row: StoredImport): Promise<Import> {
  const leftOutOf = { added: 0, changed: 0, fall: 0, rise: 0 }
  const rows =
    row.left_out === 0
      ? []
      : await db
          .selectFrom('import_rows')
          .select(({ fn }) => ['kind', 'price_change', fn.countAll<number>().as('counted')])
          .where('import_id', '=', row.id)
          .where('is_left_out', '=', sql.lit(1))
          .groupBy(['kind', 'price_change'])
          .execute()
  for (const { kind, price_change, counted } of rows) {
    if (kind === 'added' || kind === 'changed') leftOutOf[kind] += counted
    if (price_change !== 0) leftOutOf[price_change < 0 ? 'fall' : 'rise'] += counted
  }
  return { ...toImport(row), leftOutOf }
}

/** An import whose file was read. Refuses others (404). For admins. */
export async function findImport(db: Db, id: string): Promise<StoredImport> {
  const found = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found || found.state === 'reading' || found.state === 'replaced') throw unknownImport()
  return found
}

const unknownImport = (): AppError => new AppError('not_found', 'There is no such import.')

/** The rows of an import, or those of a kind, in the sequence of the file; the cursor of `page` is a row. */
export async function listRows(
  db: Db,
  found: StoredImport,
  filter: RowFilter | undefined,
  page: Page,
): Promise<Paged<ImportRow>> {
  const [after = 0] = page.after ?? []
  const rows = await rowsAfter(db, found.id, filter, Number(after), page.limit + 1).execute()
  const paged = toPaged(rows, page, countOf(found, filter), ({ row }) => [row])
  return { ...paged, rows: paged.rows.map(toRow) }
}

const BY_KIND = ['wrong', 'added', 'changed', 'unchanged'] as const

/**
 * All rows of an import, wrong ones first, unchanged ones last, with the added ones or without; the cursor of `page` is a position
 * of `BY_KIND` and a row.
 */
export async function listRowsByKind(
  db: Db,
  found: StoredImport,
  page: Page,
  hasAdded: boolean,
): Promise<Paged<ImportRow>> {
  const [first = 0, after = 0] = (page.after ?? []).map(Number)
  const rows: StoredRow[] = []
  for (const [index, kind] of BY_KIND.entries()) {
    if (index < first || rows.length > page.limit || (kind === 'added' && !hasAdded)) continue
    const left = page.limit + 1 - rows.length
    rows.push(...(await rowsAfter(db, found.id, kind, index === first ? after : 0, left).execute()))
  }
  const count = { total: allRows(found) - (hasAdded ? 0 : found.added) }
  const paged = toPaged(rows, page, count, ({ kind, row }) => [BY_KIND.indexOf(kind), row])
  return { ...paged, rows: paged.rows.map(toRow) }
}

/**
 * The next rows of an import, or those of a kind. Their numbers are selected apart: for other columns SQLite would read all
 * rows of the import instead of an index.
 */
export function rowsAfter(db: Db, id: string, filter: RowFilter | undefined, after: number, limit: number) {
  const numbers = db
    .selectFrom('import_rows')
    .select('row')
    .where('import_id', '=', id)
    .where('row', '>', after)
    .$if(filter !== undefined, (query) => query.where(isOf(filter as RowFilter)))
    .orderBy('row')
    .limit(limit)
  return db
    .selectFrom('import_rows')
    .select(['row', 'sku', 'kind', 'changes', 'errors', 'is_left_out'])
    .where('import_id', '=', id)
    .where('row', 'in', numbers)
    .orderBy('row')
}

function isOf(filter: RowFilter): RawBuilder<boolean> {
  // Literals: SQLite uses an index of some rows only for these.
  if (filter === 'prices_fall') return sql`price_change = -1`
  if (filter === 'prices_rise') return sql`price_change = 1`
  return filter === 'left_out' ? sql`is_left_out = 1` : sql`kind = ${filter}`
}

const countOf = (found: StoredImport, filter: RowFilter | undefined): RowCount => ({
  total: filter === undefined ? allRows(found) : found[filter],
})

type StoredRow = Pick<
  Selectable<Schema['import_rows']>,
  'row' | 'sku' | 'kind' | 'changes' | 'errors' | 'is_left_out'
>

const toRow = (row: StoredRow): ImportRow => ({
  row: row.row,
  sku: row.sku,
  kind: row.kind,
  changes: JSON.parse(row.changes) as FieldChange[],
  errors: JSON.parse(row.errors) as RowError[],
  ...(row.is_left_out === 1 && { leftOut: true as const }),
})

/** Leaves rows out of an import, and takes others in again. Refuses (409) one that is not ready. Unknown rows are passed over. */
export async function leaveRowsOut(
  shop: Shop,
  admin: Actor,
  id: string,
  { leaveOut, takeIn }: LeaveOut,
): Promise<Import> {
  return shop.db.transaction().execute(async (trx) => {
    await lockImport(trx, id, 'ready')
    for (const [rows, is_left_out] of [
      [leaveOut, 1],
      [takeIn, 0],
    ] as const) {
      if (rows.length === 0) continue
      await trx
        .updateTable('import_rows')
        .set({ is_left_out })
        .where('import_id', '=', id)
        .where('row', 'in', rows)
        .where('kind', 'in', ['added', 'changed'])
        .execute()
    }
    const left = await trx
      .selectFrom('import_rows')
      .select(({ fn }) => fn.countAll<number>().as('counted'))
      .where('import_id', '=', id)
      .where('is_left_out', '=', sql.lit(1))
      .executeTakeFirstOrThrow()
    const changes = [
      { field: 'leaveOut', from: null, to: leaveOut },
      { field: 'takeIn', from: null, to: takeIn },
    ].filter(({ to }) => to.length > 0)
    await recordAudit(trx, { by: admin, at: shop.now(), kind: 'import.changed', subject: id, changes })
    return withLeftOut(trx, await updateImport(trx, id, { left_out: left.counted }))
  })
}

/** The columns of an import at which nobody works. */
export const AT_REST = {
  position: null,
  worker: null,
  worked_at: null,
  actor_id: null,
  actor_email: null,
} as const

/** Writes columns of an import. */
export const updateImport = (
  trx: Db,
  id: string,
  columns: Partial<Omit<StoredImport, 'id'>>,
): Promise<StoredImport> =>
  trx.updateTable('imports').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The import in that state, locked until the transaction ends. Refuses an unknown one (404) and other states (409). */
export async function lockImport(
  trx: Db,
  id: string,
  state: 'ready' | 'applied' | 'undone',
): Promise<StoredImport> {
  await trx.selectFrom('imports').select('id').where('id', '=', id).forUpdate().execute()
  return requireState(await findImport(trx, id), state)
}

/** Refuses (409) an import in another state. */
export function requireState(found: StoredImport, state: StoredImport['state']): StoredImport {
  if (found.state !== state) throw new AppError('conflict', STATE_REFUSALS[found.state])
  return found
}

const STATE_REFUSALS: Readonly<Record<StoredImport['state'], string>> = {
  reading: 'The file is still being read.',
  ready: 'The import is not applied.',
  applying: 'The import is being applied.',
  applied: 'The import is applied already.',
  undoing: 'The import is being undone.',
  undone: 'The import is undone already. It can be applied again.',
  replaced: 'The import was compared again.',
}
