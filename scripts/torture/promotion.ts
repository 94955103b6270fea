import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileOfParts } from '#tests/support/sample-product.ts'
import { startNetwork } from '../../tests/support/network.ts'
import { startPostgres, startReplica } from '../../tests/support/postgres-server.ts'
import { emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { type Customers, runCustomers } from './customers.ts'
import type { Part } from './options.ts'
import { noOutage, type Outage, retryDuring, waitUntilBack } from './outage.ts'
import type { RetryUntil } from './shopper.ts'

const CUSTOMERS = 8

/** A connection that does not answer is dropped after 16 s. */
const BACK_WITHIN_MS = 20_000

/** Enough for the import to be running when the host freezes. */
const IMPORTED = 3000

/** A commit is acknowledged when the standby has it too. */
const SYNCHRONOUS = ["synchronous_standby_names='*'"]

/**
 * The host of the primary freezes while customers order and pay and an admin imports, its standby is promoted and takes over
 * its address, once in each round: the shop is back within 20 s, and nothing that was acknowledged is lost.
 */
export const promotion: Part = async ({ rounds }) => {
  const outage = noOutage()
  const summaries: string[] = []
  const violations: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const run = await promoteUnderLoad(outage)
    summaries.push(run.summary)
    violations.push(...run.violations)
  }
  return {
    did: `${rounds} promotions under ${CUSTOMERS} customers and an import, ${outage.refusals} refusals: ${summaries.join('; ')}`,
    violations: [...violations, ...outage.faults],
    figures: `last refusal ${outage.lastRefusalMs} ms after the promotion`,
  }
}

async function promoteUnderLoad(outage: Outage): ReturnType<typeof runCustomers> {
  await using cleanUp = new AsyncDisposableStack()
  const primary = await startPostgres(SYNCHRONOUS)
  cleanUp.defer(() => primary.stop())
  const standby = await startReplica(primary)
  cleanUp.defer(() => standby.stop())
  const network = cleanUp.use(await startNetwork(new URL(primary.url)))
  const storage = cleanUp.use(await emptyStorage(network.url))
  const retryUntil = retryDuring(outage, BACK_WITHIN_MS)
  return await runCustomers(storage, CUSTOMERS, (shop, crowd) => ({
    retryUntil,
    during: async () => {
      await pause(randomInt(200, 1000))
      const importing = importProducts(shop, crowd, retryUntil)
      await pause(randomInt(200, 1500))
      outage.backAt = undefined
      await primary.freeze()
      await standby.promote()
      network.leadTo(new URL(standby.url))
      await waitUntilBack(shop, outage, BACK_WITHIN_MS)
      await importing
      await pause(1000)
    },
  }))
}

/** Adds products by an import, and checks that all of them are there in the end. */
async function importProducts(
  shop: RunningShop,
  { admin }: Customers,
  retryUntil: RetryUntil,
): Promise<void> {
  const parts = Array.from({ length: IMPORTED }, (_, n) => ({ sku: `I-${n}`, name: `Imported ${n}` }))
  const body = fileOfParts(parts)
  const call = (method: string, path: string, more = {}) =>
    shop.call(method, `/api${path}`, { as: admin, ...more })
  const headers = { 'Content-Type': 'text/csv' }
  const { _id } = (await retryUntil([201], () => call('POST', '/import', { body, headers }))).body
  // 409: an earlier try has applied it, or goes on.
  await retryUntil([200, 409], () => call('POST', `/import/${_id}/apply`))
  const stateOf = async () => (await retryUntil([200], () => call('GET', `/import/${_id}`))).body.state
  for (const startMs = performance.now(); (await stateOf()) !== 'applied'; await pause(100))
    if (performance.now() - startMs > 2 * BACK_WITHIN_MS) throw new Error('The import does not end')
  const exported = await retryUntil([200], () => call('GET', '/product.csv'))
  const count = String(exported.body).match(/^I-\d+,Imported /gm)?.length
  if (count !== IMPORTED) throw new Error(`${count} of ${IMPORTED} imported products are there`)
}
