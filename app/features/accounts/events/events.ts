import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import { newId } from '#kit/id.ts'
import { type Page, type Paged, toPaged } from '#kit/server/paging.ts'
import { callerAddress } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, HOUR_MS, toIso } from '#kit/time.ts'
import { browserName } from './browser-name.ts'
import type { SecurityEvent, SecurityEventKind } from './schema.ts'
import '../tables.ts'

/** How long events are kept. */
const KEPT_MS = 400 * DAY_MS

/** So many of an account are kept, the newest. */
const MOST_KEPT = 1000

/**
 * Wrong passwords of an account are recorded so often in an hour: nobody fills the table by trying, nor hides what comes from
 * another address by trying from the own.
 */
const FAILURES_AN_HOUR = { address: 20, account: 100 }

/** From where a call came: its network address, and its browser in words. */
export interface Origin {
  readonly address: string | undefined
  readonly browser: string
}

export const originOf = (c: Context, shop: Shop): Origin => ({
  address: callerAddress(c, shop),
  browser: browserName(c.req.header('user-agent')),
})

/** Records what happened to an account, in the transaction that made it happen where there is one. */
export async function recordSecurityEvent(
  db: Db,
  event: { readonly userId: string; readonly kind: SecurityEventKind; readonly at: number },
  origin?: Origin,
): Promise<void> {
  const { userId, kind, at } = event
  const { address = null, browser = null } = origin ?? {}
  if (kind === 'sign_in_failed' && (await areFailuresMany(db, { userId, address, sinceMs: at - HOUR_MS })))
    return
  await db
    .insertInto('security_events')
    .values({ id: newId(at), user_id: userId, at, kind, address, browser })
    .execute()
  await deleteAboveMost(db, userId)
}

/** Reads the index of the account's events as far as they are kept. */
async function deleteAboveMost(db: Db, userId: string): Promise<void> {
  const newestAbove = db
    .selectFrom('security_events')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST_KEPT)
  await db
    .deleteFrom('security_events')
    .where('user_id', '=', userId)
    .where('id', '<=', newestAbove)
    .execute()
}

interface Failures {
  readonly userId: string
  readonly address: string | null
  readonly sinceMs: number
}

async function areFailuresMany(db: Db, { userId, address, sinceMs }: Failures): Promise<boolean> {
  const rows = await db
    .selectFrom('security_events')
    .select('address')
    .where('user_id', '=', userId)
    .where('kind', '=', 'sign_in_failed')
    .where('at', '>', sinceMs)
    .limit(FAILURES_AN_HOUR.account)
    .execute()
  const ofAddress = rows.filter((row) => row.address === address)
  return rows.length >= FAILURES_AN_HOUR.account || ofAddress.length >= FAILURES_AN_HOUR.address
}

/** The events of an account, newest first. */
export async function listSecurityEvents(db: Db, userId: string, page: Page): Promise<Paged<SecurityEvent>> {
  const after = page.after?.[0]
  const rows = await db
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) => query.where('id', '<', String(after)))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const count = await countUpToLimit(
    db,
    sql`select 1 from security_events where ${sql.ref('user_id')} = ${userId}`,
  )
  const paged = toPaged(rows, page, count, ({ id }) => [id])
  return {
    ...paged,
    rows: paged.rows.map(({ id, at, kind, address, browser }) => ({
      _id: id,
      at: toIso(at),
      kind,
      ...(address !== null && { address }),
      ...(browser !== null && { browser }),
    })),
  }
}

export const deleteOldSecurityEvents = ({ db, now }: Shop): Promise<void> =>
  deleteOldRows(db, 'security_events', now() - KEPT_MS, sql<boolean>`1 = 1`)
