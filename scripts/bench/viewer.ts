import type { Page } from 'playwright-core'
import { launchBrowser, openWindow } from '../../tests/support/browser.ts'
import type { RunningShop } from '../../tests/support/running-shop.ts'
import { medianOf } from '../figures.ts'
import { SIZES } from './options.ts'
import { PART_PAGE } from './pages.ts'
import { atMost, type Figure } from './table.ts'

const SHOWN_MS = 1000
/** A frame of a screen with 60 a second, and the jitter of its timer. */
const FRAME_MS = 17.5
const TURNS = 100

/** On a desktop: from the click on 3-D view until the model is drawn, and a frame while it is turned. */
export async function benchViewer(shop: RunningShop): Promise<Figure[]> {
  await using browser = await launchBrowser()
  const shown: number[] = []
  const frames: number[] = []
  for (let count = 0; count < SIZES.moves; count += 1) {
    const { page, leave } = await openWindow(browser, shop.url)
    await page.goto(PART_PAGE, { waitUntil: 'networkidle' })
    shown.push(await openView(page))
    frames.push(await turn(page))
    await leave()
  }
  return [
    atMost('from a click to the model in 3-D', medianOf(shown), SHOWN_MS, 'ms'),
    atMost('a frame while the model is turned', medianOf(frames), FRAME_MS, 'ms'),
  ]
}

declare global {
  interface Window {
    shown: Promise<number>
    frameTimes: () => number[]
  }
}

/** The buttons of the views can be pressed as soon as the model is drawn. */
async function openView(page: Page): Promise<number> {
  await page.evaluate(() => {
    window.shown = new Promise((resolve) => {
      document.addEventListener(
        'click',
        ({ timeStamp }) => {
          const check = () => {
            const isShown = document.querySelector('.picture-or-model button[aria-pressed="true"]')
            if (isShown) setTimeout(() => resolve(performance.now() - timeStamp))
            else requestAnimationFrame(check)
          }
          requestAnimationFrame(check)
        },
        { once: true, capture: true },
      )
    })
  })
  await page.getByRole('button', { name: '3-D view' }).click()
  return page.evaluate(() => window.shown)
}

/** Turns the model by the pointer. Returns the mean time of a frame meanwhile. */
async function turn(page: Page): Promise<number> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('the model is not on the page')
  const [x, y] = [box.x + box.width / 4, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(() => {
    const times: number[] = []
    const add = (timeMs: number) => {
      times.push(timeMs)
      requestAnimationFrame(add)
    }
    requestAnimationFrame(add)
    window.frameTimes = () => times
  })
  for (let count = 0; count < TURNS; count += 1)
    await page.mouse.move(x + (count * box.width) / (2 * TURNS), y)
  const times = await page.evaluate(() => window.frameTimes())
  await page.mouse.up()
  return ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1)
}
