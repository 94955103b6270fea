import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { partPath } from '#features/catalog/paths.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { test } from './journey.ts'
import { button, hydrated, isFocused, main } from './steps.ts'

const PATH = partPath('SC-912-M6-20')
const SCREW = 'Socket head cap screw M6 × 20, stainless steel, DIN 912'
const MODEL = '**/model.glb'

/** The first model that a shop makes, and the first shader of a browser, take a while. */
const SLOW = { timeout: 60_000 }

const opener = (page: Page) => button(main(page), '3-D view')
const said = (page: Page, text: string) => main(page).getByRole('status').getByText(text, { exact: true })
const picture = (page: Page) => main(page).getByRole('img', { name: SCREW })
const tryAgain = (page: Page) => button(main(page), 'Try again')
const isShown = (page: Page) => button(main(page), 'Isometric').isEnabled(SLOW)

/** Makes the model, so that no test has to wait for it. */
const prepareModel = (shop: RunningShop) =>
  expect.poll(async () => (await fetch(`${shop.url}/api/part/SC-912-M6-20/model.glb`)).status, SLOW).toBe(200)

async function press3d(page: Page): Promise<void> {
  await page.goto(PATH)
  await hydrated(page)
  await opener(page).click()
}

describe('without a view the picture stays', () => {
  test('while it is loaded, which can be ended', async ({ open }) => {
    const { page } = await open()
    // Never answered.
    await page.route(MODEL, () => {})
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.glb'))
    await press3d(page)
    await said(page, 'Loading the 3-D view…').waitFor()
    expect(await picture(page).isVisible()).toBe(true)
    await button(main(page), 'Cancel').click()
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED')
    await expect.poll(() => isFocused(opener(page))).toBe(true)
    expect(await button(main(page), 'Front').count()).toBe(0)
  })

  test('while the shop makes the model, and is asked again', async ({ open, shop }) => {
    await prepareModel(shop)
    const { page, expectErrors } = await open()
    expectErrors(/^503 GET \/api\/part\//)
    let asked = 0
    await page.route(MODEL, (route) => {
      asked += 1
      const busy = {
        status: 503,
        headers: { 'Retry-After': '2' },
        json: { code: 'unavailable', detail: 'Busy.' },
      }
      return asked === 1 ? route.fulfill(busy) : route.fallback()
    })
    await press3d(page)
    await said(page, 'The model is being made. The shop is asked again in 2 seconds.').waitFor()
    await expect.poll(() => isShown(page), SLOW).toBe(true)
    expect(asked).toBe(2)
  }, 120_000)

  test('when there is no model, and says why', async ({ open }) => {
    const { page, expectErrors } = await open()
    expectErrors(/^404 GET \/api\/part\//)
    const json = { code: 'no_model', detail: 'The standard has no table for this size.' }
    await page.route(MODEL, (route) => route.fulfill({ status: 404, json }))
    await press3d(page)
    await said(page, json.detail).waitFor()
    expect(await picture(page).isVisible()).toBe(true)
    expect(await tryAgain(page).count()).toBe(0)
  })

  test('when there is no connection, and one can try again', async ({ open, shop }) => {
    await prepareModel(shop)
    const { page, expectErrors } = await open()
    expectErrors(/^net::ERR_FAILED GET \/api\/part\//)
    await page.route(MODEL, (route) => route.abort(), { times: 1 })
    await press3d(page)
    await said(page, 'The model could not be loaded. Check the connection and try again.').waitFor()
    await tryAgain(page).click()
    await expect.poll(() => isShown(page), SLOW).toBe(true)
  }, 120_000)

  test('when the code cannot be loaded, and one can try again', async ({ open, shop }) => {
    await prepareModel(shop)
    const { page, expectErrors } = await open()
    expectErrors(/^net::ERR_FAILED GET \/assets\//)
    await page.goto(PATH)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await page.route('**/assets/*.js', (route) => route.abort(), { times: 1 })
    await opener(page).click()
    await said(page, 'The 3-D view could not be loaded.').waitFor()
    await tryAgain(page).click()
    await expect.poll(() => isShown(page), SLOW).toBe(true)
  }, 120_000)

  test('in a browser without WebGL, and nothing of it is loaded', async ({ open }) => {
    const { page } = await open()
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await press3d(page)
    await said(page, 'This browser cannot show the part in 3-D: WebGL is missing or turned off.').waitFor()
    expect(await picture(page).isVisible()).toBe(true)
    expect(asked.filter((url) => /\/scene-|\.glb$/.test(url))).toEqual([])
    await button(main(page), 'Close').click()
    await expect.poll(() => isFocused(opener(page))).toBe(true)
  })

  test('when the browser ends the drawing, and one can try again', async ({ open, shop }) => {
    await prepareModel(shop)
    const { page } = await open()
    await press3d(page)
    await expect.poll(() => isShown(page), SLOW).toBe(true)
    await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
    })
    await said(page, 'The browser has ended the 3-D view. Try again.').waitFor()
    expect(await picture(page).isVisible()).toBe(true)
    await tryAgain(page).click()
    await expect.poll(() => isShown(page), SLOW).toBe(true)
  }, 120_000)
})
