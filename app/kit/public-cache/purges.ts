import type { Db } from '#kit/db/db.ts'
import { IDLE, type Job } from '#kit/jobs.ts'
import { type Outage, outagesOf } from '#kit/log/outage.ts'
import {
  addToOutbox,
  type Entry,
  findDue,
  outboxHealth,
  recordFailedAttempt,
  removeEntries,
} from '#kit/outbox/outbox.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, HOUR_MS, retryWaitMs } from '#kit/time.ts'
import { frontTag } from './front-headers.ts'
import { alsoRecordChanges, READ_EVERY_MS } from './public-changes.ts'
import { EVERYTHING } from './shown.ts'

/** The kind of its entries in the outbox. */
const PURGE = 'purge'

const POLL_MS = 200

/** Earlier another process may still answer without the change. */
const FIRST_AFTER_MS = READ_EVERY_MS + 50

/** A cache in front keeps no answer for which it waited longer: `docs/varnish.vcl`. */
const LONGEST_WAIT_MS = 600

/** The clocks of two machines may differ by so much. */
const CLOCKS_MS = 150

/**
 * The time from a purge to its repetition, which comes after all answers that were decided without the change
 * (docs/decisions/0041-cache-in-front.md).
 */
const REPEATED_AFTER_MS = READ_EVERY_MS + LONGEST_WAIT_MS + CLOCKS_MS

/** How many entries leave together. */
const TOGETHER = 1000

/** More tags at once purge everything. */
const MAXIMUM_TAGS = 1000

/** Some proxies accept no header that is longer. */
const HEADER_LENGTH = 4000

const TIMEOUT_MS = 3000

/** A page may be wrong until a purge arrives. */
const RETRY = { firstMs: 250, longestMs: 30_000 }

/** The database is asked so often while it is away. */
const DATABASE_RETRY_MS = 1000

/** `s-maxage`, then `stale-if-error`: a cache in front has no answer that is older. */
const OF_NO_USE_AFTER_MS = DAY_MS + HOUR_MS

/** By its own name: a cache that refuses connections is no database that does, and its job works. */
const CACHE: Outage = {
  name: 'cache in front',
  begins: 'the cache in front takes no purges',
  ends: 'the cache in front takes purges again',
}

interface Purge {
  readonly tags: readonly string[]
  readonly isRepetition: boolean
}

/** Tells a cache in front which answers have changed. */
export interface Purges {
  readonly isOn: boolean
  readonly jobs: readonly Job[]
  /** Lets the cache forget every answer: another release renders other ones. */
  purgeAll(): Promise<void>
  /** How many entries could not be sent and are tried again. */
  countFailing(): Promise<number>
}

const OFF: Purges = { isOn: false, jobs: [], purgeAll: async () => undefined, countFailing: async () => 0 }

/** Purges what this process changes from now on, if `CDN_PURGE_URL` is set. */
export function createPurges(shop: Shop): Purges {
  const url = shop.config.cdnPurgeUrl
  if (url === undefined) return OFF
  const enqueue = (db: Db, tags: readonly string[]) =>
    addPurge(db, shop.now(), { tags, isRepetition: false }, FIRST_AFTER_MS)
  alsoRecordChanges(shop.db, enqueue)
  return {
    isOn: true,
    jobs: [purgeJob(shop, url)],
    purgeAll: () => enqueue(shop.db, [EVERYTHING]),
    countFailing: async () => (await purgeHealth(shop)).failing,
  }
}

/** The health of the purges that the cache has not taken yet. */
export const purgeHealth = (shop: Shop) => outboxHealth(shop, PURGE)

async function addPurge(db: Db, nowMs: number, payload: Purge, afterMs: number): Promise<void> {
  await addToOutbox(db, nowMs, PURGE, [{ payload, notBefore: nowMs + afterMs }])
}

/** Sends what is due. Two processes may send the same: it changes nothing more. */
function purgeJob(shop: Shop, url: string): Job {
  let failures = 0
  let pausedUntilMs = 0

  const findOrPause = async (): Promise<Entry<Purge>[]> => {
    try {
      return await findDue<Purge>(shop, PURGE, TOGETHER)
    } catch (error) {
      pausedUntilMs = performance.now() + DATABASE_RETRY_MS
      throw error
    }
  }

  const sendOrPause = async (due: readonly Entry<Purge>[]): Promise<boolean> => {
    try {
      await sendPurges(url, tagsOf(due))
      failures = 0
      return true
    } catch (error) {
      pausedUntilMs = performance.now() + retryWaitMs(failures, RETRY)
      failures += 1
      await recordFailedAttempt(shop, due, error)
      const isOld = ({ not_before }: Entry<Purge>) => shop.now() - not_before > OF_NO_USE_AFTER_MS
      await removeEntries(shop.db, due.filter(isOld))
      outagesOf(shop.log).failed({ outage: CACHE, error, what: 'purges' })
      return false
    }
  }

  /** False when the cache did not take them. */
  const purge = async (due: readonly Entry<Purge>[]): Promise<boolean> => {
    // They are committed by now, however long their commits took.
    const seenAtMs = shop.now()
    if (!(await sendOrPause(due))) return false
    await shop.db.transaction().execute(async (trx) => {
      const sent = await removeEntries(trx, due)
      const first = due.filter(({ id, payload }) => sent.has(id) && !payload.isRepetition)
      if (first.length > 0)
        await addPurge(trx, seenAtMs, { tags: tagsOf(first), isRepetition: true }, REPEATED_AFTER_MS)
    })
    return true
  }

  return {
    name: 'purge',
    everyMs: POLL_MS,
    run: async () => {
      if (performance.now() < pausedUntilMs) return IDLE
      const due = await findOrPause()
      // What the cache did not take stays due.
      if (due.length > 0 && !(await purge(due))) return 'unavailable'
      outagesOf(shop.log).worked(CACHE.name)
      return undefined
    },
  }
}

function tagsOf(entries: readonly Entry<Purge>[]): string[] {
  const tags = new Set(entries.flatMap(({ payload }) => payload.tags))
  return tags.has(EVERYTHING) || tags.size > MAXIMUM_TAGS ? [EVERYTHING] : [...tags]
}

async function sendPurges(url: string, tags: readonly string[]): Promise<void> {
  for (const line of linesOf(tags)) {
    const { ok, status, body } = await fetch(url, {
      method: 'PURGE',
      headers: { 'xkey-purge': line },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await body?.cancel()
    if (!ok) throw new Error(`The cache in front answered ${status} to a purge`)
  }
}

/** The tags in as few headers as their length allows. */
function linesOf(tags: readonly string[]): string[] {
  const lines: string[] = []
  let line = ''
  for (const name of tags.map(frontTag)) {
    if (line !== '' && line.length + 1 + name.length > HEADER_LENGTH) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? name : ` ${name}`
  }
  return [...lines, line]
}
