import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

/** Requests per second, and the 99th percentile of their latency. */
export interface Rate {
  readonly perSecond: number
  readonly p99Ms: number
  readonly failed: number
}

/** Sends a load to an address on loopback; each connection may have different headers. */
export async function runLoad(options: {
  url: string
  connections: number
  seconds: number
  headersOf?: (connection: number) => Record<string, string>
  /** The bodies that each connection posts, in turn and repeatedly; without it all connections send GET. */
  bodiesOf?: (connection: number) => readonly string[]
  /** The maximum rate; without it each connection sends the next request after each answer. */
  perSecond?: number
}): Promise<Rate> {
  const { url, connections, seconds, headersOf = () => ({}), bodiesOf, perSecond } = options
  let count = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    setupClient: (client) => {
      const connection = count++
      const headers = headersOf(connection)
      if (!bodiesOf) client.setHeaders(headers)
      else client.setRequests(bodiesOf(connection).map((body) => post(body, headers)))
    },
  })
  return {
    perSecond: Math.round(result.requests.total / result.duration),
    p99Ms: result.latency.p99,
    // 304 is the expected answer to a conditional request.
    failed: result.errors + result.non2xx - (result.statusCodeStats?.['304']?.count ?? 0),
  }
}

const post = (body: string, headers: Record<string, string>): autocannon.Request => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/json', ...headers },
})

/** Runs a script of this folder. Resolves to the first line that it prints, and its process. */
export async function runBenchScript(
  name: string,
  ...args: string[]
): Promise<{ line: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [`${import.meta.dirname}/${name}`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with code ${code} and printed nothing`)
  })
  const [data] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer]
  ended.catch(() => undefined)
  return { line: data.toString().trim(), child }
}
