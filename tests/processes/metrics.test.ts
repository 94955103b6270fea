import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { DECLINED_CARD, type Person } from '../support/customer.ts'
import { runTask } from '../support/operator.ts'
import {
  ADMIN,
  emptyStorage,
  freePort,
  isOpen,
  type RunningShop,
  type Storage,
  startShop,
} from '../support/running-shop.ts'

const cleanUp = new AsyncDisposableStack()
let storage: Storage
let metricsPort: number
let shop: RunningShop
let customer: Person
let productId: string

beforeAll(async () => {
  storage = cleanUp.use(await emptyStorage())
  metricsPort = await freePort()
  shop = cleanUp.use(await startShop({ storage, environment: { METRICS_PORT: String(metricsPort) } }))
  const product = await shop.addProduct(await shop.signIn(ADMIN))
  productId = product._id
  customer = await shop.register()
  const order = await shop.order(customer, product)
  await shop.confirmCard(await shop.startPayment(customer, order), DECLINED_CARD)
  await shop.pay(customer, order)
  const cancelled = await shop.order(customer, product)
  await shop.call('DELETE', `/api/myorder/${cancelled._id}`, { as: customer })
  await shop.call('GET', `/order/${productId}`)
  await shop.call('GET', '/nowhere/at-all')
  for (let reads = 0; reads < 3; reads += 1) await shop.call('GET', '/api/product?q=x')
})
afterAll(() => cleanUp.disposeAsync())

const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()

/** The value of a metric with its labels. */
async function sample(name: string): Promise<number> {
  const line = (await scrape()).split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1))
}

test('orders, payments, mails and jobs are counted', async () => {
  for (const [event, count] of [
    ['placed', 2],
    ['paid', 1],
    ['cancelled', 1],
  ] as const) {
    expect(await sample(`shop_order_events_total{event="${event}"}`), event).toBe(count)
  }
  expect(await sample('shop_payments_total{outcome="succeeded"}')).toBe(1)
  await expect.poll(() => sample('shop_payments_total{outcome="declined"}')).toBe(1)
  await expect.poll(() => sample('shop_mails_total{outcome="sent"}')).toBeGreaterThan(3)
  await expect.poll(() => sample('shop_outbox_mails')).toBe(0)
  expect(await sample('shop_outbox_oldest_seconds')).toBe(0)
  expect(await sample('shop_job_runs_total{job="mail",outcome="done"}')).toBeGreaterThan(0)
})

test('requests are timed by route, method and status class, without e-mail addresses or ids', async () => {
  const count = (labels: string) => sample(`shop_http_request_duration_seconds_count{${labels}}`)
  expect(await count('route="/api/order",method="POST",status="2xx"')).toBe(2)
  expect(await count('route="/api/myorder/:id",method="DELETE",status="2xx"')).toBe(1)
  expect(await count('route="/order/:productId",method="GET",status="2xx"')).toBe(1)
  expect(await count('route="other",method="GET",status="4xx"')).toBe(1)
  expect(await count('route="/api/product",method="GET",status="2xx"')).toBe(3)
  const metrics = await scrape()
  for (const secret of [productId, 'nowhere', customer.email, customer.token])
    expect(metrics).not.toContain(secret)
})

test('there are metrics of the process, the database and the cached answers', async () => {
  const metrics = await scrape()
  for (const name of [
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect(metrics).toContain(`\n${name} `)
  expect(metrics.includes('shop_database_connections{state="idle"}')).toBe(
    Boolean(process.env.TEST_DATABASE_URL),
  )
  expect(await sample('shop_public_answers_total{source="rendering"}')).toBeGreaterThan(0)
  expect(await sample('shop_public_answers_total{source="memory"}')).toBeGreaterThan(0)
})

test('who reads the metrics also reads why the shop is ready', async () => {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/readyz`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ status: 'ok', release: packageJson.version })
  expect(await sample(`shop_build_info{version="${packageJson.version}"}`)).toBe(1)
  expect(await sample('shop_ready')).toBe(1)
  expect(await sample('shop_http_responses_total{status="4xx"}')).toBeGreaterThan(0)
  const agoS = Date.now() / 1000 - (await sample('shop_job_last_success_timestamp_seconds{job="mail"}'))
  expect(Math.abs(agoS)).toBeLessThan(60)
})

/** Loaded before the shop: its clock is two hours fast. */
const FAST_CLOCK = '--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+72e5'

test.runIf(process.env.TEST_DATABASE_URL)(
  'a process with a wrong clock says so, and runs no jobs',
  async () => {
    await using storage = await emptyStorage()
    const port = await freePort()
    const environment = { METRICS_PORT: String(port), NODE_OPTIONS: FAST_CLOCK }
    await using _wrong = await startShop({ storage, environment })
    const said = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    await expect.poll(() => said('/readyz')).toContain('the clock is 7200 s ahead of that of the database')
    expect(await said('/metrics')).toMatch(/^shop_clock_offset_seconds (7200|7199\.\d+)$/m)
    expect(await said('/metrics')).not.toMatch(/^shop_job_runs_total\{.*\} [1-9]/m)
  },
)

test('the last backup of each place is told, and 0 while there is none', async () => {
  const [here, elsewhere] = ['here', 'elsewhere'].map(
    (place) => `shop_last_backup_timestamp_seconds{place="${place}"}`,
  )
  expect(await sample(here ?? '')).toBe(0)
  const since = Date.now() / 1000
  expect(await runTask('backup', storage, '--record', 'here')).toEqual({ code: 0, errors: '' })
  expect(await sample(here ?? '')).toBeGreaterThanOrEqual(since)
  expect(await sample(elsewhere ?? '')).toBe(0)
  const wrong = await runTask('backup', storage, '--record', 'nowhere')
  expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('--record') })
  const archived = await sample('shop_log_archived_timestamp_seconds')
  expect(archived).toBeNaN()
})

test('metrics are only on METRICS_PORT, and off without it', async () => {
  expect((await shop.call('GET', '/metrics')).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/api/product`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { method: 'POST' })).status).toBe(405)
  await shop.stop()
  expect(await isOpen(metricsPort)).toBe(false)
  await using storage = await emptyStorage()
  await using other = await startShop({ storage, environment: { METRICS_PORT: '' } })
  expect(await isOpen(metricsPort)).toBe(false)
  expect((await other.call('GET', '/metrics')).status).toBe(404)
})
