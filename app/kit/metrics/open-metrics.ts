import type { Server } from 'node:http'
import type { Database } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { createMetrics, timeRequests } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'
import { createRouteNamer } from './route-names.ts'

/** Begins to count and time what the process does, and offers it to Prometheus at `address`. */
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
  timeRequests(watched.server, registry, createRouteNamer(watched.routes))
  await serveMetrics(registry, address)
}
