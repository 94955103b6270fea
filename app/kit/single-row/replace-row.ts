import { sql } from 'kysely'
import { type Actor, type NewEntry, recordAudit } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import type { Shop } from '#kit/shop.ts'

/** The id of the only row of a table. */
export const ROW_ID = 1

/** The revision while no admin saved anything: the table has no row. */
export const UNSAVED = 0

interface Revisioned {
  readonly revision: number
}

interface RowChange<Value extends Revisioned> {
  /** It has the columns `id`, `revision`, and {@link columns}. */
  readonly table: keyof Schema
  /** The members of the value that are stored, each as JSON in the column of its name. */
  readonly columns: readonly (keyof Value & string)[]
  /** As it is stored; the first value with the revision {@link UNSAVED} without a row. */
  readonly read: (db: Db) => Promise<Value>
  /** The new value in place of this one, with the revision that the admin saw. */
  readonly next: (before: Value) => Value
  /** The fields that differ; without any nothing is written. */
  readonly changesBetween: (before: Value, next: Value) => readonly FieldChange[]
  /** The refusal of another revision than the current one. */
  readonly refusal: (current: Value) => Error
  readonly kind: NewEntry['kind']
  readonly subject: string
  /** The tags of the public answers that show it. */
  readonly tags: readonly string[]
  /** What else is written with it, first. */
  readonly alongside?: (trx: Db, before: Value, next: Value) => Promise<void>
  readonly forget?: (trx: Db) => void
}

/**
 * Replaces what the only row of a table says, with its entry in the audit log. Throws the refusal, with nothing changed, when
 * another admin has saved it meanwhile.
 */
export function replaceRow<Value extends Revisioned>(
  shop: Shop,
  admin: Actor,
  change: RowChange<Value>,
): Promise<Value> {
  const { table, columns, read, refusal, kind, subject, tags } = change
  return shop.db.transaction().execute(async (trx) => {
    const before = await read(trx)
    const next = change.next(before)
    if (before.revision !== next.revision) throw refusal(before)
    const changes = change.changesBetween(before, next)
    if (changes.length === 0) return before
    await change.alongside?.(trx, before, next)
    const after = { ...next, revision: next.revision + 1 }
    const row = columns.map((name) => [name, JSON.stringify(after[name])] as const)
    if (!(await writeRow(trx, table, after.revision, row))) throw refusal(await read(trx))
    await recordAudit(trx, { by: admin, at: shop.now(), kind, subject, changes })
    recordPublicChange(trx, { tags })
    change.forget?.(trx)
    return after
  })
}

/** Whether the row was written: not when another transaction has written this revision meanwhile. */
async function writeRow(
  trx: Db,
  table: string,
  revision: number,
  columns: readonly (readonly [name: string, json: string])[],
): Promise<boolean> {
  const names = columns.map(([name]) => sql.ref(name))
  const values = columns.map(([, json]) => json)
  const statement =
    revision === UNSAVED + 1
      ? sql`insert into ${sql.table(table)} (id, revision, ${sql.join(names)})
          values (${ROW_ID}, ${revision}, ${sql.join(values)}) on conflict do nothing returning id`
      : sql`update ${sql.table(table)} set revision = ${revision},
          ${sql.join(columns.map(([name, json]) => sql`${sql.ref(name)} = ${json}`))}
          where revision = ${revision - 1} returning id`
  const { rows } = await statement.execute(trx)
  return rows.length > 0
}
