import type { Server } from 'node:http'
import { Counter, Gauge, type Registry } from 'prom-client'
import { orderSignal } from '#features/orders/signals.ts'
import { paymentSignal } from '#features/payments/signals.ts'
import { BACKUP_PLACES, readLastArchived, readLastBackups } from '#kit/backup/last-backups.ts'
import type { Database } from '#kit/db/db.ts'
import { createMetrics, timeRequests } from '#kit/metrics/metrics.ts'
import { serveMetrics } from '#kit/metrics/metrics-server.ts'
import { createRouteNamer } from '#kit/metrics/route-names.ts'
import { publicRenderingSignal } from '#kit/public-cache/public-renderer.ts'
import type { Replica } from '#kit/public-cache/replica.ts'
import type { Shop } from '#kit/shop.ts'

/** Starts the metrics of the process and serves them to Prometheus at `address`. */
export async function openMetrics(
  address: { host: string; port: number },
  watched: {
    shop: Shop
    database: Database
    server: Server
    replica: Replica | undefined
    routes: readonly { method: string; path: string }[]
  },
): Promise<void> {
  const registry = createMetrics(watched.shop, watched.database)
  countOrders(registry)
  countPayments(registry)
  measureBackups(registry, watched.shop)
  if (watched.database.kind === 'postgres') measureArchive(registry, watched.shop)
  if (watched.replica) measureReplica(registry, watched.replica)
  timeRequests(watched.server, registry, createRouteNamer(watched.routes))
  await serveMetrics(registry, address)
}

/** Counts the order events of this process. */
function countOrders(registry: Registry): void {
  const events = new Counter({
    name: 'shop_order_events_total',
    help: 'Order events by kind',
    labelNames: ['event'],
    registers: [registry],
  })
  orderSignal.listen(({ kind }) => events.inc({ event: kind }))
}

/** Counts the payment attempts of this process. */
function countPayments(registry: Registry): void {
  const payments = new Counter({
    name: 'shop_payments_total',
    help: 'Payment attempts by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  paymentSignal.listen(({ outcome }) => payments.inc({ outcome }))
}

/** Says when the shop was last backed up. All processes say the same. */
function measureBackups(registry: Registry, { db }: Pick<Shop, 'db'>): void {
  new Gauge({
    name: 'shop_last_backup_timestamp_seconds',
    help: 'When the last good backup was begun, by place (here, elsewhere); 0 without one',
    labelNames: ['place'],
    registers: [registry],
    async collect() {
      const backups = await readLastBackups(db).catch(() => undefined)
      for (const place of BACKUP_PLACES)
        this.set({ place }, backups ? (backups.get(place) ?? 0) / 1000 : Number.NaN)
    },
  })
}

/** Says when PostgreSQL last archived a piece of its log, from which a moment is restored. */
function measureArchive(registry: Registry, { db }: Pick<Shop, 'db'>): void {
  new Gauge({
    name: 'shop_log_archived_timestamp_seconds',
    help: 'When PostgreSQL archived the last piece of its log; 0 before the first one, NaN while it archives none',
    registers: [registry],
    async collect() {
      const ms = await readLastArchived(db).catch(() => undefined)
      this.set(ms === undefined ? Number.NaN : ms / 1000)
    },
  })
}

/** Measures how far the replica is behind, and counts what is rendered from it. */
function measureReplica(registry: Registry, replica: Replica): void {
  const registers = [registry]
  new Gauge({
    name: 'shop_replica_lag_seconds',
    help: 'How far the replica is behind at most; NaN while it does not answer',
    registers,
    async collect() {
      const { lagMs } = await replica.health()
      this.set(lagMs === undefined ? Number.NaN : lagMs / 1000)
    },
  })
  const renderings = new Counter({
    name: 'shop_public_renderings_total',
    help: 'Rendered public answers by the database that was read; repeated: the replica, and then the primary',
    labelNames: ['database'],
    registers,
  })
  publicRenderingSignal.listen((database) => renderings.inc({ database }))
}
