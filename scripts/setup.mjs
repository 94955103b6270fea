// Prepares a clone and runs tasks with the project's own Node. Needs only Node 20 and npm.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)
const PROJECT_NODE = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const ROUTER = at('node_modules', '.bin', 'react-router')
const NEEDED_MAJOR = 24

/** Installs the packages of the lockfile, unless they are installed already. */
export async function ensureInstalled() {
  const wanted = hashOf([at('package-lock.json'), at('package.json')])
  const stamp = at('node_modules', '.installed')
  await once(
    () => isStamped(stamp, wanted),
    () => {
      say('Installing the dependencies (takes a minute; only after a change) …')
      // The development dependencies have Node and the build tools, which production needs too.
      run('npm', ['ci', '--include=dev', '--loglevel=error'])
      checkNode()
      writeFileSync(stamp, wanted)
    },
  )
}

/** Writes the types of the routes, which `tsc` reads. */
export const writeRouteTypes = () => run(PROJECT_NODE, [ROUTER, 'typegen'])

/** Builds the server and its pages, unless nothing changed since the last build. */
export async function ensureBuilt() {
  const files = [
    'app',
    'sandboxes',
    'demo',
    'migrations',
    'server.ts',
    'vite.config.ts',
    'scripts/first-shop.ts',
    'scripts/list-code.ts',
    'react-router.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ]
  const wanted = hashOf(files.flatMap((file) => filesBelow(at(file))))
  const stamp = at('build', '.built')
  await once(
    () => isStamped(stamp, wanted),
    () => {
      say('Building the shop …')
      rmSync(at('build'), { recursive: true, force: true })
      run(PROJECT_NODE, [ROUTER, 'build', '--logLevel', 'warn'])
      run(PROJECT_NODE, [at('scripts', 'compress.mjs')])
      run(PROJECT_NODE, [at('scripts', 'first-shop.ts')])
      writeFileSync(stamp, wanted)
    },
  )
}

/** Runs the file with the project's Node, and passes on signals and the exit code. */
export function becomeNode(args) {
  process.chdir(root)
  // Keeps compiled code for the next start.
  process.env.NODE_COMPILE_CACHE ??= at('node_modules', '.cache', 'compiled')
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(PROJECT_NODE, [PROJECT_NODE, ...args], process.env)
  }
  const child = spawn(PROJECT_NODE, args, { stdio: 'inherit', cwd: root })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function checkNode() {
  const version = spawnSync(PROJECT_NODE, ['--version'], { encoding: 'utf8' }).stdout ?? ''
  if (Number(version.slice(1).split('.')[0]) >= NEEDED_MAJOR) return
  console.error(
    `The project's Node ${NEEDED_MAJOR} is missing: an install script of the package "node" installs it. ` +
      'Allow install scripts (npm config set ignore-scripts false), remove node_modules and start again.',
  )
  process.exit(1)
}

/** Does the work unless it is done. When several processes start together, one does it and the others wait. */
async function once(isDone, work) {
  const lock = at('.setup-lock')
  let waiting = false
  while (!isDone()) {
    if (!takeLock(lock)) {
      if (!waiting) say('Waiting for another process that installs or builds the shop …')
      waiting = true
      await new Promise((resolve) => setTimeout(resolve, 200))
      continue
    }
    const release = () => rmSync(lock, { force: true })
    process.once('exit', release)
    try {
      if (!isDone()) work()
    } finally {
      release()
      process.removeListener('exit', release)
    }
  }
}

/** The lock is a file with the process id of its owner. When the owner was killed, another process removes the file. */
function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    return false
  }
}

function isAbandoned(lock) {
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? {}
  if (mtimeMs === undefined) return false
  const owner = Number(readFileSync(lock, 'utf8'))
  // Without an id the owner was killed, or is about to write it.
  if (!owner) return Date.now() - mtimeMs > 5000
  try {
    process.kill(owner, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

const isStamped = (stamp, wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

function run(command, args) {
  // The output of tools goes to standard error: standard output has only the shop's own.
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    console.error(`"${command} ${args.join(' ')}" failed`)
    process.exit(1)
  }
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

const say = (text) => console.error(text)
