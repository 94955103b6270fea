import type { Log } from '#kit/log/log.ts'
import { jobSignal } from '#kit/signals.ts'

/** Work that comes round: `run` does what is due and returns; it has to be safe beside other processes doing the same. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  run(): Promise<void>
}

/** Runs each job now and then again and again, never twice at once. The result stops them and waits for those under way. */
export function startJobs(jobs: readonly Job[], log: Log): () => Promise<void> {
  const stopping = new AbortController()
  const loops = jobs.map((job) => loop(job, log, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

async function loop(job: Job, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await job.run()
      jobSignal.send({ job: job.name, failed: false })
    } catch (error) {
      jobSignal.send({ job: job.name, failed: true })
      log.warn({ err: error, job: job.name }, 'a job failed and will be tried again')
    }
    await pause(job.everyMs, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
