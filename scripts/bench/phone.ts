import type { Browser, Page } from 'playwright-core'
import { openWindow, sessionOf } from '../../tests/support/browser.ts'
import type { Person } from '../../tests/support/customer.ts'
import { medianOf } from '../figures.ts'
import { SIZES } from './options.ts'
import { inBrowser, PART_PAGE } from './shops.ts'
import { atMost, type Figure } from './table.ts'

const LATENCY_MS = 150
const BYTES_PER_SECOND = 1_600_000 / 8
const CPU_SLOWDOWN = 4
const SETTLED_AFTER_MS = 3000
/** A longer task blocks the page. */
const LONG_TASK_MS = 50
const MAXIMUM_BLOCKED_MS = 150

interface Observed {
  lcpMs: number
  layoutShift: number
  firstPaintMs: number
  tasks: { startMs: number; ms: number }[]
}

/** The home page, the page of a part, and the order page of a signed-in customer, on a slow phone and network; medians of some visits. */
export const benchPhone = (): Promise<Figure[]> =>
  inBrowser(async (shop, browser) => {
    const [product] = (await shop.call('GET', '/api/product?limit=1')).body
    const customer = await shop.register()
    const figures: Figure[] = []
    for (const [name, path, lcpLimitMs, as] of [
      ['home page', '/', 1200, undefined],
      ['part page', PART_PAGE, 1400, undefined],
      ['order page', `/order/${product._id}`, 1500, customer],
    ] as const) {
      const visits: Awaited<ReturnType<typeof visit>>[] = []
      for (let count = 0; count < SIZES.visits; count += 1)
        visits.push(await visit(browser, shop.url, path, as))
      const figure = (what: string, key: keyof (typeof visits)[0], limit: number, unit: string) =>
        atMost(`${name} on a phone, ${what}`, medianOf(visits.map((one) => one[key])), limit, unit)
      figures.push(
        figure('largest paint', 'lcpMs', lcpLimitMs, 'ms'),
        figure('layout shift', 'layoutShift', 0, ''),
        figure('blocked', 'blockedMs', MAXIMUM_BLOCKED_MS, 'ms'),
      )
    }
    return figures
  })

async function visit(browser: Browser, origin: string, path: string, as?: Person) {
  const { page, leave } = await openWindow(browser, origin, {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...(as && { storageState: sessionOf(as, origin) }),
  })
  await throttle(page)
  await page.addInitScript(observe)
  await page.goto(path)
  await page.waitForTimeout(SETTLED_AFTER_MS)
  await assertThrottled(page)
  const { firstPaintMs, tasks, lcpMs, layoutShift } = await page.evaluate(() => window.observed)
  await leave()
  const blocking = tasks.filter(({ startMs }) => startMs >= firstPaintMs)
  return { lcpMs, layoutShift, blockedMs: blocking.reduce((sum, { ms }) => sum + ms - LONG_TASK_MS, 0) }
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
    observed: Observed
  }
}

/** Runs in the page, before its own scripts. */
function observe(): void {
  const observed: Observed = { lcpMs: 0, layoutShift: 0, firstPaintMs: 0, tasks: [] }
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
