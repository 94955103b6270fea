import { launchBrowser, openWindow } from '../../tests/support/browser.ts'
import { emptyStorage } from '../../tests/support/running-shop.ts'
import { startBenchShop } from './bench-shop.ts'
import { SIZES } from './sizes.ts'
import { atMost, type Figure, medianOf } from './table.ts'

/** How long the pointer hovers over a link before the click. */
const HOVER_MS = 150

/** The time from the click on a hovered link until the next page is painted, on a desktop. */
export async function benchMoving(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  const browser = await launchBrowser()
  const { page } = await openWindow(browser, shop.url)
  const times: number[] = []
  for (let count = 0; count < SIZES.moves; count += 1) {
    await page.goto('/', { waitUntil: 'networkidle' })
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' })
    await link.hover()
    await page.waitForTimeout(HOVER_MS)
    await page.evaluate(watchHeading)
    await link.click()
    times.push(await page.evaluate(() => window.moved))
  }
  await browser.close()
  return [atMost('from a click to the next page, hovered before', medianOf(times), 100, 'ms')]
}

declare global {
  interface Window {
    moved: Promise<number>
  }
}

/** Runs in the page: `moved` resolves to the time from the next click to the frame with the new heading. */
function watchHeading(): void {
  const before = document.querySelector('h1')?.textContent
  window.moved = new Promise((resolve) => {
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        const check = () => {
          const isThere = document.querySelector('h1')?.textContent !== before
          // The callback runs before its frame is painted, the task that it starts runs afterwards.
          requestAnimationFrame(
            isThere ? () => setTimeout(() => resolve(performance.now() - timeStamp)) : check,
          )
        }
        check()
      },
      { once: true, capture: true },
    )
  })
}
