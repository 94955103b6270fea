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

interface RowWork<Row> {
  readonly log: Log
  /** How many rows are worked on at the same time. */
  readonly atOnce: number
  /** The ids that a log line names a row by. Never anything of a person. */
  readonly idsOf: (row: Row) => Readonly<Record<string, string | undefined>>
}

/**
 * Does `work` for every row of a batch. A row that fails is logged by its ids and keeps no other row from its turn.
 * Rejects once all had theirs when any failed, so that the run of the job counts as failed.
 */
export async function forEachRow<Row>(
  rows: readonly Row[],
  { log, atOnce, idsOf }: RowWork<Row>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const waiting = rows.values()
  let failures = 0
  const workOff = async (): Promise<void> => {
    // All of them take from the same iterator, so each row is taken once.
    for (const row of waiting) {
      try {
        await work(row)
      } catch (error) {
        failures += 1
        log.warn({ err: error, ...idsOf(row) }, 'a row of a job failed and will be tried again')
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, workOff))
  if (failures > 0) throw new Error(`${failures} of ${rows.length} rows failed`)
}
