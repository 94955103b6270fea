import type { Browser } from 'playwright-core'
import { openDatabase } from '#kit/db/db.ts'
import { launchBrowser, openWindow } from '../../tests/support/browser.ts'
import { emptyStorage } from '../../tests/support/running-shop.ts'
import { startBenchShop } from './bench-shop.ts'
import { fillInBulk, fillProducts } from './fill.ts'
import { SIZES } from './options.ts'
import { atMost, type Figure, medianOf } from './table.ts'

/** How long the pointer hovers over a link before the click. */
const HOVER_MS = 150

/** So many products are 100 in each category of the filled shop that has some. */
const FILLED_PRODUCTS = 4000

/** How long a desktop's browser takes to paint what a click asks for. */
export async function benchMoving(): Promise<Figure[]> {
  const browser = await launchBrowser()
  const figures = [await benchNextPage(browser), await benchFilter(browser)]
  await browser.close()
  return figures
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
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage })
  const database = openDatabase(storage)
  await fillInBulk(database, ['products', 'product_facets'], (trx) =>
    fillProducts(trx, database.kind, FILLED_PRODUCTS),
  )
  await database.close()
  const { page } = await openWindow(browser, shop.url)
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
