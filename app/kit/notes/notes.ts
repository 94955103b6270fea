import { sql } from 'kysely'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { AuditKinds } from '#kit/audit/tables.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import { MAXIMUM_NOTES } from './limits.ts'
import type { Note } from './schema.ts'

/** A removed note can be restored for that long, then the next note on the same thing deletes it. */
const KEPT_REMOVED_MS = DAY_MS

/** A note as it is stored. */
export interface NoteRow {
  readonly id: string
  /** The admin's e-mail at that time. */
  readonly author_email: string
  readonly text: string
  readonly at: number
  /** When it was removed; it can be restored until it is deleted. */
  readonly removed_at: number | null
}

/** What admins note something about. */
interface Noted {
  /** It has the columns of {@link NoteRow}, and the id of what its notes are about in the column `about`. */
  readonly table: string
  readonly about: string
  /** What it is, as the refusal of one note too many names it. */
  readonly what: string
  readonly kinds: Readonly<Record<'added' | 'removed' | 'restored', keyof AuditKinds>>
  /** Refuses (404) what there is not. */
  check(db: Db, id: string): Promise<void>
  /** The same, and no other transaction adds a note until this one ends. */
  lock(trx: Db, id: string): Promise<void>
}

export interface NoteAddress {
  /** Of what the note is about. */
  readonly about: string
  readonly noteId: string
}

export const toNote = ({ id, at, author_email, text }: NoteRow): Note => ({
  _id: id,
  at: toIso(at),
  by: author_email,
  text,
})

/** The notes of admins on things of one kind: a note is added, removed and restored, never changed. */
export function notesOn({ table, about, what, kinds, check, lock }: Noted) {
  const [rows, subject] = [sql.table(table), sql.ref(about)]
  const isNote = ({ about: id, noteId }: NoteAddress) => sql`${subject} = ${id} and id = ${noteId}`
  const makeRoom = async (trx: Db, id: string, at: number): Promise<void> => {
    await sql`delete from ${rows} where ${subject} = ${id} and removed_at < ${at - KEPT_REMOVED_MS}`.execute(
      trx,
    )
    const counted = await sql<{
      count: number
    }>`select count(*) as count from ${rows} where ${subject} = ${id}`.execute(trx)
    if (Number(counted.rows[0]?.count) < MAXIMUM_NOTES) return
    const detail = `The ${what} has ${MAXIMUM_NOTES} notes, the most there can be; those removed today count.`
    throw new AppError('conflict', detail)
  }
  return {
    /** The notes, oldest first, at most 100. */
    list: async (db: Db, id: string): Promise<Note[]> => {
      await check(db, id)
      const found = await sql<NoteRow>`select id, author_email, text, at, removed_at from ${rows}
        where ${subject} = ${id} and removed_at is null order by id limit ${MAXIMUM_NOTES}`.execute(db)
      return found.rows.map(toNote)
    },
    /** Refused: the 101st note (409). Notes removed in the last day count, so that they can be restored. */
    add: async ({ db, now }: Shop, admin: Actor, id: string, text: string): Promise<Note> => {
      const at = now()
      const note: NoteRow = { id: newId(at), at, author_email: admin.email, text, removed_at: null }
      await db.transaction().execute(async (trx) => {
        await lock(trx, id)
        await makeRoom(trx, id, at)
        await sql`insert into ${rows} (${subject}, id, author_email, text, at)
          values (${id}, ${note.id}, ${note.author_email}, ${text}, ${at})`.execute(trx)
        await recordAudit(trx, { by: admin, at, kind: kinds.added, subject: id })
      })
      return toNote(note)
    },
    /** Removes a note, whoever wrote it. Returns how many there were: 0 or 1. */
    remove: ({ db, now }: Shop, admin: Actor, address: NoteAddress): Promise<number> => {
      const at = now()
      return db.transaction().execute(async (trx) => {
        const removed = await sql`update ${rows} set removed_at = ${at}
          where ${isNote(address)} and removed_at is null returning id`.execute(trx)
        if (removed.rows.length === 0) return 0
        await recordAudit(trx, { by: admin, at, kind: kinds.removed, subject: address.about })
        return 1
      })
    },
    /** Refused: a note that is not removed, or is deleted meanwhile (404). */
    restore: ({ db, now }: Shop, admin: Actor, address: NoteAddress): Promise<Note> =>
      db.transaction().execute(async (trx) => {
        const restored = await sql<NoteRow>`update ${rows} set removed_at = null
          where ${isNote(address)} and removed_at is not null
          returning id, author_email, text, at, removed_at`.execute(trx)
        const [row] = restored.rows
        if (!row) throw new AppError('not_found', 'There is no such removed note.')
        await recordAudit(trx, { by: admin, at: now(), kind: kinds.restored, subject: address.about })
        return toNote(row)
      }),
  }
}
