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
import { ROOT } from './project.ts'

const READY_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 15_000
const POLL_INTERVAL_MS = 25
const RESPONSE_TIMEOUT_MS = 20_000

export const ADMIN = { email: 'admin@example.com', password: 'a long admin password' }

type Environment = Readonly<Record<string, string>>

/** The data directory and the database of a shop. Several processes can share one. */
export interface Storage extends AsyncDisposable {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}

/** How a process ended: with an exit code or by a signal. */
export interface ExitResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A shop that runs in a separate process on its own port. */
export interface RunningShop extends ShopCalls, AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly pid: () => number | undefined
  /** The resident memory of its process. */
  readonly memoryMB: () => number
  /** The output of the process, and of the processes before a restart. */
  readonly log: () => string
  /** Sends SIGKILL, or the given signal, and waits for the exit. */
  kill(signal?: NodeJS.Signals): Promise<ExitResult>
  /** Stops the process with SIGSTOP, until disposal: it is connected to, and does not answer. */
  hang(): Disposable
  /** Starts it again on the same data and port, after it has ended. */
  restart(): Promise<void>
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<ExitResult>
}

interface StartOptions {
  readonly storage: Storage
  readonly seed?: 'catalogue' | 'demo' | 'none'
  /** Adds or replaces variables of a test shop. An empty value unsets a variable. */
  readonly environment?: Environment
  /** The folder of the shop; by default this project. */
  readonly folder?: string
  /** How long it may take until it is ready. */
  readonly readyTimeoutMs?: number
}

/** Creates a folder, and a database on the PostgreSQL at `server`. Both are removed on disposal. */
export async function emptyStorage(server = process.env.TEST_DATABASE_URL): Promise<Storage> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-running-'))
  const database = server ? await createPostgresDatabase(server) : undefined
  return {
    // The shop creates this folder.
    dataDir: join(folder, 'data'),
    databaseUrl: database?.url,
    [Symbol.asyncDispose]: async () => {
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the shop and waits until it is ready. It needs the build that `npm test` creates. */
export async function startShop({
  storage,
  seed = 'none',
  environment = {},
  folder = ROOT,
  readyTimeoutMs = READY_TIMEOUT_MS,
}: StartOptions): Promise<RunningShop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const variables = { ...defaultEnvironment(storage), PORT: String(port), SEED: seed, ...environment }
  let log = ''
  let child: ChildProcess
  const run = async (): Promise<void> => {
    const append = (text: string): void => {
      log += text
    }
    child = spawnShop(variables, append, folder)
    await waitUntilReady(child, url, readyTimeoutMs, () => log)
  }
  const end = async (signal: NodeJS.Signals): Promise<ExitResult> => {
    const ending = endOf(child)
    child.kill(signal)
    return ending
  }
  await run()
  const send = (request: Request) => fetch(request, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })
  return {
    ...createCalls(url, send),
    url,
    port,
    pid: () => child.pid,
    memoryMB: () => residentMB(child.pid),
    log: () => log,
    kill: (signal = 'SIGKILL') => end(signal),
    hang: () => {
      const hanging = child
      hanging.kill('SIGSTOP')
      return { [Symbol.dispose]: () => void hanging.kill('SIGCONT') }
    },
    restart: run,
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
    },
  }
}

/** The resident memory of a process in megabytes, on Linux only. */
export function residentMB(pid: number | string | undefined): number {
  const [, kB] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/) ?? []
  return Number(kB) / 1000
}

/** Starts a shop that is expected to fail, and waits for its exit. */
export async function startAndFail(environment: Environment): Promise<ExitResult & { log: string }> {
  let log = ''
  const child = spawnShop(environment, (text) => {
    log += text
  })
  return { ...(await endOf(child)), log }
}

function defaultEnvironment({ dataDir, databaseUrl }: Storage): Environment {
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
  }
}

/** In tests only: the bench and the torture measure the real hash. */
const QUICK_SCRYPT = process.env.VITEST ? ['--import', join(ROOT, 'tests/support/quick-scrypt.ts')] : []

/** What a process inherits of the test run: also where its temporary files are, and the code that was compiled before. */
export function inherited(): Environment {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

function spawnShop(environment: Environment, append: (text: string) => void, folder = ROOT): ChildProcess {
  const child = spawn(
    process.execPath,
    [...packageJson.config.serverOptions.split(' '), ...QUICK_SCRYPT, 'build/server/index.js'],
    {
      cwd: folder,
      env: { ...inherited(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', append)
  killAfterTests(child)
  return child
}

const children = new Set<ChildProcess>()

/** Kills all that {@link killAfterTests} knows and that still runs. */
export function killChildren(): void {
  for (const child of children) child.kill('SIGKILL')
}

/** Kills a process that still runs when the test run ends. */
export function killAfterTests(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL')
  children.add(child)
  process.once('exit', kill)
  child.once('exit', () => {
    children.delete(child)
    process.removeListener('exit', kill)
  })
}

/** Resolves when the process has ended and its output is read. Kills the process after a timeout. */
async function endOf(child: ChildProcess): Promise<ExitResult> {
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  if (!hasEnded(child)) await once(child, 'close')
  clearTimeout(timer)
  return { code: child.exitCode, signal: child.signalCode }
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function waitUntilReady(
  child: ChildProcess,
  url: string,
  timeoutMs: number,
  log: () => string,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await isReady(url))) {
    if (hasEnded(child)) throw new Error(`The shop ended instead of starting:\n${log()}`)
    if (Date.now() > deadline) throw new Error(`The shop is not ready after ${timeoutMs} ms:\n${log()}`)
    await pause(POLL_INTERVAL_MS)
  }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** A free port below the range of outgoing connections, so that none of them uses it while the shop is stopped. */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000)
  return (await isOpen(port)) ? freePort() : port
}

/** Whether a process listens on the port. */
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
