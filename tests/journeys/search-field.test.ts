import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, boxOf, button, heading, hydrated, isFocused, main } from './steps.ts'

const SUGGESTIONS = '**/api/suggestion?*'

const CATEGORY = { slug: 'hexagon-screws', name: 'Hexagon screws', count: 8 }

const SCREW = {
  sku: 'HX-933-M8-40',
  name: 'Hexagon head screw M8 × 40, DIN 933',
  image: '/drawings/HX-933-M8-40.svg',
  price: 0.0687,
}

const NUT = { sku: 'NH-934-M8', name: 'Hexagon nut M8, DIN 934', image: SCREW.image, price: 0.0193 }

const FOUND = { categories: [CATEGORY], parts: [SCREW, NUT] }

const answerWith = (json: object) => (route: Route) => route.fulfill({ json })

const fieldOf = (page: Page): Locator => page.getByLabel('Search the shop')

const list = (page: Page): Locator => page.getByRole('listbox', { name: 'Suggestions' })

const option = (page: Page, name: string): Locator => list(page).getByRole('option', { name })

/** The text of the option that the field names as the active one. */
async function activeOption(page: Page): Promise<string | undefined> {
  const id = await fieldOf(page).getAttribute('aria-activedescendant')
  if (id === null) return undefined
  const active = page.locator(`[id="${id}"]`)
  expect(await active.getAttribute('aria-selected')).toBe('true')
  return (await active.textContent()) ?? undefined
}

const isExpanded = (page: Page) => fieldOf(page).getAttribute('aria-expanded')

