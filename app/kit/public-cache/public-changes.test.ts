import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beforeCommit } from '#kit/db/after-commit.ts'
import { type Database, type Db, kindOf, openDatabase } from '#kit/db/db.ts'
import { isDatabaseUnavailable } from '#kit/db/errors.ts'
import { newId } from '#kit/id.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import {
  deleteOldChanges,
  type PublicChanges,
  recordPublicChange,
  watchPublicChanges,
} from './public-changes.ts'
import { EVERYTHING } from './shown.ts'

let shop: TestShop
/** The same database as another process has it. */
let other: Database
let changes: PublicChanges

beforeEach(async () => {
  shop = await createTestShop()
  other = openDatabase(shop.config)
  changes = watchPublicChanges(shop.db)
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await other.close()
  await shop[Symbol.asyncDispose]()
})

const record = (db: Db, tags: readonly string[], isFrequent = false) =>
  db.transaction().execute(async (trx) => recordPublicChange(trx, { tags, isFrequent }))

const rows = async () =>
  (await shop.db.selectFrom('public_changes').select(['tags', 'is_frequent']).orderBy('id').execute()).map(
    ({ tags, is_frequent }) => [...JSON.parse(tags), ...(is_frequent === 1 ? ['frequent'] : [])],
  )

/** Reads again, as soon as the last reading is too old. */
function readAgain(): Promise<number> {
  vi.advanceTimersByTime(250)
  return changes.read()
}

test('a commit of this process is known immediately and touches its tags only, a rollback touches none', async () => {
  expect(changes.last()).toBeUndefined()
  const before = await changes.read()
  expect(changes.last()).toBe(before)
  const refused = shop.db.transaction().execute(async (trx) => {
    recordPublicChange(trx, { tags: ['a'] })
    beforeCommit(trx, async () => {
      throw new Error('rolled back')
    })
  })
  await expect(refused).rejects.toThrow('rolled back')
  expect([changes.last(), changes.since(before, ['a']), await rows()]).toEqual([before, undefined, []])
  await record(shop.db, ['a'])
  const after = before + 1
  expect([changes.last(), changes.since(before, ['b', 'a']), changes.since(after, ['a'])]).toEqual([
    after,
    'others',
    undefined,
  ])
  expect(changes.since(before, ['b', EVERYTHING])).toBeUndefined()
  // Its row is not a second change.
  expect(await readAgain()).toBe(after)
})

test('only frequent changes are told from others, by each tag', async () => {
  const before = await changes.read()
  await record(shop.db, ['a', 'b'], true)
  await record(shop.db, ['b'])
  expect([['a'], ['b'], ['a', 'b'], ['c']].map((tags) => changes.since(before, tags))).toEqual([
    'frequent',
    'others',
    'others',
    undefined,
  ])
  expect(changes.since(before + 1, ['a'])).toBeUndefined()
  expect(changes.since(before + 1, ['b'])).toBe('others')
})

test('a transaction writes one row for all of its changes', async () => {
  await shop.db.transaction().execute(async (trx) => {
    for (const tag of ['a', 'b', 'a']) recordPublicChange(trx, { tags: [tag], isFrequent: true })
    expect(await trx.selectFrom('public_changes').selectAll().execute()).toEqual([])
  })
  await shop.db.transaction().execute(async (trx) => {
    recordPublicChange(trx, { tags: ['a'], isFrequent: true })
    recordPublicChange(trx, { tags: ['c'] })
  })
  // Ids of one millisecond have no sequence.
  expect((await rows()).toSorted()).toEqual([
    ['a', 'b', 'frequent'],
    ['a', 'c'],
  ])
})

test('a change of more than 500 tags touches everything', async () => {
  const tags = Array.from({ length: 501 }, (_, index) => `tag-${index}`)
  const before = await changes.read()
  await record(shop.db, tags.slice(1))
  expect(changes.since(before, ['other', EVERYTHING])).toBeUndefined()
  await record(shop.db, tags)
  expect(changes.since(before, ['other', EVERYTHING])).toBe('others')
  // Ids of one millisecond have no sequence.
  expect(await rows()).toContainEqual([EVERYTHING])
})

test('a change by another process is seen within a quarter of a second', async () => {
  const before = await changes.read()
  await record(other.db, ['a'])
  vi.advanceTimersByTime(249)
  expect([changes.last(), await changes.read(), changes.since(before, ['a'])]).toEqual([
    before,
    before,
    undefined,
  ])
  vi.advanceTimersByTime(1)
  expect(changes.last()).toBeUndefined()
  expect(await changes.read()).toBe(before + 1)
  expect([changes.since(before, ['a']), changes.since(before, ['b', EVERYTHING])]).toEqual([
    'others',
    undefined,
  ])
  await record(other.db, ['a'], true)
  const after = await readAgain()
  expect([after, changes.since(before + 1, ['a'])]).toEqual([before + 2, 'frequent'])
})

