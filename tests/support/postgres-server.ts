import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PostgresServer {
  readonly url: string
  /** Ends it at once, as a power cut would, and keeps its data. */
  halt(): Promise<void>
  /** Starts it again after {@link halt}; resolves when it takes connections. */
  resume(): Promise<void>
  /** Ends it and removes its data. */
  stop(): void
}

/** Starts a PostgreSQL server. It refuses to run as root, so root hands it to the account `postgres`. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = binaries()
  const root = process.getuid?.() === 0
  const account = root ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const folder = mkdtempSync(join(tmpdir(), 'shop-postgres-'))
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  const run = (tool: string, args: string[]): void => {
    const result = spawnSync(join(bin, tool), args, {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (result.status !== 0) throw new Error(`${tool} failed: ${result.stderr}`)
  }
  const data = join(folder, 'data')
  const port = await freePort()
  run('initdb', ['-D', data, '-U', 'shop', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=300`
  const start = ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']
  const end = ['-D', data, '-w', '-m', 'immediate', 'stop']
  run('pg_ctl', start)
  // Without blocking: whoever halts it has more to do meanwhile.
  const control = async (args: string[]): Promise<void> => {
    const [code] = await once(
      spawn(join(bin, 'pg_ctl'), args, { ...account, cwd: folder, stdio: 'ignore' }),
      'exit',
    )
    if (code !== 0) throw new Error(`pg_ctl ${args.at(-1)} failed with ${code}`)
  }
  return {
    url: `postgres://shop@127.0.0.1:${port}/postgres`,
    halt: () => control(end),
    resume: () => control(start),
    stop: () => {
      if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', end)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function binaries(): string {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(home, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  const found = folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')),
  )
  if (!found) throw new Error('PostgreSQL is needed for the tests: install the Debian package "postgresql".')
  return found
}

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
