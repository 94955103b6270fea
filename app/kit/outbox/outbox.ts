import { type Selectable, sql } from 'kysely'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, retryWaitMs } from '#kit/time.ts'
import { DeliveryError } from './delivery-error.ts'
import { LEASE_MS } from './lease.ts'
import './tables.ts'

const RETRY = { firstMs: 10_000, longestMs: HOUR_MS }

/** A receiver that accepts nothing says nothing about an entry, which waits for it and not for itself. */
const RETRY_UNAVAILABLE = { firstMs: 10_000, longestMs: MINUTE_MS }
const GIVE_UP_AFTER_MS = 3 * DAY_MS

/** How long an entry that does not leave holds back later ones about the same record. */
const HOLDS_BACK_MS = HOUR_MS

/** How long finished entries are kept. */
export const OUTBOX_KEPT_MS = 30 * DAY_MS

interface NewEntry {
  /** Stored as JSON. */
  readonly payload: object
  readonly about?: string | undefined
  /** The time (ms) before which it must not leave; without it, it leaves at once. */
  readonly notBefore?: number | undefined
  /** Somebody waits for it: it leaves before others that were tried as it was. */
  readonly isUrgent?: boolean | undefined
}

/** An entry of the outbox with its payload. */
export type Entry<Payload> = Omit<Selectable<Schema['outbox']>, 'payload'> & { readonly payload: Payload }

/**
 * Adds entries, which the job of this kind in any process sends. Pass the transaction of their cause, so that all are
 * committed or none. Resolves to their ids.
 */
export async function addToOutbox(
  db: Db,
  nowMs: number,
  kind: string,
  entries: readonly NewEntry[],
): Promise<string[]> {
  if (entries.length === 0) return []
  const rows = entries.map(({ payload, about = null, notBefore = nowMs, isUrgent = false }) => {
    const not_before = Math.max(nowMs, notBefore)
    const due = { not_before, attempts: 0, next_attempt_at: not_before, urgent: isUrgent ? 1 : 0 }
    return { id: newId(nowMs), kind, about, payload: JSON.stringify(payload), ...due }
  })
  await db.insertInto('outbox').values(rows).execute()
  return rows.map(({ id }) => id)
}

/**
 * The due entries of a kind, first those that were never tried, which must not wait for many that fail each time. Half of
 * the limit is for those that failed, so that they are tried again however many new ones are added. Of both the urgent ones
 * come first. One about a record waits until an earlier one about it has left: what happened later is not told earlier.
 */
