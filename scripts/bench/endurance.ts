import { emptyStorage } from '../../tests/support/running-shop.ts'
import { startBenchShop } from './bench-shop.ts'
import { runLoad } from './measure.ts'
import { ordersAt } from './orders.ts'
import { SIZES } from './sizes.ts'
import { type Figure, medianOf } from './table.ts'

const CUSTOMERS = 8
const ORDERS_PER_SECOND = 100
const READS_PER_SECOND = 500
const GOAL = 1.1

/** Memory during ten minutes of reads and orders: it must not grow after the warm-up. */
export async function benchEndurance(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  const orders = await ordersAt(shop, CUSTOMERS)
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(shop.memoryMB()), SIZES.sampleEveryMs)
  const seconds = SIZES.minutes * 60
  const read = (path: string) =>
    runLoad({ url: shop.url + path, connections: CUSTOMERS, seconds, perSecond: READS_PER_SECOND })
  const rates = await Promise.all([
    runLoad({ ...orders, seconds, perSecond: ORDERS_PER_SECOND }),
    read('/'),
    read('/api/product?limit=60'),
  ])
  clearInterval(sampling)
  const fifth = Math.floor(samples.length / 5)
  const early = medianOf(samples.slice(fifth, 2 * fifth))
  const late = medianOf(samples.slice(-fifth))
  return [
    {
      what: `memory at the end of ${SIZES.minutes} minutes, against their second fifth`,
      shop: `${Math.round(late)} MB`,
      floor: `${Math.round(early)} MB`,
      ratio: late / early,
      goal: `≤ ${GOAL}`,
      isMet: late / early <= GOAL,
      failed: rates.reduce((sum, { failed }) => sum + failed, 0),
    },
  ]
}
