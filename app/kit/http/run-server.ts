import type { Server } from 'node:http'
import type { Config } from '#kit/config/config.ts'
import { type Job, startJobs } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'

const DRAIN_MS = 9000

/** Takes the address before anything is changed or said; rejects when it is taken. */
export async function listen(server: Server, { host, port }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

/**
 * Works off the jobs and prints the address of a listening server, until SIGTERM or SIGINT: then takes no new
 * connections, lets requests and jobs under way finish, closes, and exits 0 within ten seconds.
 */
export function runUntilStopped(options: {
  server: Server
  shop: Shop
  jobs: readonly Job[]
  close(): Promise<void>
}): void {
  const { server, shop, jobs, close } = options
  const stopJobs = startJobs(jobs, shop.log)
  process.stdout.write(`The shop is open at ${shop.config.publicUrl}\n`)
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), DRAIN_MS).unref()
    // A connection that was busy stays open for the next request unless it is closed when it falls idle.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    await Promise.all([new Promise((resolve) => server.close(resolve)), stopJobs()])
    clearInterval(idle)
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
