import './tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST, cutCount } from '#kit/db/row-counts.ts'
import { escapeLike, isAmong, searchWords } from '#kit/input/search.ts'
import { type Page, type Paged, toPaged } from '#kit/server/paging.ts'
import type { FieldChange } from './field-change.ts'
import type { AuditKinds } from './tables.ts'

/** The admin who makes a change. */
export interface Actor {
  readonly id: string
  readonly email: string
}

/** A change by an admin. */
export interface NewEntry {
  readonly by: Actor
  readonly at: number
  readonly kind: keyof AuditKinds
  readonly subject: string
  readonly changes?: readonly FieldChange[]
  readonly reason?: string
}

/** An entry as it was recorded; `at` in milliseconds. */
export interface AuditEntry {
  readonly id: number
  readonly at: number
  readonly by: string
  readonly kind: string
  readonly subject: string
  readonly changes: readonly FieldChange[]
  readonly reason: string | undefined
}

const unrecorded = new WeakSet<object>()

/**
 * For a transaction that follows the rules of admins although none of them does anything, as for samples. Entries are never
 * deleted, and samples are.
 */
export const recordNothingIn = (trx: Db): void => {
  unrecorded.add(trx)
}

/** Records changes, each with its entry; call it in their transaction. */
export async function recordAudit(trx: Db, ...entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0 || unrecorded.has(trx)) return
  const rows = entries.map(({ by, at, kind, subject, changes = [], reason = null }) => ({
    at,
    actor_id: by.id,
    actor_email: by.email,
    kind,
    subject,
    changes: JSON.stringify(changes),
    reason,
  }))
  await trx.insertInto('audit_entries').values(rows).execute()
}

interface AuditFilter {
  readonly by?: string | undefined
  readonly kind?: string | undefined
  /** The first word of the kinds: `category` for `category.changed` and all others of categories. */
  readonly subjectKind?: string | undefined
  readonly subject?: string | undefined
  /** Recorded since then, and before then; in milliseconds. */
  readonly since?: number | undefined
  readonly before?: number | undefined
  /** Kinds that are left out. */
  readonly without?: readonly string[] | undefined
  /** A first word of kinds that are left out. */
  readonly withoutSubjectKind?: string | undefined
  readonly search?: AuditSearch | undefined
}

interface AuditSearch {
  /** An entry has all of these words, in any case, in what it says. */
  readonly q: string
  /** Or it is about one of these. */
  readonly subjects: readonly string[]
}

/** The entries that match the filter, newest first. The cursor of `page` has an id. */
export async function listAudit(db: Db, filter: AuditFilter, page: Page): Promise<Paged<AuditEntry>> {
  const { by, kind, subjectKind, subject, since, before, without, withoutSubjectKind, search } = filter
  const matching = db
    .selectFrom('audit_entries')
    .$if(by !== undefined, (query) => query.where('actor_email', '=', String(by)))
    .$if(kind !== undefined, (query) => query.where('kind', '=', String(kind)))
    .$if(subjectKind !== undefined, (query) => query.where('kind', 'like', `${subjectKind}.%`))
    .$if(subject !== undefined, (query) => query.where('subject', '=', String(subject)))
    .$if(since !== undefined, (query) => query.where('at', '>=', Number(since)))
    .$if(before !== undefined, (query) => query.where('at', '<', Number(before)))
    .$if(without !== undefined, (query) => query.where('kind', 'not in', without ?? []))
    .$if(withoutSubjectKind !== undefined, (query) =>
      query.where('kind', 'not like', `${withoutSubjectKind}.%`),
    )
    .$if(search !== undefined, (query) => query.where(search ? isFound(db, search) : sql<boolean>`true`))
  const [after] = page.after ?? []
  const rows = await matching
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', Number(after)))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  // A search reads every entry: when the page has all that it finds, it is not read again to be counted.
  const isWholeList = page.after === undefined && rows.length <= page.limit
  const { counted } = isWholeList
    ? { counted: rows.length }
    : await db
        .selectFrom(
          matching
            .select('id')
            .limit(COUNTED_AT_MOST + 1)
            .as('matching'),
        )
        .select(({ fn }) => fn.countAll<number>().as('counted'))
        .executeTakeFirstOrThrow()
  const paged = toPaged(rows, page, cutCount(counted), (row) => [row.id])
  return {
    ...paged,
    rows: paged.rows.map(({ id, at, actor_email, kind, subject, changes, reason }) => ({
      id,
      at,
      by: actor_email,
      kind,
      subject,
      changes: JSON.parse(changes) as FieldChange[],
      reason: reason ?? undefined,
    })),
  }
}

function isFound(db: Db, { q, subjects }: AuditSearch): RawBuilder<boolean> {
  const says = sql`lower(kind || ' ' || subject || ' ' || changes || ' ' || coalesce(reason, ''))`
  const words = searchWords(q).map(
    (word) =>
      sql`(${sql.join(
        spellingsOf(word).map((spelling) => sql`${says} like ${`%${escapeLike(spelling)}%`} escape '\\'`),
        sql` or `,
      )})`,
  )
  return sql<boolean>`(${isAmong(db, 'subject', subjects)}${words.length > 0 ? sql` or (${sql.join(words, sql` and `)})` : sql``})`
}

/**
 * How a word may stand in an entry: changes are JSON, and the database makes only ASCII letters small, so that others are as
 * they were written.
 */
function spellingsOf(word: string): string[] {
  const inJson = JSON.stringify(word).slice(1, -1)
  const spellings = [word, inJson].flatMap((each) => [
    each,
    each.replace(/^[^\0-\x7f]/u, (letter) => letter.toUpperCase()),
    each.replace(/[^\0-\x7f]/gu, (letter) => letter.toUpperCase()),
  ])
  return [...new Set(spellings)]
}
