import type { Page } from 'playwright-core'
import { CART_PATH } from '#features/cart/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { MAXIMUM_QUOTE_LINES } from '#features/quote/limits.ts'
import { launchBrowser, openWindow } from '../../tests/support/browser.ts'
import { fillCatalogue } from './fill-in-bulk.ts'
import { framesOf, medianOfMoves, untilShown } from './in-page.ts'
import { inBrowser, onFilled } from './shops.ts'
import { atMost, type Figure } from './table.ts'

/** How long the pointer hovers over a link before the click. */
const HOVER_MS = 150

/** So many products are 100 in each category of the filled shop that has some. */
const FILLED_PRODUCTS = 4000

/** Between two keys of a fast typist. */
const KEY_MS = 60

/** Until the shop has answered, after the pause that the pad waits for. */
const ANSWERED_MS = 1500

/** How long a desktop's browser takes to paint what a click asks for. */
export const benchMoving = async (): Promise<Figure[]> => [await benchNextPage(), await benchFilter()]

/** The time from the click on a hovered link until the next page is painted. */
const benchNextPage = (): Promise<Figure> =>
  inBrowser(async (shop, browser) => {
    const { page } = await openWindow(browser, shop.url)
    const medianMs = await medianOfMoves(async () => {
      await page.goto('/', { waitUntil: 'networkidle' })
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' })
      await link.hover()
      await page.waitForTimeout(HOVER_MS)
      return untilShown(page, 'h1', () => link.click())
    })
    return atMost('from a click to the next page, hovered before', medianMs, 100, 'ms')
  })

/** The time from the choice of a filter until its rows are painted, without the time that the answer took. */
const benchFilter = (): Promise<Figure> =>
  onFilled(
    { database: 'SQLite', server: '' },
    (db) => fillCatalogue(db, FILLED_PRODUCTS),
    async ({ shop }) => {
      await using browser = await launchBrowser()
      const { page } = await openWindow(browser, shop.url)
      const medianMs = await medianOfMoves(async () => {
        await page.goto('/parts/hx-0', { waitUntil: 'networkidle' })
        const filter = page.getByRole('checkbox', { name: 'Package 1' })
        const shownMs = await untilShown(page, '.browse-count', () => filter.click())
        return shownMs - (await page.evaluate(lastAnswerMs))
      })
      return atMost('from a filter to its rows, without the network', medianMs, 100, 'ms')
    },
  )

/** Runs in the page: how long the last data took to arrive. */
function lastAnswerMs(): number {
  const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('.data'))
  const last = answers.at(-1)
  if (!last) throw new Error('The page has requested no data.')
  return last.duration
}

/** The longest frame while a line is typed in the middle of a long list, and the shop answers about it; on a desktop. */
export const benchTyping = (): Promise<Figure[]> =>
  inBrowser(async (shop, browser) => {
    const products: Product[] = (await shop.call('GET', '/api/product?limit=60')).body
    const { page } = await openWindow(browser, shop.url)
    await page.goto(CART_PATH, { waitUntil: 'networkidle' })
    // As a draft: the browser driver types a long text line by line, which takes seconds; a paste does not.
    await page.evaluate((text) => sessionStorage.setItem('pad', JSON.stringify(text)), longList(products))
    await page.reload({ waitUntil: 'networkidle' })
    await page
      .getByText(/can be ordered/)
      .first()
      .waitFor()
    const longestMs = await medianOfMoves((count) =>
      typeLine(page, `${products[count]?.sku} ${1000 + count}\n`),
    )
    return [atMost(`typing in the pad with ${MAXIMUM_QUOTE_LINES} lines, longest frame`, longestMs, 50, 'ms')]
  })

/** A line for each part, then for parts that there are not, so that each line is another text. */
const longList = (products: readonly Product[]): string =>
  Array.from({ length: MAXIMUM_QUOTE_LINES - 10 }, (_, index) => {
    const product = products[index]
    return product ? `${product.sku} ${product.minimum}` : `unknown-${index} ${100 + index}`
  }).join('\n')

/** Types a line in the middle. Resolves to the longest time between two frames until the shop has answered. */
async function typeLine(page: Page, line: string): Promise<number> {
  await page.evaluate(() => {
    const area = document.querySelector('textarea') as HTMLTextAreaElement
    area.focus()
    const middle = area.value.indexOf('\n', area.value.length / 2) + 1
    area.setSelectionRange(middle, middle)
  })
  const frames = await framesOf(page, async () => {
    await page.keyboard.type(line, { delay: KEY_MS })
    await page.waitForTimeout(ANSWERED_MS)
  })
  return Math.max(...frames)
}
