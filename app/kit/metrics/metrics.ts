import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#kit/db/db.ts'
import { mailHealth } from '#kit/mail/mailer.ts'
import type { Shop } from '#kit/shop.ts'
import { jobSignal, mailSignal, publicAnswerSignal } from '#kit/signals.ts'
import type { RouteNamer } from './route-names.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Creates the Prometheus metrics of this process. No label identifies a person. */
export function createMetrics(shop: Shop, database: Database): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  countSignals(registry)
  const waiting = new Gauge({ name: 'shop_outbox_mails', help: 'Mails that wait to be sent', registers })
  const failing = new Gauge({
    name: 'shop_outbox_failing',
    help: 'Mails that failed so far and are tried again',
    registers,
  })
  new Gauge({
    name: 'shop_outbox_oldest_seconds',
    help: 'How long the oldest of them waits',
    registers,
    async collect() {
      // Without the database the other metrics are still reported.
      const health = await mailHealth(shop).catch(() => undefined)
      this.set(health ? health.oldestWaitingMs / 1000 : Number.NaN)
      waiting.set(health?.waiting ?? Number.NaN)
      failing.set(health?.failing ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'shop_database_connections',
    help: 'Connections to PostgreSQL by state, and callers that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count)
    },
  })
  return registry
}

function countSignals(registry: Registry): void {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const mails = counter('shop_mails_total', 'Mails by outcome', 'outcome')
  mailSignal.listen(({ outcome }) => mails.inc({ outcome }))
  const jobs = counter('shop_job_runs_total', 'Runs of each job', 'job', 'outcome')
  jobSignal.listen(({ job, failed }) => jobs.inc({ job, outcome: failed ? 'failed' : 'done' }))
  const answers = counter('shop_public_answers_total', 'Public answers by source', 'source')
  publicAnswerSignal.listen((source) => answers.inc({ source }))
}

/** Measures the duration of each request by its route, never by its address. */
export function timeRequests(server: Server, registry: Registry, nameRoute: RouteNamer): void {
  const durations = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Requests by route, method and class of status',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS_S,
    registers: [registry],
  })
  // First of the listeners, so that the duration includes the others.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const startedMs = performance.now()
    response.once('close', () => {
      const method = METHODS.has(request.method ?? '') ? String(request.method) : 'other'
      const labels = {
        route: nameRoute(method, request.url ?? '/'),
        method,
        status: `${Math.floor(response.statusCode / 100)}xx`,
      }
      durations.observe(labels, (performance.now() - startedMs) / 1000)
    })
  })
}
