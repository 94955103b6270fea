import { Agent } from 'node:http'
import { openDatabase } from '#kit/db/db.ts'
import type { RunningShop, Storage } from '../../tests/support/running-shop.ts'
import { nameOf, readCalls } from './fuzz/calls.ts'
import { judge } from './fuzz/judge.ts'
import { sendMalformed } from './fuzz/malformed.ts'
import { makePlans, type Plan } from './fuzz/plans.ts'
import { toSent } from './fuzz/requests.ts'
import { type Answered, type Sent, send } from './fuzz/send.ts'
import { changedTables, digestTables } from './fuzz/table-digests.ts'
import { createWorld, refillWorld, updateWorld, type World } from './fuzz/world.ts'

const BATCH = 8

/** The settings of a shop to fuzz: each request has a different caller address. */
export const FUZZ_ENVIRONMENT = { RATE_LIMITS: 'sign-in', TRUST_PROXY: '1' } as const

/** The number of requests of a call, in all, accepted (below 400) and refused. */
interface Tally {
  requested: number
  accepted: number
  refused: number
}

export interface FuzzResult {
  readonly requests: number
  /** The number of batches without an accepted write; after each the tables are compared. */
  readonly refusedBatches: number
  readonly calls: ReadonlyMap<string, Tally>
  readonly statuses: ReadonlyMap<number, number>
  /** Every fault, with the request that showed it. */
  readonly findings: readonly string[]
}

/**
 * Sends hostile requests to every call of a running shop, the same for the same seed, and checks each answer: no server
 * error, no internal detail, every refusal is a problem document, and a refused request changes nothing. Start the shop
 * with {@link FUZZ_ENVIRONMENT}; `storage` is its storage.
 */
export async function fuzz(options: {
  shop: RunningShop
  storage: Pick<Storage, 'dataDir' | 'databaseUrl'>
  seed: number
  requests: number
}): Promise<FuzzResult> {
  const { shop, storage, seed, requests } = options
  const database = openDatabase(storage)
  const agent = new Agent({ keepAlive: true, maxSockets: BATCH })
  const run: Run = {
    agent,
    world: await createWorld(shop),
    requests: 0,
    refusedBatches: 0,
    calls: new Map(),
    statuses: new Map(),
    findings: [],
  }
  try {
    const plans = makePlans(await readCalls(shop.url), seed, requests)
    for (let start = 0; start < plans.length; start += BATCH) {
      // Users who have signed out sign in again, more often than people do.
      if (run.world.signedOut.size > 0)
        await database.db.deleteFrom('rate_limits').where('key', 'like', 'password-%').execute()
      await refillWorld(run.world)
      const before = await digestTables(database.db)
      const wrote = await Promise.all(plans.slice(start, start + BATCH).map((plan) => make(run, plan)))
      if (wrote.includes(true)) continue
      run.refusedBatches += 1
      const tables = changedTables(before, await digestTables(database.db))
      if (tables.length > 0) run.findings.push(`the refused requests from ${start} on changed ${tables}`)
    }
    run.findings.push(...(await sendMalformed(shop.url)), ...(await judgeShop(shop)))
    return run
  } finally {
    agent.destroy()
    await database.close()
  }
}

interface Run {
  readonly agent: Agent
  readonly world: World
  requests: number
  refusedBatches: number
  readonly calls: Map<string, Tally>
  readonly statuses: Map<number, number>
  readonly findings: string[]
}

/** Sends one request and checks its answer. Resolves to whether it may have written something. */
async function make(run: Run, plan: Plan): Promise<boolean> {
  const sent = toSent(run.world, plan, run.requests)
  run.requests += 1
  try {
    const answer = await send(run.agent, run.world.shop.url, sent)
    count(run, plan, answer.status)
    updateWorld(run.world, plan, sent, answer)
    for (const fault of judge(plan.call, sent, answer))
      run.findings.push(describeFinding(fault, sent, answer))
    return answer.status < 400 && sent.method !== 'GET' && sent.method !== 'HEAD'
  } catch (error) {
    run.findings.push(describeFinding(`there is no answer: ${error}`, sent))
    return true
  }
}

function count({ calls, statuses }: Run, { call }: Plan, status: number): void {
  const tally = calls.get(nameOf(call)) ?? { requested: 0, accepted: 0, refused: 0 }
  tally.requested += 1
  tally[status < 400 ? 'accepted' : 'refused'] += 1
  calls.set(nameOf(call), tally)
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

function describeFinding(fault: string, { method, path, headers, body }: Sent, answer?: Answered): string {
  const cut = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text)
  const requested = `${method} ${cut(path)} ${cut(JSON.stringify(headers))} ${cut(body?.toString('utf8') ?? '')}`
  return `${fault}\n  ${requested}${answer ? `\n  -> ${answer.status} ${cut(answer.text)}` : ''}`
}

/** The shop is still ready, and its log has no error. */
async function judgeShop(shop: RunningShop): Promise<string[]> {
  const failures = shop
    .log()
    .split('\n')
    .filter((line) => /"level":(50|60)|Unhandled|uncaught|heap out of memory/i.test(line))
    .map((line) => `the log has an error: ${line.slice(0, 500)}`)
  const ready = await fetch(`${shop.url}/readyz`).catch(() => undefined)
  return ready?.ok ? failures : [...failures, 'the shop is no longer ready']
}
