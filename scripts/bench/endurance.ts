import { emptyStorage } from '../../tests/support/running-shop.ts'
import { runLoad } from './measure.ts'
import { compareEnds, watchMemory } from './memory.ts'
import { SIZES } from './options.ts'
import { ordersAt } from './orders.ts'
import { startBenchShop } from './shops.ts'
import type { Figure } from './table.ts'

const CUSTOMERS = 8
const ORDERS_PER_SECOND = 100
const READS_PER_SECOND = 500

/** Memory during ten minutes of reads and orders: it must not grow after the warm-up. */
export async function benchEndurance(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  const orders = await ordersAt(shop, CUSTOMERS)
  const memory = watchMemory(shop, SIZES.sampleEveryMs)
  const seconds = SIZES.minutes * 60
  const read = (path: string) =>
    runLoad({ url: shop.url + path, connections: CUSTOMERS, seconds, perSecond: READS_PER_SECOND })
  const rates = await Promise.all([
    runLoad({ ...orders, seconds, perSecond: ORDERS_PER_SECOND }),
    read('/'),
    read('/api/product?limit=60'),
  ])
  return [
    {
      what: `memory at the end of ${SIZES.minutes} minutes, against their second fifth`,
      ...compareEnds(memory.stop()),
      failed: rates.reduce((sum, { failed }) => sum + failed, 0),
    },
  ]
}
