import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import packageJson from '../../package.json' with { type: 'json' }
import { createCalls, type ShopCalls } from './customer.ts'
import { createPostgresDatabase } from './postgres-database.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const READY_WITHIN_MS = 30_000
const STOPPED_WITHIN_MS = 15_000
const LOOK_EVERY_MS = 25
const ANSWER_WITHIN_MS = 20_000

export const ADMIN = { email: 'admin@example.com', password: 'a long admin password' }

type Environment = Readonly<Record<string, string>>

/** The data directory and the database of a shop, empty at first. Several processes may share one. */
export interface Storage extends AsyncDisposable {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}

/** How a process ended: by itself with a code, or by a signal. */
export interface ExitResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The shop as a process of its own, listening on a port of its own. */
export interface RunningShop extends ShopCalls, AsyncDisposable {
  readonly url: string
  /** What its process holds in memory. */
  readonly memoryMB: () => number
  /** What the process, and those before a restart, have printed. */
  readonly log: () => string
  /** Ends it, the hard way unless another signal is named. */
  kill(signal?: NodeJS.Signals): Promise<ExitResult>
  /** Starts it anew on the same data and port, after it has ended. */
  restart(): Promise<void>
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<ExitResult>
}

interface StartOptions {
  readonly storage: Storage
  readonly seed?: 'demo' | 'none'
  /** Beside, or in place of, what a test shop is given; an empty value takes a variable away. */
  readonly environment?: Environment
  /** Where the shop itself lies, when that is not here. */
  readonly folder?: string
}

/** A folder of its own, and on the PostgreSQL at `server` a database of its own; both go when disposed of. */
export async function emptyStorage(server = process.env.TEST_DATABASE_URL): Promise<Storage> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-running-'))
  const database = server ? await createPostgresDatabase(server) : undefined
  return {
    // The shop has to make the folder itself.
    dataDir: join(folder, 'data'),
    databaseUrl: database?.url,
    [Symbol.asyncDispose]: async () => {
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the shop and waits until it is ready. Its build has to be there, as `npm test` makes it. */
export async function startShop({
  storage,
  seed = 'none',
  environment = {},
  folder = ROOT,
}: StartOptions): Promise<RunningShop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const given = { ...ownEnvironment(storage), PORT: String(port), SEED: seed, ...environment }
  let log = ''
  let child: ChildProcess
  const run = async (): Promise<void> => {
    const append = (text: string): void => {
      log += text
    }
    child = spawnShop(given, append, folder)
    await readiness(child, url, () => log)
  }
  const end = async (signal: NodeJS.Signals): Promise<ExitResult> => {
    const ending = endOf(child)
    child.kill(signal)
    return ending
  }
  await run()
  const send = (request: Request) => fetch(request, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  return {
    ...createCalls(url, send),
    url,
    memoryMB: () => residentMB(child.pid),
    log: () => log,
    kill: (signal = 'SIGKILL') => end(signal),
    restart: run,
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
    },
  }
}

/** The memory that a process holds, in megabytes; on Linux only. */
export function residentMB(pid: number | string | undefined): number {
  const [, kB] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/) ?? []
  return Number(kB) / 1000
}

/** Starts a shop that is expected to fail, and waits for its end. */
export async function startAndFail(environment: Environment): Promise<ExitResult & { log: string }> {
  let log = ''
  const child = spawnShop(environment, (text) => {
    log += text
  })
  return { ...(await endOf(child)), log }
}

function ownEnvironment({ dataDir, databaseUrl }: Storage): Environment {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
  }
}

/** The process inherits only PATH and HOME of the test run. */
function spawnShop(environment: Environment, append: (text: string) => void, folder = ROOT): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(
    process.execPath,
    [...packageJson.config.serverOptions.split(' '), 'build/server/index.js'],
    {
      cwd: folder,
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', append)
  endWithTests(child)
  return child
}

/** Kills a process that is still there when the test run ends. */
export function endWithTests(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))
}

/** Resolves when the process has ended and its output is read. A process that does not end in time is killed. */
async function endOf(child: ChildProcess): Promise<ExitResult> {
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
  if (!hasEnded(child)) await once(child, 'close')
  clearTimeout(timer)
  return { code: child.exitCode, signal: child.signalCode }
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function readiness(child: ChildProcess, url: string, log: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await isReady(url))) {
    if (hasEnded(child)) throw new Error(`The shop ended instead of starting:\n${log()}`)
    if (Date.now() > deadline) throw new Error(`The shop is not ready after ${READY_WITHIN_MS} ms:\n${log()}`)
    await pause(LOOK_EVERY_MS)
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** A free port, below those of outgoing connections, so that none of them uses it while the shop is down. */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000)
  return (await isOpen(port)) ? freePort() : port
}

/** Whether a process listens there. */
export function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    const answer = (open: boolean) => () => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', answer(true)).once('error', answer(false))
  })
}
