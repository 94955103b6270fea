import type { Server } from 'node:http'
import type { Database } from '#kit/db/db.ts'
import { createMetrics, timeRequests } from '#kit/metrics/metrics.ts'
import { serveMetrics } from '#kit/metrics/metrics-server.ts'
import { createRouteNamer } from '#kit/metrics/route-names.ts'
import type { Shop } from '#kit/shop.ts'
import { countOrders } from './orders-metrics.ts'
import { countPayments } from './payments-metrics.ts'

/** Starts the metrics of the process and serves them to Prometheus at `address`. */
export async function openMetrics(
  address: { host: string; port: number },
  watched: {
    shop: Shop
    database: Database
    server: Server
    routes: readonly { method: string; path: string }[]
  },
): Promise<void> {
  const registry = createMetrics(watched.shop, watched.database)
  countOrders(registry)
  countPayments(registry)
  timeRequests(watched.server, registry, createRouteNamer(watched.routes))
  await serveMetrics(registry, address)
}
