import type { Browser } from 'playwright-core'
import { launchBrowser, openWindow } from '../../tests/support/browser.ts'
import { emptyStorage } from '../../tests/support/running-shop.ts'
import { medianOf } from '../figures.ts'
import { fillCatalogue } from './fill-in-bulk.ts'
import { SIZES } from './options.ts'
import { startBenchShop, startFilledShop } from './shops.ts'
import { atMost, type Figure } from './table.ts'

/** How long the pointer hovers over a link before the click. */
const HOVER_MS = 150

/** So many products are 100 in each category of the filled shop that has some. */
const FILLED_PRODUCTS = 4000

/** How long a desktop's browser takes to paint what a click asks for. */
export async function benchMoving(): Promise<Figure[]> {
  await using browser = await launchBrowser()
  return [await benchNextPage(browser), await benchFilter(browser)]
}

/** The time from the click on a hovered link until the next page is painted. */
async function benchNextPage(browser: Browser): Promise<Figure> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  const { page } = await openWindow(browser, shop.url)
  const times: number[] = []
  for (let count = 0; count < SIZES.moves; count += 1) {
    await page.goto('/', { waitUntil: 'networkidle' })
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' })
    await link.hover()
    await page.waitForTimeout(HOVER_MS)
    await page.evaluate(watchText, 'h1')
    await link.click()
    times.push(await page.evaluate(() => window.moved))
  }
  return atMost('from a click to the next page, hovered before', medianOf(times), 100, 'ms')
}

/** The time from the choice of a filter until its rows are painted, without the time that the answer took. */
async function benchFilter(browser: Browser): Promise<Figure> {
  await using open = await startFilledShop('', (db) => fillCatalogue(db, FILLED_PRODUCTS))
  const { page } = await openWindow(browser, open.shop.url)
  const times: number[] = []
  for (let count = 0; count < SIZES.moves; count += 1) {
    await page.goto('/parts/hx-0', { waitUntil: 'networkidle' })
    await page.evaluate(watchText, '.browse-count')
    await page.getByRole('checkbox', { name: 'Package 1' }).click()
    const movedMs = await page.evaluate(() => window.moved)
    times.push(movedMs - (await page.evaluate(lastAnswerMs)))
  }
  return atMost('from a filter to its rows, without the network', medianOf(times), 100, 'ms')
}

declare global {
  interface Window {
    moved: Promise<number>
  }
}

/** Runs in the page: `moved` resolves to the time from the next click to the frame with another text of the element. */
function watchText(selector: string): void {
  const textNow = () => document.querySelector(selector)?.textContent
  const before = textNow()
  window.moved = new Promise((resolve) => {
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        const check = () => {
          // The callback runs before its frame is painted, the task that it starts runs afterwards.
          requestAnimationFrame(
            textNow() === before ? check : () => setTimeout(() => resolve(performance.now() - timeStamp)),
          )
        }
        check()
      },
      { once: true, capture: true },
    )
  })
}

/** Runs in the page: how long the last data took to arrive. */
function lastAnswerMs(): number {
  const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('.data'))
  const last = answers.at(-1)
  if (!last) throw new Error('The page has requested no data.')
  return last.duration
}
