import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { percentileOf } from '../figures.ts'
import { SIZES } from './options.ts'

const { warmUpRequests: WARM_UP_REQUESTS, requests: REQUESTS } = SIZES

/** What is requested, at another address each turn. */
export interface View {
  readonly name: string
  readonly address: (turn: number) => string
  readonly headers: Readonly<Record<string, string>>
  /** The JSON to post; without it the address is read. */
  readonly body?: (turn: number) => string
  /** How many requests are measured, for slow ones. */
  readonly requests?: number
  /** How many requests come before these. */
  readonly warmUp?: number
}

export interface Measured {
  readonly medianMs: number
  readonly p99Ms: number
  readonly failed: number
}

interface Answer {
  readonly status: number
  readonly ms: number
}

/** Sends one request after another. */
export async function measureLatency(view: View): Promise<Measured> {
  const agent = new Agent({ keepAlive: true })
  const answers: Answer[] = []
  // The first requests warm the shop up and do not count.
  const { requests = REQUESTS } = view
  const { warmUp = Math.min(WARM_UP_REQUESTS, requests) } = view
  for (let turn = 0; turn < warmUp + requests; turn += 1) answers.push(await send(agent, view, turn))
  agent.destroy()
  return measuredOf(answers, warmUp)
}

function measuredOf(answers: readonly Answer[], warmUp: number): Measured {
  const times = answers.slice(warmUp).map(({ ms }) => ms)
  times.sort((a, b) => a - b)
  const failed = answers.filter(({ status }) => status !== 200).length
  return { medianMs: percentileOf(times, 0.5), p99Ms: percentileOf(times, 0.99), failed }
}

/** Waits for the end of an answer. Discards the body, since garbage collection here would slow the measured time. */
async function send(agent: Agent, { address, headers, body }: View, turn: number): Promise<Answer> {
  const posted = body && { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }
  const startedMs = performance.now()
  const sent = request(address(turn), { agent, headers, ...posted }).end(body?.(turn))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode ?? 0, ms: performance.now() - startedMs }
}
