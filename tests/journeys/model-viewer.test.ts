import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { sizeText } from '#features/catalog/file-texts.ts'
import { partPath } from '#features/catalog/paths.ts'
import { CODE_LIST, type CodeList } from '../../scripts/list-code.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations, setWidth } from './axe.ts'
import { test } from './journey.ts'
import { atPath, boxOf, button, heading, hydrated, isFocused, link, main } from './steps.ts'

const SKU = 'SC-912-M6-20'
const SCREW = 'Socket head cap screw M6 × 20, stainless steel, DIN 912'
const MODEL = '**/model.glb'

const opener = (page: Page) => button(main(page), '3-D view')
const canvas = (page: Page) => page.getByRole('application', { name: /^3-D view of / })
const picture = (page: Page) => main(page).getByRole('img', { name: SCREW })

/** Whether a standard view is the current one; buttons are off until the part is there. */
const isShown = async (page: Page, view: string) =>
  (await button(main(page), view).getAttribute('aria-pressed')) === 'true'

/** The first model that a shop makes, and the first shader of a browser, take a while. */
const SLOW = { timeout: 60_000 }

/** Makes the model, so that no test has to wait for it. */
const prepareModel = (shop: RunningShop) =>
  expect.poll(async () => (await fetch(`${shop.url}/api/part/${SKU}/model.glb`)).status, SLOW).toBe(200)

async function openPart(page: Page): Promise<void> {
  await page.goto(partPath(SKU))
  await hydrated(page)
}

async function openView(page: Page): Promise<void> {
  await openPart(page)
  await opener(page).click()
  await expect.poll(() => isShown(page, 'Isometric'), SLOW).toBe(true)
}

const said = (page: Page, text: string | RegExp) => main(page).getByRole('status').getByText(text)

/** What is drawn, as a hash, when the drawing has come to rest. */
async function drawn(page: Page): Promise<string> {
  let last = ''
  const shot = async () =>
    createHash('sha256')
      .update(await canvas(page).screenshot())
      .digest('hex')
  await expect
    .poll(async () => {
      const before = last
      last = await shot()
      return last === before
    }, SLOW)
    .toBe(true)
  return last
}

/** The files of three.js in the built shop. */
function filesOfThree(): string[] {
  const { files }: CodeList = JSON.parse(readFileSync(CODE_LIST, 'utf8'))
  return Object.keys(files).filter((file) => files[file]?.some((module) => module.includes('/three/')))
}

test('a part is found, looked at, turned and downloaded by three clicks and a drag', async ({
  open,
  shop,
}) => {
  await prepareModel(shop)
  const { page } = await open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.slice(1)))
  const isThreeAsked = () => filesOfThree().some((file) => asked.includes(file))
  await page.goto('/')
  await hydrated(page)
  await page.keyboard.press('/')
  await page.keyboard.type('m6x20 socket stainless')
  await page.getByRole('option').filter({ hasText: SCREW }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await atPath(page, partPath(SKU))
  await heading(page, SCREW).waitFor()
  await page.waitForLoadState('networkidle')
  expect(filesOfThree()).toHaveLength(1)
  expect([isThreeAsked(), asked.some((path) => path.endsWith('.glb'))]).toEqual([false, false])

  await opener(page).click()
  await expect.poll(() => isShown(page, 'Isometric'), SLOW).toBe(true)
  expect(isThreeAsked()).toBe(true)
  expect(await canvas(page).getAttribute('aria-label')).toBe(
    `3-D view of ${SCREW}, 10 × 10 × 26 mm (width × depth × height)`,
  )
  const before = await drawn(page)
  const { x, y, width, height } = await boxOf(canvas(page))
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 90, y + height / 2 - 30, { steps: 3 })
  await page.mouse.up()
  expect(await drawn(page)).not.toBe(before)
  expect(await isShown(page, 'Isometric')).toBe(false)
  await button(main(page), 'Top').click()
  await expect.poll(() => isShown(page, 'Top')).toBe(true)
  const download = page.waitForEvent('download')
  await link(main(page), 'STEP').click()
  expect((await download).suggestedFilename()).toBe(`${SKU}.step`)
  const { length } = readFileSync(await (await download).path())
  await main(page)
    .getByText(`STEP${sizeText(length)}`, { exact: true })
    .waitFor()
}, 120_000)

