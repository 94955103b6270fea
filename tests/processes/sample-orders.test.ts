import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingsOf } from '../support/operator.ts'
import { runProjectScript } from '../support/run-script.ts'
import { ADMIN, emptyStorage, type RunningShop, type Storage, startShop } from '../support/running-shop.ts'

/** Hundreds of orders with all that becomes of them, beside other tests. */
const LONG_MS = 300_000

const cleanUp = new AsyncDisposableStack()
let data: Storage
let shop: RunningShop

beforeAll(async () => {
  data = cleanUp.use(await emptyStorage())
  shop = cleanUp.use(await startShop({ storage: data, seed: 'demo' }))
})
afterAll(() => cleanUp.disposeAsync())

const run = (args: readonly string[] = [], more = {}) =>
  runProjectScript('scripts/sample-orders.ts', args, { ...settingsOf(data), ...more })

const stocks = async () => {
  const { body } = await shop.call('GET', '/api/product?limit=100')
  return body.map(({ sku, quantity }: { sku: string; quantity: number }) => [sku, quantity])
}

test(
  'a command refuses samples in production, places them once beside a running shop, and removes them',
  async () => {
    const admin = await shop.signIn(ADMIN)
    const count = async () =>
      (await shop.call('GET', '/api/orders?limit=1', { as: admin })).headers.get('X-Total-Count')
    const before = await stocks()
    const refused = await run([], { NODE_ENV: 'production', SANDBOX: 'on' })
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('without NODE_ENV=production') })
    expect((await run(['--remove'])).output).toBe('There are no sample orders\n')
    expect(await count()).toBe('0')

    const placed = await run()
    expect(placed).toMatchObject({ code: 0, errors: '' })
    expect(placed.output).toMatch(/\n(\d+) of \1 steps are done\n300 sample orders are placed/)
    expect(Number(await count())).toBeGreaterThan(250)
    expect((await run()).output).toBe('300 sample orders are there already: nothing was placed\n')
    expect((await shop.call('GET', '/sandbox/mail')).body).not.toContain('sample-')
    expect(await stocks()).not.toEqual(before)

    expect((await run(['--remove'])).output).toBe('300 sample orders are removed\n')
    expect(await count()).toBe('0')
    expect(await stocks()).toEqual(before)
  },
  LONG_MS,
)
