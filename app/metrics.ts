import type { Server } from 'node:http'
import { Gauge, type Registry } from 'prom-client'
import { documentOutcomes, documentSignal } from '#features/invoices/signals.ts'
import { orderSignal } from '#features/orders/signals.ts'
import { orderEventKinds } from '#features/orders/states.ts'
import { countHeldPayments, findFailedRefunds } from '#features/payments/payments.ts'
import { paymentOutcomes, paymentSignal } from '#features/payments/signals.ts'
import { unfinishedBackfills } from '#kit/backfill/backfill.ts'
import { BACKUP_PLACES, readLastArchived, readLastBackups } from '#kit/backup/last-backups.ts'
import { readWaitingRestore } from '#kit/backup/waiting-restore.ts'
import type { Database } from '#kit/db/db.ts'
import type { Health } from '#kit/health/health.ts'
import { readinessReport } from '#kit/health/readiness.ts'
import { countBy, gaugeAtScrape, readOnce } from '#kit/metrics/at-scrape.ts'
import { measureJobs } from '#kit/metrics/job-metrics.ts'
import { serveMetrics } from '#kit/metrics/metrics-server.ts'
import { createMetrics } from '#kit/metrics/process-metrics.ts'
import { measureRequests } from '#kit/metrics/request-metrics.ts'
import { createRouteNamer } from '#kit/metrics/route-names.ts'
import { publicRenderingSignal, publicRenderingSources } from '#kit/public-cache/public-renderer.ts'
import { purgeHealth } from '#kit/public-cache/purges.ts'
import type { Replica } from '#kit/public-cache/replica.ts'
import type { Shop } from '#kit/shop.ts'
import { SECOND_MS } from '#kit/time.ts'
import type { App } from './app.ts'

interface Watched {
  readonly shop: Shop
  readonly database: Database
  readonly server: Server
  readonly app: Pick<App, 'health' | 'jobs'>
  readonly routes: readonly { method: string; path: string }[]
}

/** Starts the metrics of the process and serves them to Prometheus at `address`. */
export async function openMetrics(address: { host: string; port: number }, watched: Watched): Promise<void> {
  const { shop, app } = watched
  await serveMetrics(address, {
    registry: measureShop(watched),
    readiness: () => readinessReport(shop, app.health),
  })
}

/** All metrics of a process. */
export function measureShop({ shop, database, server, app, routes }: Watched): Registry {
  const registry = createMetrics(shop, database)
  countSales(registry)
  measureHealth(registry, shop, app.health)
  measurePurges(registry, shop)
  measureBackups(registry, shop)
  if (database.kind === 'postgres') measureArchive(registry, shop)
  measureJobs(registry, shop.config.runsJobs ? app.jobs : [])
  if (app.health.replica) measureReplica(registry, app.health.replica)
  measureRequests(server, registry, createRouteNamer(routes))
  return registry
}

/** Counts the orders, payments and documents of this process. */
function countSales(registry: Registry): void {
  const events = {
    help: 'Order events by kind',
    label: 'event',
    values: orderEventKinds as readonly string[],
  }
  const countEvent = countBy(registry, 'shop_order_events_total', events)
  orderSignal.listen(({ kind }) => countEvent(kind))
  const payments = { help: 'Payment attempts by outcome', label: 'outcome', values: paymentOutcomes }
  const countPayment = countBy(registry, 'shop_payments_total', payments)
  paymentSignal.listen(({ outcome }) => countPayment(outcome))
  const documents = {
    help: 'Invoices and credit notes whose file was made or could not be made, or that were issued without data',
    label: 'outcome',
    values: documentOutcomes,
  }
  documentSignal.listen(countBy(registry, 'shop_documents_total', documents))
}

