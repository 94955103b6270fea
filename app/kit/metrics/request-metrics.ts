import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Histogram, type Registry } from 'prom-client'
import { countBy } from './at-scrape.ts'
import type { RouteNamer } from './route-names.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** Counts the requests, and measures the duration of each by its route, never by its address. */
export function measureRequests(server: Server, registry: Registry, nameRoute: RouteNamer): void {
  const durations = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Requests by route, method and class of status',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS_S,
    registers: [registry],
  })
  const count = countBy(registry, 'shop_http_responses_total', {
    help: 'Responses by class of status',
    label: 'status',
    values: CLASSES,
  })
  // First of the listeners, so that the duration includes the others.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const startedMs = performance.now()
    response.once('close', () => {
      const method = METHODS.has(request.method ?? '') ? String(request.method) : 'other'
      const status = CLASSES[Math.floor(response.statusCode / 100) - 1] ?? '5xx'
      count(status)
      const labels = { route: nameRoute(method, request.url ?? '/'), method, status }
      durations.observe(labels, (performance.now() - startedMs) / 1000)
    })
  })
}
