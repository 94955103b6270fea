import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { RunningShop } from '../../tests/support/running-shop.ts'
import { medianOf, percentileOf } from '../figures.ts'
import { SIZES } from './options.ts'
import type { Figure } from './table.ts'

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

/** The medians of the rates of rounds. */
export const medianRate = (rates: readonly Rate[]): Rate => ({
  perSecond: medianOf(rates.map(({ perSecond }) => perSecond)),
  p99Ms: medianOf(rates.map(({ p99Ms }) => p99Ms)),
  failed: rates.reduce((sum, { failed }) => sum + failed, 0),
})

/** What is requested, at another address each turn. */
export interface View {
  readonly address: (turn: number) => string
  readonly headers?: Readonly<Record<string, string>>
  /** The JSON to post; without it the address is read. */
  readonly body?: (turn: number) => string
  /** How many requests are measured, for slow ones. */
  readonly requests?: number
  /** How many requests come before these, which warm the shop up. */
  readonly warmUp?: number
}

/** Times in ms, the shortest first. */
export interface Measured {
  readonly medianMs: number
  readonly p99Ms: number
  readonly failed: number
  readonly times: readonly number[]
}

export function measuredOf(times: readonly number[], failed: number): Measured {
  const sorted = times.toSorted((one, other) => one - other)
  return { medianMs: percentileOf(sorted, 0.5), p99Ms: percentileOf(sorted, 0.99), failed, times: sorted }
}

/** Sends one request after another. */
export async function measureLatency(view: View): Promise<Measured> {
  const { address, headers, body, requests = SIZES.requests } = view
  const { warmUp = Math.min(SIZES.warmUpRequests, requests) } = view
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  let failed = 0
  for (let turn = -warmUp; turn < requests; turn += 1) {
    const { status, ms } = await ask(agent, address(turn + warmUp), headers, body?.(turn + warmUp))
    if (turn < 0) continue
    times.push(ms)
    if (status !== 200) failed += 1
  }
  agent.destroy()
  return measuredOf(times, failed)
}

/** Waits for the end of an answer. Discards the body, since garbage collection here would slow the measured time. */
async function ask(agent: Agent, address: string, headers: View['headers'] = {}, body?: string) {
  const posted = body && { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }
  const startedMs = performance.now()
  const sent = request(address, { agent, headers, ...posted }).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode ?? 0, ms: performance.now() - startedMs }
}

interface Repeated {
  /** Resolves to the durations. */
  stop(): Promise<Measured>
}

/** Does something again and again, with pauses, until stopped. */
export function keepDoing(act: (turn: number) => Promise<unknown>, pauseMs: number): Repeated {
  const times: number[] = []
  let stopped = false
  const repeat = async (): Promise<void> => {
    while (!stopped) {
      const startedMs = performance.now()
      await act(times.length)
      times.push(performance.now() - startedMs)
      await pause(pauseMs)
    }
  }
  const repeating = repeat()
  return {
    stop: async () => {
      stopped = true
      await repeating
      return measuredOf(times, 0)
    },
  }
}

/** Between two requests of one that is asked all the time. */
export const ASK_EVERY_MS = 5

/** Requests an address until stopped. */
export function keepAsking(address: string): Repeated {
  const agent = new Agent({ keepAlive: true })
  const asking = keepDoing(() => ask(agent, address), ASK_EVERY_MS)
  return { stop: () => asking.stop().finally(() => agent.destroy()) }
}

/** Runs a script of this folder. Resolves to the first line that it prints, and its process. */
export async function runBenchScript(
  name: string,
  args: readonly string[],
  input = '',
): Promise<{ line: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [`${import.meta.dirname}/${name}`, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(input)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with code ${code} and printed nothing`)
  })
  const [data] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer]
  ended.catch(() => undefined)
  return { line: data.toString().trim(), child }
}

/** Reads the memory of the shop until stopped, which returns the samples in MB, the first one first. */
export function watchMemory({ memoryMB }: RunningShop, everyMs: number): { stop(): number[] } {
  const samples = [memoryMB()]
  const timer = setInterval(() => samples.push(memoryMB()), everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return [...samples, memoryMB()]
    },
  }
}

const MOST_GROWTH = 1.1

/** Whether memory stays the same: its median at the end against that of the second fifth, after the warm-up. */
export function compareEnds(what: string, samples: readonly number[]): Figure {
  const fifth = Math.max(1, Math.floor(samples.length / 5))
  const early = medianOf(samples.slice(fifth, 2 * fifth))
  const late = medianOf(samples.slice(-fifth))
  const [shop, floor] = [late, early].map((mb) => `${Math.round(mb)} MB`) as [string, string]
  const ratio = late / early
  return { what, shop, floor, ratio, goal: `≤ ${MOST_GROWTH}`, isMet: ratio <= MOST_GROWTH }
}
