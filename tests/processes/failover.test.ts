import { expect, test, vi } from 'vitest'
import { openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import {
  alsoRecordChanges,
  recordPublicChange,
  watchPublicChanges,
} from '#kit/public-cache/public-changes.ts'
import { EVERYTHING } from '#kit/public-cache/shown.ts'
import { migrations } from '../../migrations/list.ts'
import { startNetwork } from '../support/network.ts'
import { canStartReplica, startPostgres, startReplica, WITHOUT_DISK } from '../support/postgres-server.ts'

const isPossible = process.env.TEST_DATABASE_URL && canStartReplica()

test.runIf(isPossible)(
  'after a failover everything counts as changed: the new primary may not have the last changes',
  { timeout: 90_000 },
  async () => {
    await using cleanUp = new AsyncDisposableStack()
    const primary = await startPostgres(WITHOUT_DISK)
    cleanUp.defer(() => primary.stop())
    const standby = await startReplica(primary, WITHOUT_DISK)
    cleanUp.defer(() => standby.stop())
    const network = cleanUp.use(await startNetwork(new URL(primary.url)))
    const database = openDatabase({ databaseUrl: network.url, dataDir: '' })
    cleanUp.defer(() => database.close())
    const { db } = database
    await migrate(database, migrations)
    const recorded: string[] = []
    alsoRecordChanges(db, async (_, tags) => recorded.push(...tags))
    const changes = watchPublicChanges(db)
    vi.useFakeTimers({ toFake: ['performance'] })
    cleanUp.defer(() => void vi.useRealTimers())
    const readAgain = () => {
      vi.advanceTimersByTime(250)
      return changes.read()
    }
    await changes.read()
    await db.transaction().execute(async (trx) => recordPublicChange(trx, { tags: ['a'] }))
    const before = await readAgain()
    expect([changes.since(before, [EVERYTHING]), recorded]).toEqual([undefined, ['a']])
    await primary.halt()
    await expect(readAgain()).rejects.toThrow()
    await standby.promote()
    network.leadTo(new URL(standby.url))
    await expect.poll(() => readAgain().catch(() => 'away'), { timeout: 30_000 }).toEqual(expect.any(Number))
    expect([changes.since(before, [EVERYTHING]), recorded]).toEqual(['others', ['a', EVERYTHING]])
    const after = await readAgain()
    await readAgain()
    expect([changes.since(after, [EVERYTHING]), recorded.length]).toEqual([undefined, 2])
  },
)
