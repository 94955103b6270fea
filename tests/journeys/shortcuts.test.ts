import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, hydrated, isFocused, link } from './steps.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

const switchOf = (page: Page) => dialog(page).getByLabel('Use shortcuts of a single character')

const field = (page: Page) => page.getByLabel('Search the shop')

async function openPage(page: Page): Promise<void> {
  await page.goto('/blog')
  await hydrated(page)
}

describe('the keyboard shortcuts', () => {
  test('are listed by ?, and the focus returns when the list closes', async ({ open }) => {
    const { page } = await open({ reducedMotion: 'reduce' })
    await openPage(page)
    const terms = link(page, 'Terms')
    await terms.focus()
    await page.keyboard.press('?')
    await dialog(page).getByText('Search the shop').waitFor()
    expect(await dialog(page).getByRole('term').allTextContents()).toEqual(expect.arrayContaining(['/', '?']))
    expect(await isFocused(button(dialog(page), 'Close'))).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    // The page behind is inert.
    await page.keyboard.press('/')
    expect(await dialog(page).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await dialog(page).count()).toBe(0)
    expect(await isFocused(terms)).toBe(true)
  })

  test('do nothing while typing, with modifiers and during the composition of a character', async ({
    open,
  }) => {
    const { page } = await open()
    await page.route('**/api/suggestion?*', (route) => route.fulfill({ json: { categories: [], parts: [] } }))
    await openPage(page)
    await field(page).fill('m8')
    await page.keyboard.press('?')
    expect(await field(page).inputValue()).toBe('m8?')
    await link(page, 'Terms').focus()
    for (const keys of ['Control+/', 'Alt+/', 'Meta+/']) await page.keyboard.press(keys)
    await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: '/', bubbles: true, isComposing: true }),
      ),
    )
    expect(await isFocused(link(page, 'Terms'))).toBe(true)
    expect(await dialog(page).count()).toBe(0)
    await page.keyboard.press('/')
    expect(await isFocused(field(page))).toBe(true)
  })

  test.for(['allowed', 'blocked'] as const)(
    'can be turned off, with storage %s',
    async (storage, { open }) => {
      const { page } = await open()
      if (storage === 'blocked')
        await page.addInitScript(() => {
          Object.defineProperty(window, 'localStorage', {
            get: () => {
              throw new DOMException('Access is denied.', 'SecurityError')
            },
          })
        })
      await openPage(page)
      await page.keyboard.press('?')
      await switchOf(page).uncheck()
      await page.keyboard.press('Escape')
      const keepsFocus = async () => {
        await link(page, 'Terms').focus()
        await page.keyboard.press('/')
        await page.keyboard.press('?')
        expect(await dialog(page).count()).toBe(0)
        return isFocused(link(page, 'Terms'))
      }
      expect(await keepsFocus()).toBe(true)
      if (storage === 'allowed') {
        await openPage(page)
        expect(await keepsFocus()).toBe(true)
      }
      await button(page, 'Keyboard shortcuts').click()
      await switchOf(page).check()
      await button(dialog(page), 'Close').click()
      expect(await isFocused(button(page, 'Keyboard shortcuts'))).toBe(true)
      await page.keyboard.press('/')
      expect(await isFocused(field(page))).toBe(true)
    },
  )

  test('say when their list cannot be loaded', async ({ open }) => {
    const { page, expectErrors } = await open()
    expectErrors(/^503 GET \/assets\/shortcuts-dialog/)
    await openPage(page)
    await page.route('**/assets/shortcuts-dialog-*.js', (route) => route.fulfill({ status: 503 }))
    await button(page, 'Keyboard shortcuts').click()
    await page
      .getByRole('alert')
      .getByText(/^The list of shortcuts could not be loaded/)
      .waitFor()
  })
})
