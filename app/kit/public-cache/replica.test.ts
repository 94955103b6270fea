import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#kit/db/db.ts'
import { createLog } from '#kit/log.ts'
import { type Position, positionsOf, type Replica, watchReplica } from './replica.ts'

/** How far the servers are, and how often each was asked. */
let primary: Position
let replicaAt: Position
let asked: { primary: number; replica: number }
/** How the servers answer; by default at once. */
let answerOf: { primary: () => Promise<Position>; replica: () => Promise<Position> }
let replica: Replica
let lines: Record<string, unknown>[]

const never = () => new Promise<never>(() => undefined)

/** The primary makes a change, and the replica follows at once unless told otherwise. */
const write = (): void => {
  primary = { ...primary, bytes: Number(primary.bytes) + 10 }
}
const follow = (): void => {
  replicaAt = primary
}

/** Both go on and the clock too. */
const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const numberShown = async (number: number) => (await replica.shown(number))?.number

describe('whether it is read', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    primary = { log: 'one', bytes: 100 }
    follow()
    asked = { primary: 0, replica: 0 }
    answerOf = { primary: async () => primary, replica: async () => replicaAt }
    const ask = (server: 'primary' | 'replica') => () => {
      asked[server] += 1
      return answerOf[server]()
    }
    lines = []
    const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
    replica = watchReplica({ primary: ask('primary'), replica: ask('replica') }, log)
  })
  afterEach(() => void vi.useRealTimers())

  /** It has answered once. */
  async function begin(): Promise<void> {
    await replica.shown(1)
    await passMs(0)
    asked = { primary: 0, replica: 0 }
  }

  test('nobody waits for its first answer; then it is read', async () => {
    answerOf.replica = never
    expect(await numberShown(1)).toBeUndefined()
    answerOf.replica = async () => replicaAt
    await passMs(600)
    expect(await numberShown(1)).toBeUndefined()
    await passMs(5000)
    expect(await numberShown(1)).toBeUndefined()
    await passMs(0)
    expect(await replica.shown(1)).toEqual(expect.objectContaining({ number: 1, atMs: performance.now() }))
  })

  test('each new change is looked for once, and what is known holds for a quarter of a second', async () => {
    await begin()
    for (let count = 0; count < 3; count += 1) expect(await numberShown(1)).toBe(1)
    expect(asked).toEqual({ primary: 0, replica: 0 })
    write()
    expect([await numberShown(2), await numberShown(2), await numberShown(1)]).toEqual([1, 1, 1])
    expect(asked).toEqual({ primary: 1, replica: 1 })
    follow()
    await passMs(249)
    expect(await numberShown(2)).toBe(1)
    await passMs(1)
    expect(await numberShown(2)).toBe(2)
    expect(asked).toEqual({ primary: 2, replica: 2 })
  })

  test('it has only what the primary had written when the primary was asked', async () => {
    await begin()
    write()
    // The answer comes from before a change that is made meanwhile.
    const before = primary
    answerOf.primary = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      write()
      return before
    }
    const startMs = performance.now()
    const earlier = replica.shown(2)
    const later = replica.shown(3)
    replicaAt = before
    await passMs(20)
    expect([await earlier, await later]).toEqual([
      expect.objectContaining({ number: 2, atMs: startMs }),
      expect.objectContaining({ number: 2 }),
    ])
    expect(asked).toEqual({ primary: 1, replica: 1 })
  })

  test('more than a second behind, it is not read until it has followed', async () => {
    await begin()
    for (let number = 2; number <= 5; number += 1) {
      write()
      expect(await numberShown(number)).toBe(1)
      await passMs(250)
    }
    write()
    expect(await numberShown(6)).toBe(1)
    await passMs(1)
    expect(await numberShown(6)).toBeUndefined()
    // It stays behind, but not as far.
    replicaAt = { log: 'one', bytes: Number(primary.bytes) - 10 }
    await passMs(250)
    expect(await numberShown(6)).toBe(5)
    follow()
    await passMs(250)
    expect(await numberShown(6)).toBe(6)
  })

  test('after a time without requests nothing is concluded from earlier answers', async () => {
    await begin()
    await passMs(60_000)
    write()
    expect(await numberShown(1)).toBeUndefined()
    follow()
    await passMs(250)
    expect(await numberShown(1)).toBe(1)
  })

  test('without an answer after half a second it is left alone for five seconds, then nobody waits for it', async () => {
    await begin()
    answerOf.replica = never
    await passMs(250)
    const waiting = Promise.all([replica.shown(1), replica.shown(1)])
    await passMs(499)
    expect(await Promise.race([waiting, 'none'])).toBe('none')
    await passMs(1)
    expect(await waiting).toEqual([undefined, undefined])
    await passMs(4999)
    expect(await numberShown(2)).toBeUndefined()
    expect(asked.replica).toBe(1)
    await passMs(1)
    expect([await numberShown(2), asked.replica]).toEqual([undefined, 2])
    answerOf.replica = async () => replicaAt
    await passMs(5500)
    expect(await numberShown(2)).toBeUndefined()
    await passMs(0)
    expect(await numberShown(2)).toBe(2)
  })

  test('one that a rendering has waited for in vain is left alone too', async () => {
    await begin()
    replica.leaveAlone(new Error('late'))
    expect([await numberShown(1), asked.replica]).toEqual([undefined, 0])
    expect(await replica.health()).toEqual({ problem: 'it does not answer', lagMs: undefined })
    await passMs(5000)
    await replica.shown(1)
    await passMs(0)
    expect(await numberShown(1)).toBe(1)
  })

  test('the log has when it was not read first, and when it is again', async () => {
    await begin()
    expect(lines).toEqual([])
    answerOf.replica = never
    for (let count = 0; count < 2; count += 1) {
      await passMs(5000)
      void replica.shown(1)
      await passMs(500)
    }
    answerOf.replica = async () => replicaAt
    await passMs(5000)
    await replica.shown(1)
    await passMs(0)
    expect(await numberShown(1)).toBe(1)
    // It may be a pause only.
    expect(lines).toHaveLength(1)
    await passMs(5000)
    await replica.shown(1)
    const outage = 'replica'
    expect(lines).toMatchObject([
      { msg: 'the replica is not read', outage, err: { message: 'no answer after 500 ms' } },
      { msg: 'the replica is read again', outage, failed: { readings: 2 } },
    ])
  })

  test.each([
    ['no replica', { log: 'one', bytes: null }, 'it is not a replica'],
    ['that of another database', { log: 'other', bytes: 1000 }, 'it is a replica of something else'],
  ])('%s is not read, and its health says so', async (_, position, problem) => {
    await begin()
    replicaAt = position
    await passMs(250)
    expect(await numberShown(1)).toBeUndefined()
    expect(await replica.health()).toEqual({ problem, lagMs: undefined })
  })

  test('after the primary has changed, its replica is read, whatever is known of the last one', async () => {
    await begin()
    write()
    await replica.shown(2)
    primary = { log: 'two', bytes: 50 }
    replicaAt = { log: 'two', bytes: 40 }
    expect(await numberShown(3)).toBe(1)
    follow()
    expect(await numberShown(4)).toBe(4)
  })

  test('it is not blamed for a primary that does not answer', async () => {
    await begin()
    answerOf.primary = async () => {
      throw new Error('the database is unavailable')
    }
    await passMs(1001)
    expect(await numberShown(1)).toBeUndefined()
    answerOf.primary = never
    await passMs(250)
    const waiting = replica.shown(1)
    await passMs(500)
    expect(await waiting).toBeUndefined()
    expect(asked.replica).toBe(0)
  })

  test('its health is how far it is behind', async () => {
    await begin()
    await passMs(10)
    expect(await replica.health()).toEqual({ problem: undefined, lagMs: 0 })
    await passMs(10)
    write()
    answerOf.replica = async () => {
      vi.advanceTimersByTime(200)
      return replicaAt
    }
    const behind = await replica.health()
    expect(behind.problem).toBeUndefined()
    expect(behind.lagMs).toBeGreaterThan(500)
    await passMs(1000)
    expect(await replica.health()).toEqual({
      problem: 'it is more than a second behind',
      lagMs: expect.toSatisfy((lagMs: number) => lagMs > 1500 && lagMs < 2500),
    })
  })
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a primary is no replica of itself, and reading it cannot write',
  async () => {
    const databaseUrl = process.env.TEST_DATABASE_URL ?? ''
    const database = openDatabase({ databaseUrl, databaseReadUrl: databaseUrl, dataDir: '' })
    if (!database.replica) throw new Error('there is no replica')
    try {
      const positions = positionsOf(database.db, database.replica)
      const { log, bytes } = await positions.primary()
      expect(bytes).toBeGreaterThan(0)
      expect(await positions.replica()).toEqual({ log, bytes: null })
      const writing = sql`create table written (id integer)`.execute(database.replica)
      await expect(writing).rejects.toMatchObject({ code: '25006' })
    } finally {
      await database.close()
    }
  },
)
