import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

/** Serves `GET /metrics` at an address other than that of the shop; rejects when that address is in use. */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    if (request.method !== 'GET') return response.writeHead(405, { Allow: 'GET' }).end()
    registry.metrics().then(
      (body) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  // This server does not keep the process running.
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}
