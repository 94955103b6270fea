import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { programFile } from '../../scripts/programs/programs.ts'
import { handOver, otherAccount } from './postgres-server.ts'
import { freePort, isOpen, killAfterTests } from './running-shop.ts'

const OPEN_WITHIN_MS = 10_000

/** A PgBouncer in transaction mode, else as it is by default. */
interface PgBouncer extends AsyncDisposable {
  /** The address of a database of the server, through it. */
  through(databaseUrl: string): string
}

/** Starts PgBouncer in front of a server with few connections, so that its clients share them. */
export async function startPgBouncer(server: string, connections: number): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-pgbouncer-'))
  const { hostname, port: serverPort, username } = new URL(server)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${username}" ""\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
    ].join('\n'),
  )
  // It refuses to run as root, as PostgreSQL does.
  handOver(folder, users, join(folder, 'pgbouncer.ini'))
  const options = { ...otherAccount(), cwd: folder, stdio: 'ignore' as const }
  const process = spawn(programFile('pgbouncer'), ['-q', join(folder, 'pgbouncer.ini')], options)
  killAfterTests(process)
  const startedAt = performance.now()
  while (!(await isOpen(port))) {
    if (performance.now() - startedAt > OPEN_WITHIN_MS) throw new Error('PgBouncer does not start')
    await pause(50)
  }
  return {
    through: (databaseUrl) => Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise((resolve) => process.once('exit', resolve))
      process.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
