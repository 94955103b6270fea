import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#kit/config/config.ts'
import { type Job, startJobs } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { type Doors, openDoors } from './doors.ts'

const DRAIN_MS = 8000

// How long a quiet moment is waited for, and how long it is at most.
const QUIET_WITHIN_MS = 2000
const QUIET_MS = 1

/** How long a connection that is told nothing may still bring a request after the listener has closed. */
const LAST_CALL_MS = 1000

/** Longer than proxies keep a connection that is idle, so that theirs is the end that closes it. */
const KEPT_FOR_PROXY_MS = 75_000

/** Takes the address before anything is changed or said; rejects when it is taken. */
export async function listen(server: Server, { host, port, trustProxyHops }: Config): Promise<Doors> {
  if (trustProxyHops > 0) server.keepAliveTimeout = KEPT_FOR_PROXY_MS
  return openDoors(server, { host, port })
}

/**
 * Works off the jobs and prints the address of a listening server, until SIGTERM or SIGINT: then takes no new
 * connections, lets requests and jobs under way finish, closes, and exits 0 within ten seconds.
 */
export function runUntilStopped(options: {
  server: Server
  doors: Doors
  shop: Shop
  jobs: readonly Job[]
  close(): Promise<void>
}): void {
  const { server, doors, shop, jobs, close } = options
  const stopJobs = startJobs(jobs, shop.log)
  process.stdout.write(`The shop is open at ${shop.config.publicUrl}\n`)
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), DRAIN_MS).unref()
    await Promise.all([drain(server, doors), stopJobs()])
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Ends a server without cutting anyone off. A proxy may be sending a request on a kept connection at the very moment
 * of the signal, and cannot repeat one that changes something: so connections stay open for a last request, whose
 * answer says that it was the last, and those that bring none are closed when they have been idle for long enough.
 */
async function drain(server: Server, doors: Doors): Promise<void> {
  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  const waiting: Parameters<RequestListener>[] = []
  server.on('request', (...one) => waiting.push(one))
  const deadline = performance.now() + QUIET_WITHIN_MS
  const { gone: closed } = await doors.close(() => quietMoment(server, deadline))
  server.removeAllListeners('request')
  const answerLast: RequestListener = (request, response) => {
    response.shouldKeepAlive = false
    for (const handle of handlers) handle(request, response)
  }
  server.on('request', answerLast)
  for (const one of waiting) answerLast(...one)

  let isClosed = false
  closed.then(() => {
    isClosed = true
  })
  for (let waitMs = LAST_CALL_MS; !isClosed; waitMs = 50) {
    await Promise.race([closed, pause(waitMs)])
    await quietMoment(server)
    server.closeIdleConnections()
  }
}

/**
 * Resolves right after a look at the network that found nothing new. Who connected or asked since the last look
 * would be cut off by a close, though the process could not know of them; while it does other work, more may come.
 */
function quietMoment(server: Server, deadline = performance.now() + QUIET_WITHIN_MS): Promise<void> {
  let isQuiet = false
  const hear = (): void => {
    isQuiet = false
  }
  server.on('connection', hear).on('request', hear)
  return new Promise((resolve) => {
    const look = (lookedAt: number): void => {
      const now = performance.now()
      if ((isQuiet && now - lookedAt < QUIET_MS) || now > deadline) {
        server.off('connection', hear).off('request', hear)
        resolve()
        return
      }
      isQuiet = true
      // Each turn of the event loop looks at the network once, before this comes round.
      setImmediate(look, now)
    }
    setImmediate(look, performance.now())
  })
}
