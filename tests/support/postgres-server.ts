import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { programFile, THIS_MACHINE } from '../../scripts/programs/programs.ts'
import { freePort } from './running-shop.ts'

export interface PostgresServer {
  readonly url: string
  /** Stops it immediately, as after a power failure, and keeps its data. */
  halt(): Promise<void>
  /** Starts it again after {@link halt}; resolves when it accepts connections. */
  resume(): Promise<void>
  /** Stops all of its processes with SIGSTOP: it is connected to, and does not answer. */
  freeze(): Promise<void>
  /** Makes a replica a primary; resolves when it writes. */
  promote(): Promise<void>
  /** Lets it go on after {@link freeze}. */
  thaw(): void
  /** Stops it and removes its data. */
  stop(): void
}

/** Settings with which a server does not wait for the disk: its data survive the end of the server, but no power cut. */
export const WITHOUT_DISK = ['fsync=off', 'full_page_writes=off']

type RunTool = (tool: string, args: string[]) => void

/** Starts a PostgreSQL server with these settings. */
export const startPostgres = (settings: readonly string[] = []): Promise<PostgresServer> =>
  startServer(settings, (run, data) =>
    run('initdb', ['-D', data, '-U', 'shop', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']),
  )

/** Starts a server that follows a primary: a standby of streaming replication. */
export const startReplica = (
  { url }: PostgresServer,
  settings: readonly string[] = [],
): Promise<PostgresServer> =>
  startServer(settings, (run, data) =>
    run('pg_basebackup', ['-d', url, '-D', data, '-R', '--checkpoint=fast', '--no-sync']),
  )

/** Whether {@link startReplica} can: some packages have the programs of the server only. */
export const canStartReplica = (): boolean =>
  existsSync(join(dirname(programFile('postgres')), 'pg_basebackup'))

/** Starts a server on the data that `create` makes. It refuses to run as root, so root starts it as another user. */
async function startServer(
  settings: readonly string[],
  create: (run: RunTool, data: string) => void,
): Promise<PostgresServer> {
  const account = otherAccount()
  const folder = mkdtempSync(join(tmpdir(), 'shop-postgres-'))
  const bin = programsFor(account, folder)
  handOver(folder)
  const run: RunTool = (tool, args) => {
    const result = spawnSync(join(bin, tool), args, {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (result.status !== 0) throw new Error(`${tool} failed: ${result.stderr}`)
  }
  const data = join(folder, 'data')
  const port = await freePort()
  create(run, data)
  const own = ['listen_addresses=127.0.0.1', "unix_socket_directories=''", 'max_connections=300', ...settings]
  const options = [`-p ${port}`, ...own.map((setting) => `-c ${setting}`)].join(' ')
  const start = ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']
  const end = ['-D', data, '-w', '-m', 'immediate', 'stop']
  run('pg_ctl', start)
  // Asynchronous, so that requests continue while the server stops or starts.
  const control = async (args: string[]): Promise<void> => {
    const [code] = await once(
      spawn(join(bin, 'pg_ctl'), args, { ...account, cwd: folder, stdio: 'ignore' }),
      'exit',
    )
    if (code !== 0) throw new Error(`pg_ctl ${args.at(-1)} failed with ${code}`)
  }
  const url = `postgres://shop@127.0.0.1:${port}/postgres`
  let frozen: number[] = []
  const thaw = (): void => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT')
  }
  return {
    url,
    halt: () => control(end),
    resume: () => control(start),
    freeze: async () => {
      const first = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
      frozen = [first, ...(await processesOf(url))]
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    promote: () => control(['-D', data, '-w', 'promote']),
    thaw,
    stop: () => {
      thaw()
      if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', end)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The ids of the processes of a server, without the first one and that which answers here. */
async function processesOf(server: string): Promise<number[]> {
  const rows = await ask(server, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  return rows.map(({ pid }) => pid)
}

/** The rows that a server answers on a connection of their own. */
export async function ask(databaseUrl: string, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // Without this listener a lost connection would end the process. The query rejects anyway.
  client.on('error', () => undefined)
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

/** The user that runs a server if this process is root; otherwise empty. */
export function otherAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  // The system packages of PostgreSQL create the user `postgres`.
  const name = spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody'
  const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Gives files and folders to the account that runs a server, if that is another one. */
export function handOver(...paths: readonly string[]): void {
  const { uid, gid } = otherAccount()
  if (uid !== undefined && gid !== undefined) for (const path of paths) chownSync(path, uid, gid)
}

/** A folder that the account may write that runs a server. */
export function makeFolder(cleanUp: AsyncDisposableStack, prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }))
  handOver(folder)
  return folder
}

/** The folder of the PostgreSQL programs. If another user runs them, programs of this project are copied to `folder`. */
function programsFor(account: { uid?: number }, folder: string): string {
  const bin = dirname(programFile('postgres'))
  if (account.uid === undefined || !bin.startsWith(THIS_MACHINE.cache)) return bin
  cpSync(dirname(bin), join(folder, 'programs'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'programs', 'bin')
}
