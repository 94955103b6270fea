import type { Browser, Page } from 'playwright-core'
import type { Product } from '#features/catalog/schema.ts'
import { launchBrowser, openWindow, sessionOf } from '../../tests/support/browser.ts'
import type { Person } from '../../tests/support/customer.ts'
import { emptyStorage } from '../../tests/support/running-shop.ts'
import { medianOf } from '../figures.ts'
import { SIZES } from './options.ts'
import { PART_PAGE } from './pages.ts'
import { startBenchShop } from './shops.ts'
import { atMost, type Figure } from './table.ts'

const LATENCY_MS = 150
const BYTES_PER_SECOND = 1_600_000 / 8
const CPU_SLOWDOWN = 4
const SETTLED_AFTER_MS = 3000
/** A longer task blocks the page. */
const LONG_TASK_MS = 50

interface Visit {
  readonly lcpMs: number
  readonly layoutShift: number
  readonly blockedMs: number
}

/** The home page, the page of a part, and the order page of a signed-in customer, on a slow phone and network; medians of some visits. */
export async function benchPhone(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  const [product] = (await shop.call('GET', '/api/product?limit=1')).body as [Product]
  const customer = await shop.register()
  await using browser = await launchBrowser()
  return [
    ...(await visit(browser, 'home page', shop.url, '/', 1200)),
    ...(await visit(browser, 'part page', shop.url, PART_PAGE, 1400)),
    ...(await visit(browser, 'order page', shop.url, `/order/${product._id}`, 1500, customer)),
  ]
}

async function visit(
  browser: Browser,
  name: string,
  origin: string,
  path: string,
  lcpLimitMs: number,
  customer?: Person,
): Promise<Figure[]> {
  const visits: Visit[] = []
  for (let count = 0; count < SIZES.visits; count += 1)
    visits.push(await visitOnce(browser, origin, path, customer))
  const of = (key: keyof Visit) => medianOf(visits.map((one) => one[key]))
  return [
    atMost(`${name} on a phone, largest paint`, of('lcpMs'), lcpLimitMs, 'ms'),
    atMost(`${name} on a phone, layout shift`, of('layoutShift'), 0, ''),
    atMost(`${name} on a phone, blocked`, of('blockedMs'), 150, 'ms'),
  ]
}

async function visitOnce(browser: Browser, origin: string, path: string, customer?: Person): Promise<Visit> {
  const { page, leave } = await openWindow(browser, origin, {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...(customer && { storageState: sessionOf(customer, origin) }),
  })
  await throttle(page)
  await page.addInitScript(observe)
  await page.goto(path)
  await page.waitForTimeout(SETTLED_AFTER_MS)
  await assertThrottled(page)
  const { firstPaintMs, tasks, ...visit } = await page.evaluate(() => window.observed)
  await leave()
  const blocking = tasks.filter(({ startMs }) => startMs >= firstPaintMs)
  return { ...visit, blockedMs: blocking.reduce((sum, { ms }) => sum + ms - LONG_TASK_MS, 0) }
}

async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND / 2,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** Throws when the network is not throttled: every figure would be too good. */
async function assertThrottled(page: Page): Promise<void> {
  const tookMs = await page.evaluate(async () => {
    const startMs = performance.now()
    await (await fetch('/healthz', { cache: 'no-store' })).text()
    return performance.now() - startMs
  })
  if (tookMs < LATENCY_MS) throw new Error(`The network is not throttled: an answer took ${tookMs} ms`)
}

declare global {
  interface Window {
    observed: {
      lcpMs: number
      layoutShift: number
      firstPaintMs: number
      tasks: { startMs: number; ms: number }[]
    }
  }
}

/** Runs in the page, before its own scripts. */
function observe(): void {
  const observed: Window['observed'] = { lcpMs: 0, layoutShift: 0, firstPaintMs: 0, tasks: [] }
  window.observed = observed
  const watch = (type: string, handle: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => {
    observed.lcpMs = startTime
  })
  watch('layout-shift', (entry) => {
    observed.layoutShift += (entry as PerformanceEntry & { value: number }).value
  })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observed.firstPaintMs = startTime
  })
  watch('longtask', ({ startTime, duration }) => {
    observed.tasks.push({ startMs: startTime, ms: duration })
  })
}