describe('the 3-D view', () => {
  test('is turned, zoomed and fitted by keys, shows dimensions, and rests when nothing changes', async ({
    open,
    shop,
  }) => {
    await prepareModel(shop)
    const { page } = await open()
    await page.addInitScript(() => {
      const request = window.requestAnimationFrame.bind(window)
      Object.assign(window, { frames3d: 0 })
      window.requestAnimationFrame = (run) => {
        Object.assign(window, { frames3d: Reflect.get(window, 'frames3d') + 1 })
        return request(run)
      }
    })
    await openView(page)
    await expect.poll(() => isFocused(canvas(page))).toBe(true)
    const pictures = new Set([await drawn(page)])
    for (const key of ['f', '5', 'ArrowDown', '+']) {
      await page.keyboard.press(key)
      pictures.add(await drawn(page))
    }
    expect(pictures.size).toBe(5)
    await button(main(page), 'Dimensions').click()
    const overlay = main(page).locator('.picture-or-model svg')
    const texts = async () => (await overlay.locator('text').allTextContents()).sort()
    await page.keyboard.press('t')
    await expect.poll(texts).toEqual(['10', '10'])
    await drawn(page)
    const length = () =>
      overlay
        .locator('line')
        .first()
        .evaluate((line: SVGLineElement) => Math.round(line.getBoundingClientRect().width))
    const fitted = await length()
    expect(fitted).toBeGreaterThan(50)
    await page.keyboard.press('+')
    await expect.poll(length).toBe(Math.round(fitted * 1.25))
    await page.keyboard.press('0')
    await expect.poll(length).toBe(fitted)
    await button(main(page), 'Front').click()
    await expect.poll(texts).toEqual(['10', '26'])
    const frames = () => page.evaluate(() => Number(Reflect.get(window, 'frames3d')))
    await drawn(page)
    await expect
      .poll(async () => {
        const before = await frames()
        await page.waitForTimeout(300)
        return (await frames()) - before
      })
      .toBe(0)
  }, 120_000)

  test('takes the place of the picture, moves nothing when it is loaded, and gives focus back', async ({
    open,
    shop,
  }) => {
    await prepareModel(shop)
    const { page } = await open()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(MODEL, async (route) => {
      await held
      await route.continue()
    })
    await openPart(page)
    const box = await boxOf(picture(page))
    await opener(page).click()
    await said(page, 'Loading the 3-D view…').waitFor()
    await button(main(page), 'Front').waitFor()
    const placeOfFacts = () => boxOf(main(page).getByRole('heading', { name: 'Facts' }))
    const place = await placeOfFacts()
    release()
    await expect.poll(() => isShown(page, 'Isometric'), SLOW).toBe(true)
    expect(await placeOfFacts()).toEqual(place)
    expect(await boxOf(canvas(page))).toEqual(box)
    await button(main(page), 'Close').click()
    await canvas(page).waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(opener(page))).toBe(true)
    expect(await page.locator('canvas').count()).toBe(0)
  }, 120_000)

  test('leaves the wheel to the page until it has the focus', async ({ open, shop }) => {
    await prepareModel(shop)
    const { page } = await open({ viewport: { width: 1280, height: 600 } })
    await openView(page)
    const scrolled = () => page.evaluate(() => scrollY)
    await opener(page).focus()
    const before = await drawn(page)
    await canvas(page).hover()
    const start = await scrolled()
    await page.mouse.wheel(0, 80)
    await expect.poll(scrolled).toBeGreaterThan(start)
    expect(await drawn(page)).toBe(before)
    await canvas(page).focus()
    const now = await scrolled()
    await canvas(page).hover()
    await page.mouse.wheel(0, -80)
    expect(await drawn(page)).not.toBe(before)
    expect(await scrolled()).toBe(now)
  }, 120_000)

  test('is accessible with all that it shows, at every width', async ({ open, shop }) => {
    await prepareModel(shop)
    const { page } = await open({ reducedMotion: 'reduce' })
    await openView(page)
    await button(main(page), 'Dimensions').click()
    expect(await axeViolations(page)).toEqual([])
    await button(main(page), 'Keys').click()
    expect(await axeViolations(page, [375, 768])).toEqual([])
    for (const width of [320, 375, 768, 1280]) {
      await setWidth(page, width)
      const overflow = await page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement
        return Math.max(0, scrollWidth - clientWidth)
      })
      expect(overflow, String(width)).toBe(0)
    }
  }, 120_000)
})
