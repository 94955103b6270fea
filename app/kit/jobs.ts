import { type Outage, outagesOf } from './log/outage.ts'
import { databaseWorks, reportFailure } from './log/report-failure.ts'
import type { Log } from './log.ts'
import { jobSignal } from './signals.ts'

/** Periodic work. Several processes may `run` the same job at the same time, so it has to be safe for that. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /**
   * Resolves to `MORE` when it is to run again at once, to `IDLE` when it has not even looked for work. What does many things ends
   * between two when the process stops.
   */
  run(stopping?: AbortSignal): Promise<unknown>
  /** Called when this process begins to run its jobs. */
  started?(): void
}

/** What a run resolves to that has left work. */
export const MORE = 'more'

/** What a run resolves to that has asked nothing, because it waits after a failure: it is no success of anything. */
export const IDLE = 'idle'

interface JobOptions {
  readonly log: Log
  /** Jobs wait while it says no. */
  readonly mayRun?: () => Promise<boolean>
}

/** How often waiting jobs ask whether they may run. */
const WAITING_MS = 1000

/**
 * Runs each job now and then periodically, never twice at once in this process. Returns a function that stops them and waits for
 * running jobs.
 */
export function startJobs(jobs: readonly Job[], options: JobOptions): () => Promise<void> {
  const stopping = new AbortController()
  for (const job of jobs) job.started?.()
  const loops = jobs.map((job) => loop(job, options, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

async function loop(
  job: Job,
  { log, mayRun = async () => true }: JobOptions,
  signal: AbortSignal,
): Promise<void> {
  const outages = outagesOf(log)
  const outage = {
    name: `job ${job.name}`,
    begins: 'a job failed and will be tried again',
    ends: 'a job works again',
  }
  while (!signal.aborted) {
    try {
      if (!(await mayRun())) {
        await pause(WAITING_MS, signal)
        continue
      }
      const outcome = await job.run(signal)
      if (outcome !== IDLE) {
        jobSignal.send({ job: job.name, failed: false })
        outages.worked(outage.name)
        databaseWorks(log)
      }
      if (outcome === MORE) continue
    } catch (error) {
      jobSignal.send({ job: job.name, failed: true })
      reportFailure(log, { error, what: 'runs of jobs', ids: { job: job.name }, other: outage })
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
  /** What is done with the rows: what fails is an outage of this work alone. */
  readonly name: string
  /** The number of rows processed at the same time. */
  readonly atOnce: number
  /** The ids of a row for its log line, without personal data. */
  readonly idsOf: (row: Row) => Readonly<Record<string, string | undefined>>
}

/**
 * Calls `work` for every row of a batch. Some rows that fail are logged with their ids, and the others are still processed. Then
 * rejects when any failed, so that the run of the job counts as failed.
 */
export async function forEachRow<Row>(
  rows: readonly Row[],
  { log, name, atOnce, idsOf }: RowWork<Row>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const outage: Outage = {
    name: `rows of ${name}`,
    begins: 'a row of a job failed and will be tried again',
    ends: 'rows of a job do not fail any more',
  }
  const remaining = rows.values()
  let failures = 0
  const processRows = async (): Promise<void> => {
    // All workers share the iterator, so each row is processed once.
    for (const row of remaining) {
      try {
        await work(row)
      } catch (error) {
        failures += 1
        reportFailure(log, { error, what: 'rows', ids: idsOf(row), other: outage })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, processRows))
  if (failures === 0 && rows.length > 0) outagesOf(log).worked(outage.name)
  if (failures > 0) throw new Error(`${failures} of ${rows.length} rows failed`)
}
