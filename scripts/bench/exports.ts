import type { Person } from '../../tests/support/customer.ts'
import { ADMIN, type RunningShop } from '../../tests/support/running-shop.ts'
import { fillShop } from './fill-in-bulk.ts'
import { compareEnds, watchMemory } from './memory.ts'
import { SIZES } from './options.ts'
import { onEachDatabase, startFilledShop } from './shops.ts'
import { atMost, type Figure } from './table.ts'

const { products: ROWS } = SIZES
const GOAL_S = 20
const SAMPLE_EVERY_MS = 10

const EXPORTS = { orders: '/api/orders.csv', products: '/api/product.csv' }

/** The files of all orders and of all products, and the memory of the shop while it sends them. */
export function benchExports(): Promise<Figure[]> {
  return onEachDatabase(async (database, server) => {
    await using open = await startFilledShop(server, (db, customers) =>
      fillShop(db, { products: ROWS, orders: ROWS }, customers),
    )
    const { shop } = open
    const figures: Figure[] = []
    for (const [what, path] of Object.entries(EXPORTS)) {
      // A new process, so that no other export has made its memory large.
      await shop.stop()
      await shop.restart()
      const admin = await shop.signIn(ADMIN)
      const name = `export of ${ROWS.toLocaleString('en-US')} ${what}, ${database}`
      figures.push(...(await measureExport(shop, admin, name, path)))
    }
    return figures
  })
}

async function measureExport(
  shop: RunningShop,
  { token }: Person,
  name: string,
  path: string,
): Promise<Figure[]> {
  const memory = watchMemory(shop, SAMPLE_EVERY_MS)
  const startedMs = performance.now()
  const answer = await fetch(shop.url + path, { headers: { Authorization: `Bearer ${token}` } })
  const { bytes, lines } = await readLines(answer)
  const seconds = (performance.now() - startedMs) / 1000
  const samples = memory.stop()
  return [
    {
      ...atMost(name, seconds, GOAL_S, 's'),
      shop: `${seconds.toFixed(1)} s, ${(bytes / 1_000_000).toFixed(1)} MB`,
      // Behind the header is a line for each row.
      failed: answer.ok ? Math.abs(ROWS - (lines - 1)) : ROWS,
    },
    { what: `memory at the end of the ${name}, against its second fifth`, ...compareEnds(samples) },
  ]
}

const LINE_END = 10

/** The size of a body, which is never whole in memory. The lines of the filled rows have no line end within. */
async function readLines({ body }: Response): Promise<{ bytes: number; lines: number }> {
  let bytes = 0
  let lines = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === LINE_END) lines += 1
  }
  return { bytes, lines }
}