export async function findDue<Payload>(shop: Shop, kind: string, limit: number): Promise<Entry<Payload>[]> {
  const again = await dueQuery(shop, kind, { isTried: true }).limit(limit).execute()
  const untried = await dueQuery(shop, kind, { isTried: false })
    .limit(limit - Math.min(again.length, Math.floor(limit / 2)))
    .execute()
  const rows = [...untried, ...again.slice(0, limit - untried.length)]
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** Reads due entries as the index `outbox_due` has them. */
export const dueQuery = (
  { db, now }: Pick<Shop, 'db' | 'now'>,
  kind: string,
  { isTried }: { readonly isTried: boolean },
) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', kind)
    .where(sql<boolean>`case when attempts = 0 then 0 else 1 end = ${sql.lit(isTried ? 1 : 0)}`)
    .where('next_attempt_at', '<=', now())
    .where(isFree(now()))
    .orderBy('urgent', 'desc')
    .orderBy('next_attempt_at')
    .orderBy('id')

/** No earlier entry holds back the one that a statement reads. */
const isFree = (nowMs: number) => sql<boolean>`not exists (select 1 from outbox as earlier
  where earlier.about = outbox.about and earlier.next_attempt_at is not null and earlier.kind = outbox.kind
    and earlier.id < outbox.id
    and earlier.not_before between ${nowMs - HOLDS_BACK_MS} and ${nowMs})`

/** Claims the entry for this process. */
export async function claim(shop: Shop, { id, attempts, next_attempt_at }: Entry<unknown>): Promise<boolean> {
  const nowMs = shop.now()
  const claimed = { attempts: attempts + 1, next_attempt_at: nowMs + LEASE_MS, claimed_at: nowMs }
  return (await compareAndSet(shop.db, 'outbox', { id, attempts, next_attempt_at }, claimed)) !== undefined
}

/** Records that a claimed entry was sent. */
export async function markSent(shop: Shop, { id }: Entry<unknown>): Promise<void> {
  await shop.db
    .updateTable('outbox')
    .set({ ...SENT, sent_at: shop.now() })
    .where('id', '=', id)
    .execute()
}

/** Records in the transaction of their delivery that entries were sent; resolves to the ids of those that still waited as they were read. */
export async function markSentIn(
  trx: Db,
  nowMs: number,
  entries: readonly Entry<unknown>[],
): Promise<ReadonlySet<string>> {
  const sent = await trx
    .updateTable('outbox')
    .set((eb) => ({ ...SENT, attempts: eb('attempts', '+', 1), sent_at: nowMs }))
    .where(({ eb, or }) => or(entries.map(({ id, next_attempt_at }) => eb.and({ id, next_attempt_at }))))
    .where('next_attempt_at', 'is not', null)
    .returning('id')
    .execute()
  return new Set(sent.map(({ id }) => id))
}

/** Records that an entry is not sent, because it is no longer needed. */
export async function markUnneeded(shop: Shop, { id }: Entry<unknown>): Promise<void> {
  await shop.db.updateTable('outbox').set(DONE).where('id', '=', id).execute()
}

/**
 * Stops an entry that has not left. False if it has left, or may be leaving now: then it cannot be stopped. Pass the
 * transaction of what makes it unneeded. With `isUntried` also not one that was tried: it may have arrived although no answer came.
 */
export async function stopEntry(
  trx: Db,
  id: string,
  { isUntried = false }: { readonly isUntried?: boolean } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set(DONE)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('claimed_at', 'is', null)
    .$if(isUntried, (entries) => entries.where('attempts', '=', 0))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Whether the same entry waits and was never tried. If so it is locked until the transaction ends, and leaves a millisecond
 * later: whoever has read it before finds another entry and does not send it.
 */
export async function holdWaiting(
  trx: Db,
  kind: string,
  { payload, about }: { readonly payload: object; readonly about: string },
): Promise<boolean> {
  const held = await trx
    .updateTable('outbox')
    .set((eb) => ({ next_attempt_at: eb('next_attempt_at', '+', 1) }))
    .where('about', '=', about)
    .where('kind', '=', kind)
    .where('payload', '=', JSON.stringify(payload))
    .where('next_attempt_at', 'is not', null)
    .where('claimed_at', 'is', null)
    .where('attempts', '=', 0)
    .executeTakeFirst()
  return held.numUpdatedRows > 0n
}

/** Whether an entry is still to leave, and is not leaving now. */
export async function isEntryWaiting(trx: Db, id: string): Promise<boolean> {
  const waiting = await trx
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .where('next_attempt_at', 'is not', null)
    .where('claimed_at', 'is', null)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Removes entries that were sent, or are of no use any more; resolves to the ids of those that were there. */
export async function removeEntries(
  db: Db,
  entries: readonly Entry<unknown>[],
): Promise<ReadonlySet<string>> {
  const ids = entries.map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const removed = await db.deleteFrom('outbox').where('id', 'in', ids).returning('id').execute()
  return new Set(removed.map(({ id }) => id))
}

/** Removes all entries about these records, also those that were not sent. */
export async function removeEntriesAbout(trx: Db, about: readonly string[]): Promise<void> {
  if (about.length > 0) await trx.deleteFrom('outbox').where('about', 'in', about).execute()
}

/** Records that entries could not be sent for the same reason. They stay due: their job waits before it tries again. */
export async function recordFailedAttempt(
  { db }: Shop,
  entries: readonly Entry<unknown>[],
  error: unknown,
): Promise<void> {
  const ids = entries.map(({ id }) => id)
  await db
    .updateTable('outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: String(error).slice(0, 500) }))
    .where('id', 'in', ids)
    .execute()
}

/**
 * Records why an entry could not be sent, and when it is tried again; or that it is given up. Calls `report` before, so
 * that the reason is known also when the database fails.
 */
export async function recordFailure(
  shop: Shop,
  entry: Entry<unknown>,
  error: unknown,
  report: (givenUp: boolean) => void,
): Promise<void> {
  const nowMs = shop.now()
  const failure = error instanceof DeliveryError ? error : undefined
  const givenUp = failure?.kind === 'permanent' || nowMs - entry.not_before >= GIVE_UP_AFTER_MS
  const waitMs = retryWaitMs(entry.attempts, failure?.kind === 'unavailable' ? RETRY_UNAVAILABLE : RETRY)
  report(givenUp)
  await shop.db
    .updateTable('outbox')
    .set({
      attempts: entry.attempts + 1,
      claimed_at: null,
      last_error: (failure?.answer ?? String(error)).slice(0, 500),
      ...(givenUp ? DONE : { next_attempt_at: nowMs + waitMs }),
    })
    .where('id', '=', entry.id)
    // Another process may have sent it meanwhile, or be sending it.
    .where('next_attempt_at', 'is not', null)
    .where('attempts', '<=', entry.attempts + 1)
    .execute()
}

/**
 * How many entries of a kind may leave and have not left, how long the oldest has waited since it may leave (ms; 0 if none
 * waits), and how many of them have failed.
 */
export async function outboxHealth(
  shop: Shop,
  kind: string,
): Promise<{ waiting: number; oldestWaitingMs: number; failing: number }> {
  const nowMs = shop.now()
  const { oldest, ...counts } = await shop.db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.count<number>('last_error').as('failing'),
      fn.min<number | null>('not_before').as('oldest'),
    ])
    .where('kind', '=', kind)
    .where('next_attempt_at', 'is not', null)
    .where('not_before', '<=', nowMs)
    .executeTakeFirstOrThrow()
  return { ...counts, oldestWaitingMs: oldest === null ? 0 : nowMs - oldest }
}

/** What up to `limit` of the entries are about that have failed so far and are tried again. */
export async function findFailing({ db }: Shop, kind: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('about')
    .distinct()
    .where('kind', '=', kind)
    .where('next_attempt_at', 'is not', null)
    .where('last_error', 'is not', null)
    .where('about', 'is not', null)
    .limit(limit)
    .execute()
  return rows.flatMap(({ about }) => about ?? [])
}

/** Deletes finished entries of every kind 30 days after the time at which they could leave. */
export async function deleteOldEntries({ db, now }: Shop): Promise<void> {
  const before = now() - OUTBOX_KEPT_MS
  await deleteOldRows(db, 'outbox', before, sql`next_attempt_at is null and not_before < ${before}`)
}

/** The values of a finished entry. The content of a mail can have a link that resets a password, so it is not kept. */
const DONE = { next_attempt_at: null, claimed_at: null, payload: '{}' } as const

/** The values of a sent entry. */
const SENT = { ...DONE, last_error: null } as const
