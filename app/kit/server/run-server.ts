import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#kit/config/config.ts'
import { type Job, startJobs } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'

/** How much of the time for a stop is left for closing what requests and jobs use. */
const CLOSING_MS = 2000

/** How long connections that wait to be accepted are accepted before the listener closes. */
const ACCEPT_MS = 1000

/** The longest turn of the event loop in which usually no connection arrives. */
const SHORT_TURN_MS = 1

/** How long an idle connection may still send a request after the listener has closed. */
const LAST_REQUEST_MS = 1000

const CLOSE_IDLE_EVERY_MS = 50

/** Longer than proxies keep an idle connection open, so that the proxy closes it first. */
const KEEP_ALIVE_BEHIND_PROXY_MS = 75_000

/** Listens on the configured address. Rejects with `EADDRINUSE` when another process listens there. */
export async function listen(
  server: Server,
  { host, port, trustProxyHops }: Pick<Config, 'host' | 'port' | 'trustProxyHops'>,
): Promise<void> {
  if (trustProxyHops > 0) server.keepAliveTimeout = KEEP_ALIVE_BEHIND_PROXY_MS
  await once(server.listen({ host, port }), 'listening')
}

/**
 * Starts the jobs, unless the process has none (`JOBS=off`), and prints the address of a listening server. On SIGTERM or SIGINT
 * accepts no new connections, lets running requests and jobs finish, closes, and exits 0 within the time of the setting.
 */
export function runUntilStopped(options: {
  server: Server
  shop: Shop
  jobs: readonly Job[]
  /** Jobs wait while it says no. */
  mayRunJobs(): Promise<boolean>
  close(): Promise<void>
}): void {
  const { server, shop, jobs, mayRunJobs, close } = options
  const stopJobs = startJobs(shop.config.runsJobs ? jobs : [], { log: shop.log, mayRun: mayRunJobs })
  process.stdout.write(`The shop is open at ${shop.config.publicUrl}\n`)
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), shop.config.stopMs - CLOSING_MS).unref()
    await Promise.all([drain(server), stopJobs()])
    await close()
    await new Promise<void>((resolve) => shop.log.flush(() => resolve()))
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Closes a server without cutting off a request. A proxy may be sending a request on a kept-alive connection at the
 * moment of the signal, and must not repeat one that changes something. So connections stay open for a last request,
 * and its response says `Connection: close`; those that stay idle are closed after a second.
 */
export async function drain(server: Server): Promise<void> {
  await acceptWaiting(server)
  let isClosed = false
  const allClosed = stopAccepting(server).then(() => {
    isClosed = true
  })
  // Only after the listener has closed: a client connects again as soon as its connection is closed, and that new
  // connection would be reset.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  for (let waitMs = LAST_REQUEST_MS; !isClosed; waitMs = CLOSE_IDLE_EVERY_MS) {
    await Promise.race([allClosed, pause(waitMs)])
    // After a turn of the event loop a connection is no longer idle if its request has arrived.
    await nextTurn()
    server.closeIdleConnections()
  }
}

/**
 * Resolves after a short turn of the event loop that brought no new connection, or after a second. The system resets
 * the connections that still wait to be accepted when the listener closes; Node accepts one in each turn, and during a
 * long turn more may arrive.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const deadline = performance.now() + ACCEPT_MS
  let isQuiet = false
  const onConnection = (): void => {
    isQuiet = false
  }
  server.on('connection', onConnection)
  await nextTurn()
  for (let now = performance.now(); !isQuiet && now < deadline; ) {
    isQuiet = true
    await nextTurn()
    const turnMs = performance.now() - now
    now += turnMs
    if (turnMs > SHORT_TURN_MS) isQuiet = false
  }
  server.off('connection', onConnection)
}

/** Resolves when all connections are closed. The `close` of an HTTP server would also close idle ones at once. */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve())
  })
}
