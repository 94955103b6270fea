import { emptyStorage } from '../../tests/support/running-shop.ts'
import { runCustomers } from './customers.ts'
import { killableShop } from './killable.ts'
import type { Part } from './options.ts'

const CUSTOMERS = 6

/** Kills the shop at a random moment while customers use it, once in each round. */
export const crash: Part = async ({ server, rounds }) => {
  await using storage = await emptyStorage(server)
  const backAfterMs: number[] = []
  const { summary, violations } = await runCustomers(storage, CUSTOMERS, (shop) => {
    const { retryUntil, killSoon } = killableShop(shop)
    const during = async (isOver: () => boolean) => {
      while (backAfterMs.length < rounds && !isOver()) backAfterMs.push(await killSoon(isOver))
    }
    return { retryUntil, during }
  })
  return {
    did: `${backAfterMs.length} kills under ${CUSTOMERS} customers: ${summary}`,
    violations,
    figures: `back within ${Math.max(...backAfterMs)} ms`,
  }
}
