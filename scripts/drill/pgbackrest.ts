import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresFolder } from '#kit/backup/postgres-programs.ts'
import { OWNER_ONLY } from '#kit/owner-only.ts'
import { handOver, otherAccount } from '../../tests/support/postgres-server.ts'
import { inherited, killAfterTests, type Storage } from '../../tests/support/running-shop.ts'

/** Of the socket: said, so that no variable of the environment says another one. */
const PORT = 5432

/** What of pgBackRest is restored, for a shop at this address. */
interface Source {
  readonly stanza: string
  /** The moment; empty for the last one. */
  readonly until: string
  readonly databaseUrl: string
}

/**
 * A server that pgBackRest restored into a scratch folder. Only its owner reaches it, by a socket in that folder, and it archives
 * nothing: its log would be taken for that of the shop. Its own files of settings may lie outside of the data, so it gets others.
 */
export async function restoreCluster({ stanza, until, databaseUrl }: Source): Promise<Storage> {
  // PostgreSQL refuses to run as root.
  const account = otherAccount()
  const folder = mkdtempSync(join(tmpdir(), 'shop-drill-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: OWNER_ONLY.folder })
  handOver(folder, data)
  const run = async (program: string, args: readonly string[]): Promise<void> => {
    const running = promisify(execFile)(program, args, { ...account, cwd: folder, env: environment() })
    killAfterTests(running.child)
    await running.catch(({ message, stdout = '' }) => {
      throw new Error(`${program} failed: ${stdout}${message}`)
    })
  }
  const target = until ? ['--type=time', `--target=${until}`, '--target-action=promote'] : []
  const stop: (() => Promise<void>)[] = []
  const remove = async () => {
    try {
      for (const each of stop) await each()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  try {
    await run('pgbackrest', [`--stanza=${stanza}`, `--pg1-path=${data}`, ...target, 'restore'])
    writeFileSync(join(data, 'postgresql.conf'), settingsIn(folder))
    writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\n')
    const bin = postgresFolder(Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10))
    const control = (...args: string[]) => run(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args])
    stop.push(() => control('-m', 'immediate', 'stop'))
    await control('-t', '86400', '-l', join(folder, 'log'), '-o', options(), 'start')
  } catch (error) {
    const log = existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : ''
    // To stop it fails when it had not started.
    await remove().catch(() => undefined)
    throw new Error(`${(error as Error).message}\n${log.split('\n').slice(-6).join('\n')}`)
  }
  const address = new URL(databaseUrl)
  return {
    dataDir: join(folder, 'shop'),
    databaseUrl: `postgres://${address.username}@localhost:${PORT}${address.pathname}?host=${encodeURIComponent(folder)}`,
    [Symbol.asyncDispose]: remove,
  }
}

/** Of the settings of the shop, which has secrets, nothing: only what is for pgBackRest itself. */
const environment = (): NodeJS.ProcessEnv => ({
  ...inherited(),
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PGBACKREST_'))),
})

const settingsIn = (folder: string): string =>
  `listen_addresses = ''\nunix_socket_directories = '${folder}'\nmax_connections = 100\n`

/** These win over what `alter system` has set. Without queries during the recovery its limits may be lower than the shop's. */
const options = (): string =>
  [
    `port=${PORT}`,
    'archive_mode=off',
    'ssl=off',
    'hot_standby=off',
    'fsync=off',
    "shared_preload_libraries=''",
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ')
