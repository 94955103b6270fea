import { resolve } from 'node:path'
import { readConfig } from '#app/config.ts'
import { newestBackup } from '#kit/backup/kept-backups.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { NONE_LATER, runTask } from '../tests/support/operator.ts'
import { emptyStorage, killChildren, type Storage } from '../tests/support/running-shop.ts'
import { readArguments } from './command.ts'
import { countRows, placeFirstOrder, readPages, refusesOrders, startCopy } from './drill/copy.ts'
import { restoreCluster } from './drill/pgbackrest.ts'
import { print } from './print.ts'

/** `npm run drill`: what is to be done when the machine of the shop is lost, beside the shop, and how long it takes. */

const { values, words } = readArguments({
  name: 'drill',
  does: 'Restores the last backup in a scratch place, starts a shop on it, and places a first order there.',
  words: '[the folder of a backup, or of several, of which the newest is taken]',
  options: {
    server: ['', 'a PostgreSQL where a scratch database may be created; that of DATABASE_URL'],
    pgbackrest: ['', 'the stanza of pgBackRest whose newest backup is restored, in place of a folder'],
    until: ['', 'with --pgbackrest: the moment to restore, such as "2026-11-25 09:30:00+00"; the last one'],
  },
})

const startedMs = performance.now()

let endedBy: NodeJS.Signals | undefined
let isRemoving = false

/** What is restored has the data of customers: it is removed however the drill ends. The step that runs fails, the next does not begin. */
function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // What removes the rest is not ended: no second signal, and none after the last step.
      if (endedBy === undefined && !isRemoving) killChildren()
      endedBy ??= signal
    })
  // A terminal that was closed takes no more lines.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  if (endedBy && !isRemoving) throw new Error(`${endedBy} came before: ${step}`)
  const fromMs = performance.now()
  const result = await work()
  print(`${secondsSince(fromMs)}  ${step}`)
  return result
}

const secondsSince = (fromMs: number): string =>
  `${((performance.now() - fromMs) / 1000).toFixed(1).padStart(7)} s`

async function runRestore(storage: Storage, ...args: string[]): Promise<void> {
  const { code, errors } = await runTask('restore', storage, ...args)
  if (code !== 0) throw new Error(errors.trim() || `restore ended with ${code}`)
}

/** The last backup in a scratch place, as a copy that does nothing yet. */
async function restoreBackup(cleanUp: AsyncDisposableStack): Promise<Storage> {
  const { databaseUrl } = readConfig(process.env)
  if (values.pgbackrest) {
    if (!databaseUrl) throw new Error('pgBackRest is for a shop on PostgreSQL: set DATABASE_URL.')
    const { pgbackrest: stanza, until } = values
    const storage = cleanUp.use(
      await timed(`pgBackRest restored the stanza ${stanza}, and PostgreSQL started on it`, () =>
        restoreCluster({ stanza, until, databaseUrl }),
      ),
    )
    await timed('the restored database was marked as a copy', () =>
      runRestore(storage, '--mark', ...NONE_LATER),
    )
    return storage
  }
  const folder = newestBackup(resolve(process.env.INIT_CWD ?? '', words[0] ?? 'backups'))
  const storage = cleanUp.use(await emptyStorage(values.server || (databaseUrl ?? '')))
  await timed(`the backup was restored: ${folder}`, () => runRestore(storage, folder, ...NONE_LATER))
  return storage
}

async function drill(cleanUp: AsyncDisposableStack): Promise<void> {
  const storage = await restoreBackup(cleanUp)
  const shop = cleanUp.use(await timed('the shop started on it', () => startCopy(storage)))
  const rows = await timed('pages and parts were read', async () => {
    await readPages(shop)
    return countRows(storage)
  })
  for (const [name, count] of rows) print(`             ${formatCount(count)} ${name}`)
  await timed('an order was refused: the copy does nothing by itself', () => refusesOrders(shop))
  await timed('the copy was told that it is the shop', () => runRestore(storage, '--take-over'))
  const order = await timed('the first order was placed and paid', () => placeFirstOrder(shop))
  print(`             ${order}`)
  print(`${secondsSince(startedMs)}  from the backup to the first order`)
}

endOnSignals()
const cleanUp = new AsyncDisposableStack()
try {
  await drill(cleanUp)
} catch (error) {
  const reason = error instanceof Error ? error.message : error
  console.error(endedBy ? `The drill was ended by ${endedBy}` : `The drill failed: ${reason}`)
  process.exitCode = 1
} finally {
  isRemoving = true
  await timed('the scratch place was removed', () => cleanUp.disposeAsync())
}
