import { emptyStorage, startShop } from '../../tests/support/running-shop.ts'
import { auditRecords } from './audit.ts'
import { createCustomers, shopWhile, summarize } from './customers.ts'
import { killableShop } from './killable.ts'
import type { Part } from './options.ts'

const CUSTOMERS = 6

/** Kills the shop at a random moment while customers use it, once in each round. */
export const crash: Part = async ({ server, rounds }) => {
  await using storage = await emptyStorage(server)
  await using shop = await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } })
  const crowd = await createCustomers(shop, CUSTOMERS)
  const killable = killableShop(shop)
  const backAfterMs: number[] = []
  const violations = await shopWhile(
    crowd,
    () => shop,
    killable.retryUntil,
    async (isOver) => {
      while (backAfterMs.length < rounds && !isOver()) backAfterMs.push(await killable.killSoon(isOver))
    },
  )
  const { code } = await shop.stop()
  if (code !== 0) violations.push(`The shop ended with ${code}:\n${shop.log()}`)
  return {
    did: `${backAfterMs.length} kills under ${CUSTOMERS} customers: ${summarize(crowd.acknowledged)}`,
    violations: [...violations, ...(await auditRecords(storage, crowd.products, crowd.acknowledged))],
    figures: `back within ${Math.max(...backAfterMs)} ms`,
  }
}