/** Waits for hydration, until which keys have their usual effect only. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

async function typeAndWait(page: Page, text: string): Promise<void> {
  await fieldOf(page).pressSequentially(text)
  await option(page, SCREW.name).waitFor()
}

describe('the search field of the top bar', () => {
  test('is a form that works without scripts', async ({ open }) => {
    const { page, expectErrors } = await open({ javaScriptEnabled: false })
    expectErrors(/^csp GET \/assets\//)
    await page.goto('/blog')
    await fieldOf(page).fill('hexagon everyday')
    await button(page, 'Find').click()
    expect(new URL(page.url()).search).toBe('?q=hexagon+everyday')
    await heading(page, '“hexagon everyday”: 1 part').waitFor()
    expect(await fieldOf(page).inputValue()).toBe('hexagon everyday')
    expect(await main(page).getByRole('link', { name: SCREW.name }).getAttribute('href')).toBe(
      '/part/hx-933-m8-40',
    )
  })

  test('is focused by / except while typing, and keeps text that was typed before hydration', async ({
    open,
  }) => {
    const { page } = await open()
    await page.route(SUGGESTIONS, answerWith(FOUND))
    await openPage(page, '/login')
    await page.keyboard.press('/')
    expect(await isFocused(fieldOf(page))).toBe(true)
    expect(await fieldOf(page).inputValue()).toBe('')
    await main(page).getByLabel('Email').focus()
    await page.keyboard.press('/')
    expect(await main(page).getByLabel('Email').inputValue()).toBe('/')
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto('/blog', { waitUntil: 'commit' })
    await fieldOf(page).pressSequentially('scr')
    release()
    await option(page, SCREW.name).waitFor()
    expect(await fieldOf(page).inputValue()).toBe('scr')
  })

  test('suggests categories and parts as a combobox, which the keyboard operates', async ({ open }) => {
    const { page } = await open()
    await page.route(SUGGESTIONS, answerWith(FOUND))
    await openPage(page, '/blog')
    const field = fieldOf(page)
    expect([await field.getAttribute('role'), await isExpanded(page)]).toEqual(['combobox', 'false'])
    expect(await field.getAttribute('aria-autocomplete')).toBe('list')
    await page.keyboard.press('/')
    await typeAndWait(page, 'm8')
    await page.getByRole('status').getByText('3 suggestions', { exact: true }).waitFor()
    expect(await isExpanded(page)).toBe('true')
    expect(await field.getAttribute('aria-controls')).toBe(await list(page).getAttribute('id'))
    expect(await list(page).getByRole('group', { name: 'Categories' }).getByRole('option').count()).toBe(1)
    expect(await list(page).getByRole('group', { name: 'Parts' }).getByRole('option').count()).toBe(2)
    expect(await option(page, SCREW.name).locator('mark').allTextContents()).toEqual(['M8', 'M8'])

    expect(await activeOption(page)).toBe(undefined)
    await page.keyboard.press('ArrowDown')
    expect(await activeOption(page)).toContain(CATEGORY.name)
    await page.keyboard.press('ArrowUp')
    expect(await activeOption(page)).toContain(NUT.name)
    await page.keyboard.press('ArrowDown')
    expect(await activeOption(page)).toContain(CATEGORY.name)
    await page.keyboard.press('Home')
    expect(await activeOption(page)).toBe(undefined)
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => isExpanded(page)).toBe('false')
    expect(await field.inputValue()).toBe('m8')
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => isExpanded(page)).toBe('true')
    expect(await activeOption(page)).toBe(undefined)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await field.inputValue()).toBe('')

    await typeAndWait(page, 'm8')
    await page.keyboard.press('Tab')
    await expect.poll(() => isExpanded(page)).toBe('false')
    expect(await isFocused(field)).toBe(false)
  })

  test('leads to the chosen part by Enter or a click, and else to all found parts', async ({ open }) => {
    const { page } = await open()
    await page.route(SUGGESTIONS, answerWith(FOUND))
    await openPage(page, '/blog')
    await page.keyboard.press('/')
    await typeAndWait(page, 'm8')
    await page.keyboard.press('Enter')
    await heading(page, '“m8”: 11 parts').waitFor()
    await expect.poll(() => isExpanded(page)).toBe('false')
    expect(await page.title()).toBe('m8 · Parts Shop')

    await page.keyboard.press('/')
    await typeAndWait(page, 'scre')
    expect(await fieldOf(page).inputValue()).toBe('scre')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await atPath(page, '/part/hx-933-m8-40')
    await expect.poll(() => fieldOf(page).inputValue()).toBe('')
    await page.goBack()
    await heading(page, '“m8”: 11 parts').waitFor()
    expect(await fieldOf(page).inputValue()).toBe('m8')

    await fieldOf(page).fill('')
    await typeAndWait(page, 'hex')
    await option(page, CATEGORY.name).click()
    await atPath(page, '/parts/hexagon-screws')
    await expect.poll(() => isExpanded(page)).toBe('false')
  })

  test('keeps the last list dimmed until the next one arrives, and never shows an older one', async ({
    open,
  }) => {
    const { page } = await open()
    const answers = new Map<string, (json: object) => Promise<void>>()
    await page.route(SUGGESTIONS, (route) => {
      const q = new URL(route.request().url()).searchParams.get('q') ?? ''
      // The browser aborts the request of an earlier text.
      answers.set(q, (json) => route.fulfill({ json }).catch(() => undefined))
    })
    await openPage(page, '/blog')
    const field = fieldOf(page)
    const answer = async (q: string, json: object) => {
      await expect.poll(() => answers.has(q)).toBe(true)
      await answers.get(q)?.(json)
    }
    await field.fill('m')
    await answer('m', FOUND)
    await option(page, SCREW.name).waitFor()
    await field.fill('m8')
    await expect.poll(() => list(page).getAttribute('aria-busy')).toBe('true')
    expect(await option(page, SCREW.name).isVisible()).toBe(true)
    await expect.poll(() => answers.has('m8')).toBe(true)
    await field.fill('nut')
    await expect.poll(() => answers.has('nut')).toBe(true)
    await answer('m8', { categories: [CATEGORY], parts: [] })
    await answer('nut', { categories: [], parts: [NUT] })
    await expect.poll(() => list(page).getByRole('option').count()).toBe(1)
    expect(await option(page, NUT.name).isVisible()).toBe(true)
    expect(await list(page).getAttribute('aria-busy')).toBe('false')
    await field.fill('')
    await expect.poll(() => isExpanded(page)).toBe('false')
    await field.fill('none')
    await answer('none', { categories: [], parts: [] })
    await page.getByRole('status').getByText('No suggestions', { exact: true }).waitFor()
    expect(await isExpanded(page)).toBe('false')
  })

  test.for([
    ['the suggestions', SUGGESTIONS],
    ['their code', '**/assets/suggestions-*.js'],
  ] as const)('still searches when %s cannot be loaded', async ([, address], { open }) => {
    const { page, expectErrors } = await open()
    expectErrors(/^503 GET \//)
    await page.route(SUGGESTIONS, answerWith(FOUND))
    await page.route(address, (route) => route.fulfill({ status: 503 }))
    await openPage(page, '/blog')
    const failed = page.waitForResponse((response) => response.status() === 503)
    await fieldOf(page).pressSequentially('m8')
    await failed
    expect([await isExpanded(page), await page.getByRole('alert').textContent()]).toEqual(['false', ''])
    await page.keyboard.press('Enter')
    await heading(page, '“m8”: 11 parts').waitFor()
  })

  test('fits a phone of 320 pixels, moves nothing, and is operated by touch', async ({ open }) => {
    const viewport = { width: 320, height: 640 }
    const { page } = await open({ viewport, hasTouch: true, isMobile: true })
    await page.route(SUGGESTIONS, answerWith(FOUND))
    await openPage(page, '/blog')
    expect((await boxOf(fieldOf(page))).width).toBeGreaterThan(250)
    expect((await boxOf(button(page, 'Find'))).height).toBeGreaterThanOrEqual(43)
    const before = await boxOf(main(page))
    await fieldOf(page).tap()
    await typeAndWait(page, 'm8')
    expect(await boxOf(main(page))).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await option(page, NUT.name).tap()
    await atPath(page, '/part/nh-934-m8')
  })

  test('is accessible with its list open, in light and dark', async ({ open }) => {
    const { page } = await open({ reducedMotion: 'reduce' })
    await page.route(SUGGESTIONS, answerWith(FOUND))
    await openPage(page, '/blog')
    await page.keyboard.press('/')
    await typeAndWait(page, 'm8')
    await page.keyboard.press('ArrowDown')
    expect(await axeViolations(page)).toEqual([])
  })
})
