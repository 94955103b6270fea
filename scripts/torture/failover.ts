import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { READ_EVERY_MS } from '#kit/public-cache/public-changes.ts'
import { texts } from '#kit/texts.ts'
import type { Answer } from '../../tests/support/customer.ts'
import { type PostgresServer, startPostgres } from '../../tests/support/postgres-server.ts'
import { emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { type Customers, runCustomers } from './customers.ts'
import type { Part } from './options.ts'
import { faultOfRefusal, noOutage, type Outage, retryDuring, waitUntilBack } from './outage.ts'

const CUSTOMERS = 8

/**
 * Stops PostgreSQL like a power cut and starts it again, once in each round, while customers retry: every refusal says
 * that the shop is unavailable, and afterwards the shop recovers.
 */
export const failover: Part = async ({ rounds }) => {
  const postgres = await startPostgres()
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => postgres.stop())
  const storage = cleanUp.use(await emptyStorage(postgres.url))
  const outage = noOutage()
  let halts = 0
  const { summary, violations } = await runCustomers(storage, CUSTOMERS, (shop, crowd) => ({
    retryUntil: retryDuring(outage),
    during: async (isOver) => {
      while (halts < rounds && !isOver()) {
        halts += 1
        await pause(randomInt(200, 1000))
        await interrupt(postgres, shop, crowd, outage)
      }
    },
  }))
  return {
    did: `${halts} outages under ${CUSTOMERS} customers, ${outage.refusals} refusals: ${summary}`,
    violations: [...violations, ...outage.faults],
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
    await pause(READ_EVERY_MS)
    for (const fault of await faultsDuringOutage(shop, crowd)) outage.faults.add(fault)
  } finally {
    await postgres.resume()
  }
  await waitUntilBack(shop, outage)
}

/** A page that was in memory says that it may be old; all else is refused. */
function faultOf(answer: Answer): string | undefined {
  if (answer.status === 503) return faultOfRefusal(answer)
  return String(answer.body).includes(texts.oldData) ? undefined : `it is ${answer.status}`
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
    const fault = faultOf(answer)
    if (fault) faults.push(`${method} ${path} while the database is unavailable: ${fault}`)
  }
  return faults
}
