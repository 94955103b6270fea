import { Counter, Gauge, type Registry } from 'prom-client'
import type { Job } from '#kit/jobs.ts'
import { jobSignal } from '#kit/signals.ts'
import { SECOND_MS } from '#kit/time.ts'

const OUTCOMES = ['done', 'failed'] as const

/** Measures the jobs that this process runs: another process may run the same ones, so the newest success of all counts. */
export function measureJobs(registry: Registry, jobs: readonly Pick<Job, 'name' | 'everyMs'>[]): void {
  const registers = [registry]
  const runs = new Counter({
    name: 'shop_job_runs_total',
    help: 'Runs of each job',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const succeeded = new Gauge({
    name: 'shop_job_last_success_timestamp_seconds',
    help: 'When each job has succeeded last in this process; 0 if it has not yet',
    labelNames: ['job'],
    registers,
  })
  const intervals = new Gauge({
    name: 'shop_job_interval_seconds',
    help: 'How long each job waits between two runs',
    labelNames: ['job'],
    registers,
  })
  for (const [job, loops] of Map.groupBy(jobs, ({ name }) => name)) {
    for (const outcome of OUTCOMES) runs.inc({ job, outcome }, 0)
    succeeded.set({ job }, 0)
    // Mails have several loops, of which one alone has to run when little is to be sent.
    intervals.set({ job }, Math.min(...loops.map(({ everyMs }) => everyMs)) / SECOND_MS)
  }
  jobSignal.listen(({ job, failed }) => {
    runs.inc({ job, outcome: failed ? 'failed' : 'done' })
    // The clock of Prometheus is compared with it, so it is the one of the machine.
    if (!failed) succeeded.set({ job }, Date.now() / SECOND_MS)
  })
}