/** What somebody has to see to. Each is read at the scrape, from the database that all processes share. */
function measureHealth(registry: Registry, { db }: Shop, { clock, probeWrite }: Health): void {
  const ready = readOnce(async () => {
    await probeWrite()
    return 1
  })
  gaugeAtScrape(registry, 'shop_ready', {
    help: '1 while the process can serve, as /readyz says',
    read: async () => (await ready()) ?? 0,
  })
  const offset = readOnce(clock.offsetMs)
  gaugeAtScrape(registry, 'shop_clock_offset_seconds', {
    help: 'How far the clock of the process is ahead of that of the database; beyond 30 s it runs no jobs',
    read: async () => {
      const offsetMs = await offset()
      return offsetMs === undefined ? undefined : offsetMs / SECOND_MS
    },
  })
  gaugeAtScrape(registry, 'shop_restored_copy', {
    help: '1 while the database is a restored copy that nobody has taken over',
    read: readOnce(async () => ((await readWaitingRestore(db)) ? 1 : 0)),
  })
  gaugeAtScrape(registry, 'shop_backfill_rows_left', {
    help: 'Old rows that a release is filling and has still to look at; 0 when it is done',
    read: readOnce(async () =>
      (await unfinishedBackfills(db)).reduce((sum, { rows_left }) => sum + rows_left, 0),
    ),
  })
  gaugeAtScrape(registry, 'shop_refunds_failed', {
    help: 'Refunds that need an admin',
    read: readOnce(async () => (await findFailedRefunds(db)).count),
  })
  gaugeAtScrape(registry, 'shop_payments_held', {
    help: 'Payments without an order that wait for their refund or for the decision of an admin',
    read: readOnce(() => countHeldPayments(db)),
  })
}

/** Says whether a cache in front takes purges. */
function measurePurges(registry: Registry, shop: Shop): void {
  gaugeAtScrape(registry, 'shop_purges_oldest_seconds', {
    help: 'How long the oldest purge waits that the cache in front has not taken; 0 without one',
    read: readOnce(async () => (await purgeHealth(shop)).oldestWaitingMs / SECOND_MS),
  })
}

/** Says when the shop was last backed up. All processes say the same. */
function measureBackups(registry: Registry, { db }: Pick<Shop, 'db'>): void {
  const read = readOnce(() => readLastBackups(db))
  new Gauge({
    name: 'shop_last_backup_timestamp_seconds',
    help: 'When the last good backup was begun, by place (here, elsewhere); 0 without one',
    labelNames: ['place'],
    registers: [registry],
    async collect() {
      const backups = await read()
      for (const place of BACKUP_PLACES)
        this.set({ place }, backups ? (backups.get(place) ?? 0) / SECOND_MS : Number.NaN)
    },
  })
}

/** Says when PostgreSQL last archived a piece of its log, from which a moment is restored. */
function measureArchive(registry: Registry, { db }: Pick<Shop, 'db'>): void {
  const read = readOnce(() => readLastArchived(db))
  gaugeAtScrape(registry, 'shop_log_archived_timestamp_seconds', {
    help: 'When PostgreSQL archived the last piece of its log; 0 before the first one, NaN while it archives none',
    read: async () => {
      const archivedAt = await read()
      return archivedAt === undefined ? undefined : archivedAt / SECOND_MS
    },
  })
}

/** Measures how far the replica is behind, and counts what is rendered from it. */
function measureReplica(registry: Registry, replica: Replica): void {
  new Gauge({
    name: 'shop_replica_lag_seconds',
    help: 'How far the replica is behind at most; NaN while it does not answer',
    registers: [registry],
    async collect() {
      const { lagMs } = await replica.health()
      this.set(lagMs === undefined ? Number.NaN : lagMs / SECOND_MS)
    },
  })
  const renderings = {
    help: 'Rendered public answers by the database that was read; repeated: the replica, and then the primary',
    label: 'database',
    values: publicRenderingSources,
  }
  publicRenderingSignal.listen(countBy(registry, 'shop_public_renderings_total', renderings))
}