test('a change that another process commits late is not missed', async () => {
  const before = await changes.read()
  const [written, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = other.db.transaction().execute(async (trx) => {
    recordPublicChange(trx, { tags: ['late'] })
    beforeCommit(trx, async () => {
      written.resolve()
      await finished.promise
    })
  })
  await written.promise
  if (kindOf(shop.db) === 'postgres') await record(shop.db, ['early'])
  const meanwhile = await readAgain()
  expect(changes.since(before, ['late'])).toBeUndefined()
  finished.resolve()
  await late
  await readAgain()
  expect(changes.since(meanwhile, ['late'])).toBe('others')
})

test('a change that waits for a standby is not missed, however long that is away', async () => {
  // SQLite has no standby, and one writer: no transaction ends late.
  if (kindOf(shop.db) === 'sqlite') return
  const impatient = watchPublicChanges(shop.db, 0)
  await impatient.read()
  const [written, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = other.db.transaction().execute(async (trx) => {
    recordPublicChange(trx, { tags: ['late'] })
    beforeCommit(trx, async () => {
      // Longer than a reading looks back.
      await sql`select pg_sleep(0.3)`.execute(trx)
      written.resolve()
      await finished.promise
    })
  })
  await written.promise
  vi.advanceTimersByTime(250)
  const meanwhile = await impatient.read()
  expect(impatient.since(meanwhile - 1, ['late'])).toBeUndefined()
  finished.resolve()
  await late
  vi.advanceTimersByTime(250)
  await impatient.read()
  expect(impatient.since(meanwhile, ['late'])).toBe('others')
})

/** Writes a change as if that long ago. */
const writeAgo = (ms: number, tag: string) => {
  const now =
    kindOf(other.db) === 'sqlite'
      ? sql`cast(unixepoch('subsec') * 1000 as integer)`
      : sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
  return sql`insert into public_changes (id, at, tags, is_frequent)
    values (${newId()}, ${now} - cast(${ms} as integer), ${JSON.stringify([tag])}, 0)`.execute(other.db)
}

test('a commit may take 30 seconds, whenever the changes were read before', async () => {
  const before = await changes.read()
  await writeAgo(29_000, 'late')
  await readAgain()
  expect(changes.since(before, ['late'])).toBe('others')
  await writeAgo(80_000, 'slow')
  vi.advanceTimersByTime(55_000)
  await changes.read()
  expect(changes.since(before, ['slow'])).toBe('others')
  expect(changes.since(before, [EVERYTHING])).toBeUndefined()
})

test('after a minute without a reading everything counts as changed, once', async () => {
  const before = await changes.read()
  vi.advanceTimersByTime(60_000)
  const after = await changes.read()
  expect(changes.since(before, [EVERYTHING])).toBe('others')
  vi.advanceTimersByTime(59_000)
  await changes.read()
  expect(changes.since(after, [EVERYTHING])).toBeUndefined()
})

test('a change is learned once, however often its row is read', async () => {
  await changes.read()
  await record(other.db, ['a'])
  const after = await readAgain()
  for (let count = 0; count < 5; count += 1) expect(await readAgain()).toBe(after)
  vi.advanceTimersByTime(55_000)
  expect(await changes.read()).toBe(after)
})

test('concurrent callers share one reading, and a failed one hides no change from the next', async () => {
  const before = await changes.read()
  const reading = vi.spyOn(shop.db, 'selectFrom')
  vi.advanceTimersByTime(250)
  await Promise.all(Array.from({ length: 8 }, () => changes.read()))
  expect(reading).toHaveBeenCalledTimes(1)
  await record(other.db, ['a'])
  vi.advanceTimersByTime(50_000)
  reading.mockImplementationOnce(() => {
    throw new Error('the database is unavailable')
  })
  await expect(changes.read()).rejects.toThrow('unavailable')
  expect([changes.last(), changes.since(before, ['a'])]).toEqual([undefined, undefined])
  await changes.read()
  expect(changes.since(before, ['a'])).toBe('others')
  expect(changes.since(before, [EVERYTHING])).toBeUndefined()
})

test('of more than 20,000 tags none is remembered: everything counts as changed', async () => {
  const before = await changes.read()
  for (let start = 0; start < 20_000; start += 500)
    await record(
      shop.db,
      Array.from({ length: 500 }, (_, index) => `tag-${start + index}`),
      true,
    )
  expect(changes.since(before, [EVERYTHING])).toBeUndefined()
  await record(shop.db, ['one more'], true)
  expect(changes.since(before, [EVERYTHING])).toBe('frequent')
  const after = await changes.read()
  await record(shop.db, ['tag-1'], true)
  expect(changes.since(after, ['tag-1'])).toBe('frequent')
  expect(changes.since(after, ['tag-2', EVERYTHING])).toBeUndefined()
})

test('changes are kept for an hour', async () => {
  await record(shop.db, ['a'])
  shop.advance(3_590_000)
  await deleteOldChanges(shop)
  expect(await rows()).toEqual([['a']])
  shop.advance(20_000)
  await deleteOldChanges(shop)
  expect(await rows()).toEqual([])
})

test('a database that does not answer is given up after two seconds by all who wait for the changes, and read when it answers', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const silence = Promise.withResolvers<void>()
  const silent = shop.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => silence.promise.then(() => result),
  })
  const watched = watchPublicChanges(silent)
  const readings = [watched.read()]
  vi.advanceTimersByTime(1500)
  readings.push(watched.read())
  const failures = Promise.allSettled(readings)
  await vi.advanceTimersByTimeAsync(500)
  expect(
    (await failures).map((each) => each.status === 'rejected' && isDatabaseUnavailable(each.reason)),
  ).toEqual([true, true])
  const late = expect(watched.read()).rejects.toSatisfy(isDatabaseUnavailable)
  await vi.advanceTimersByTimeAsync(1)
  await late
  silence.resolve()
  vi.useRealTimers()
  await expect.poll(() => watched.read().catch(() => 'away')).toEqual(expect.any(Number))
})
