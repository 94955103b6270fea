import type { Page } from 'playwright-core'
import { medianOf } from '../figures.ts'
import { SIZES } from './options.ts'

declare global {
  interface Window {
    shown: Promise<number>
    frameTimes: number[]
  }
}

/** The median of what is measured some times. */
export async function medianOfMoves(measure: (count: number) => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let count = 0; count < SIZES.moves; count += 1) values.push(await measure(count))
  return medianOf(values)
}

/** The time from a click until an element of the selector has another text, or is there, and its frame is painted. */
export async function untilShown(page: Page, selector: string, click: () => Promise<void>): Promise<number> {
  await page.evaluate((selector) => {
    const textNow = () => document.querySelector(selector)?.textContent
    const before = textNow()
    window.shown = new Promise((resolve, reject) => {
      // The driver waits for ever.
      setTimeout(() => reject(new Error(`${selector} shows nothing new`)), 30_000)
      const watch = ({ timeStamp }: MouseEvent) => {
        const check = () => {
          // The callback runs before its frame is painted, the task that it starts runs afterwards.
          requestAnimationFrame(
            textNow() === before ? check : () => setTimeout(() => resolve(performance.now() - timeStamp)),
          )
        }
        check()
      }
      document.addEventListener('click', watch, { once: true, capture: true })
    })
  }, selector)
  await click()
  return page.evaluate(() => window.shown)
}

/** The times of the frames, in ms, while something is done. */
export async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    window.frameTimes = frames
    let last: number | undefined
    const onFrame = (timeMs: number) => {
      if (window.frameTimes !== frames) return
      if (last !== undefined) frames.push(timeMs - last)
      last = timeMs
      requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
  })
  await act()
  return page.evaluate(() => {
    const { frameTimes: frames } = window
    window.frameTimes = []
    return frames
  })
}
