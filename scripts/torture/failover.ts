import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { VERSION_CACHED_MS } from '#kit/public-cache/public-version.ts'
import type { Answer } from '../../tests/support/customer.ts'
import { type PostgresServer, startPostgres } from '../../tests/support/postgres-server.ts'
import { emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { auditRecords } from './audit.ts'
import { type Customers, createCustomers, shopWhile, summarize } from './customers.ts'
import { expectStatus, type Part } from './options.ts'
import type { RetryUntil } from './shopper.ts'

const CUSTOMERS = 8
const BACK_WITHIN_MS = 10_000
const RETRY_AFTER_MS = 100

/** The refusals of an outage. */
interface Outage {
  readonly faults: Set<string>
  refusals: number
  /** When the database accepted connections again; undefined during the outage. */
  backAt: number | undefined
  /** The latest refusal after that, in milliseconds. */
  lastRefusalMs: number
}

/**
 * Stops PostgreSQL like a power cut and starts it again, once in each round, while customers retry: every refusal says
 * that the shop is unavailable, and afterwards the shop recovers.
 */
export const failover: Part = async ({ rounds }) => {
  const postgres = await startPostgres()
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => postgres.stop())
  const storage = cleanUp.use(await emptyStorage(postgres.url))
  const shop = cleanUp.use(await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } }))
  const crowd = await createCustomers(shop, CUSTOMERS)
  const outage: Outage = { faults: new Set(), refusals: 0, backAt: performance.now(), lastRefusalMs: 0 }
  let halts = 0
  const violations = await shopWhile(
    crowd,
    () => shop,
    retryDuring(outage),
    async (isOver) => {
      while (halts < rounds && !isOver()) {
        halts += 1
        await pause(randomInt(200, 1000))
        await interrupt(postgres, shop, crowd, outage)
      }
    },
  )
  const { code } = await shop.stop()
  if (code !== 0) violations.push(`The shop ended with ${code}:\n${shop.log()}`)
  return {
    did: `${halts} outages under ${CUSTOMERS} customers, ${outage.refusals} refusals: ${summarize(crowd.acknowledged)}`,
    violations: [
      ...violations,
      ...outage.faults,
      ...(await auditRecords(storage, crowd.products, crowd.acknowledged)),
    ],
    figures: `last refusal ${outage.lastRefusalMs} ms after the database was back`,
  }
}

async function interrupt(
  postgres: PostgresServer,
  shop: RunningShop,
  crowd: Customers,
  outage: Outage,
): Promise<void> {
  outage.backAt = undefined
  await postgres.halt()
  try {
    // Public pages are sent from memory for this long after the database was last read.
    await pause(VERSION_CACHED_MS)
    for (const fault of await faultsDuringOutage(shop, crowd)) outage.faults.add(fault)
  } finally {
    await postgres.resume()
  }
  outage.backAt = performance.now()
  while ((await shop.call('GET', '/readyz')).status !== 200) {
    if (performance.now() - outage.backAt > BACK_WITHIN_MS) throw new Error('The shop does not recover')
    await pause(RETRY_AFTER_MS)
  }
}

/** Retries during an outage, and afterwards for as long as the shop may take to recover. */
function retryDuring(outage: Outage): RetryUntil {
  return async (expected, send) => {
    for (;;) {
      const answer = await send()
      if (answer.status !== 503) return expectStatus(expected, answer)
      outage.refusals += 1
      const fault = faultOfRefusal(answer)
      if (fault) outage.faults.add(fault)
      if (outage.backAt !== undefined) {
        const afterMs = Math.round(performance.now() - outage.backAt)
        outage.lastRefusalMs = Math.max(outage.lastRefusalMs, afterMs)
        if (afterMs > BACK_WITHIN_MS) throw new Error(`Refused ${afterMs} ms after the database was back`)
      }
      await pause(RETRY_AFTER_MS)
    }
  }
}

/** Checks the answers during an outage. */
async function faultsDuringOutage(shop: RunningShop, { customers, products }: Customers): Promise<string[]> {
  const [customer] = customers
  const faults: string[] = []
  const { status } = await shop.call('GET', '/healthz')
  if (status !== 200) faults.push(`/healthz answers ${status} while the database is unavailable`)
  const account = {
    body: { email: customer?.email, password: customer?.password },
    headers: { Origin: shop.url },
  }
  const requests: readonly (readonly [string, string, Parameters<RunningShop['call']>[2]?])[] = [
    ['GET', '/readyz'],
    ['GET', '/'],
    ['GET', `/order/${products[0]?._id}`],
    ['GET', '/api/product'],
    ['GET', '/api/myorders', { as: customer }],
    ['POST', '/api/auth/sign-in/email', account],
    ['POST', '/api/login', { ...account, headers: { Origin: shop.url, Cookie: customer?.cookie ?? '' } }],
  ]
  for (const [method, path, options] of requests) {
    const answer = await shop.call(method, path, options)
    const fault = answer.status === 503 ? faultOfRefusal(answer) : `it is ${answer.status}`
    if (fault) faults.push(`${method} ${path} while the database is unavailable: ${fault}`)
  }
  return faults
}

/** Checks a refusal: calls return a problem document, pages suggest to try again, the sandbox returns Stripe's error. */
export function faultOfRefusal({ headers, body }: Answer): string | undefined {
  const type = headers.get('content-type') ?? ''
  if (body.error?.type === 'api_error') return undefined
  if (!/^\d+$/.test(headers.get('retry-after') ?? '')) return 'a refusal has no Retry-After'
  if (type.startsWith('text/html')) {
    return body.includes('<h1') && body.includes('Try again')
      ? undefined
      : 'a page does not suggest to try again'
  }
  const isProblem = type.startsWith('application/problem+json') && body.code === 'unavailable'
  return isProblem ? undefined : `a refusal is no problem document: ${JSON.stringify(body).slice(0, 200)}`
}
