import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'

interface Served {
  readonly registry: Registry
  /** Why the process can serve or not. */
  readonly readiness: () => Promise<{ readonly status: number; readonly body: object }>
}

/**
 * Serves `GET /metrics`, and `/readyz` with its reasons, at an address other than that of the shop; rejects when that address
 * is in use.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  { registry, readiness }: Served,
): Promise<void> {
  const sendMetrics = async (response: ServerResponse): Promise<void> => {
    const body = await registry.metrics()
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(body)
  }
  const sendReadiness = async (response: ServerResponse): Promise<void> => {
    const { status, body } = await readiness()
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }
  const answers = new Map([
    ['/metrics', sendMetrics],
    ['/readyz', sendReadiness],
  ])
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (!answer) return response.writeHead(404).end()
    if (request.method !== 'GET') return response.writeHead(405, { Allow: 'GET' }).end()
    answer(response).catch(() => response.writeHead(500).end())
  })
  // This server does not keep the process running.
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}
