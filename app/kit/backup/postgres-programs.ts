import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs of PostgreSQL that copy a database. */
export type PostgresProgram = 'pg_dump' | 'pg_restore' | 'psql'

const PROGRAMS: readonly PostgresProgram[] = ['pg_dump', 'pg_restore', 'psql']

/** Where programs are looked for. */
interface Places {
  readonly path: string
  /** The root folder of the system: `/`, except in tests. */
  readonly root: string
}

const THIS_MACHINE: Places = { path: process.env.PATH ?? '', root: '/' }

/** The folders of the programs of each version of PostgreSQL, the latest first. Debian puts only links to them on PATH. */
export function versionFolders(root: string): string[] {
  const home = join(root, 'usr/lib/postgresql')
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(home, version, 'bin'))
}

/**
 * The folder of the oldest programs that know the server's version: programs refuse later servers, and what later
 * programs write an earlier server may not read. Throws when there are none; the message says what to install.
 */
export function postgresFolder(serverVersion: number, { path, root }: Places = THIS_MACHINE): string {
  const folders = [...versionFolders(root), ...path.split(delimiter).filter((folder) => folder !== '')]
  const found = folders
    .filter((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))))
    .map((folder) => ({ folder, version: versionOf(join(folder, 'pg_dump')) }))
    .sort((a, b) => a.version - b.version)
  const fitting = found.find(({ version }) => version >= serverVersion)
  if (fitting) return fitting.folder
  const latest = found.findLast(({ version }) => version > 0)?.version
  const problem = latest
    ? `are of version ${latest}, the server is of version ${serverVersion}`
    : 'are neither on PATH nor in /usr/lib/postgresql'
  throw new Error(
    `The programs ${PROGRAMS.join(', ')} ${problem}. Install those of PostgreSQL ${serverVersion}, on Debian the package postgresql-client-${serverVersion}.`,
  )
}

/** The major version of a program; 0 when it does not start. */
function versionOf(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0)
}
