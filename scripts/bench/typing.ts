import type { Page } from 'playwright-core'
import { CART_PATH } from '#features/cart/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { MAXIMUM_QUOTE_LINES } from '#features/quote/limits.ts'
import { launchBrowser, openWindow } from '../../tests/support/browser.ts'
import { emptyStorage } from '../../tests/support/running-shop.ts'
import { medianOf } from '../figures.ts'
import { SIZES } from './options.ts'
import { startBenchShop } from './shops.ts'
import { atMost, type Figure } from './table.ts'

/** Between two keys of a fast typist. */
const KEY_MS = 60

/** Until the shop has answered, after the pause that the pad waits for. */
const ANSWERED_MS = 1500

/** The longest frame while a line is typed in the middle of a long list, and the shop answers about it; on a desktop. */
export async function benchTyping(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  const products = (await shop.call('GET', '/api/product?limit=60')).body as Product[]
  await using browser = await launchBrowser()
  const { page } = await openWindow(browser, shop.url)
  await page.goto(CART_PATH, { waitUntil: 'networkidle' })
  // As a draft: the browser driver types a long text line by line, which takes seconds; a paste does not.
  await page.evaluate((text) => sessionStorage.setItem('pad', JSON.stringify(text)), longList(products))
  await page.reload({ waitUntil: 'networkidle' })
  await page
    .getByText(/can be ordered/)
    .first()
    .waitFor()
  const longest: number[] = []
  for (let count = 0; count < SIZES.moves; count += 1) longest.push(await typeLine(page, products, count))
  return [
    atMost(`typing in the pad with ${MAXIMUM_QUOTE_LINES} lines, longest frame`, medianOf(longest), 50, 'ms'),
  ]
}

/** A line for each part, again and again with other quantities, so that each line is another text. */
const longList = (products: readonly Product[]): string =>
  Array.from({ length: MAXIMUM_QUOTE_LINES - 10 }, (_, index) => {
    const product = products[index % products.length] as Product
    return index < products.length ? `${product.sku} ${product.minimum}` : `unknown-${index} ${100 + index}`
  }).join('\n')

/** Types a line in the middle. Returns the longest time between two frames until the shop has answered. */
async function typeLine(page: Page, products: readonly Product[], count: number): Promise<number> {
  await page.evaluate(() => {
    const area = document.querySelector('textarea') as HTMLTextAreaElement
    area.focus()
    const middle = area.value.indexOf('\n', area.value.length / 2) + 1
    area.setSelectionRange(middle, middle)
  })
  await page.evaluate(watchFrames)
  await page.keyboard.type(`${products[count]?.sku} ${1000 + count}\n`, { delay: KEY_MS })
  await page.waitForTimeout(ANSWERED_MS)
  return page.evaluate(() => window.longestFrame())
}

declare global {
  interface Window {
    longestFrame: () => number
  }
}

/** Runs in the page: `longestFrame` returns the longest time between two frames since, in milliseconds. */
function watchFrames(): void {
  let longest = 0
  let last = performance.now()
  let isWatched = true
  const onFrame = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (isWatched) requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
  window.longestFrame = () => {
    isWatched = false
    return longest
  }
}
