import type { BrowserContextOptions } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { type BrowserWindow, launchBrowser, openWindow, sessionOf } from '../support/browser.ts'
import type { Person } from '../support/customer.ts'
import { ADMIN, emptyStorage, startShop } from '../support/running-shop.ts'

interface WindowOptions extends BrowserContextOptions {
  /** The user who is signed in at the start. */
  readonly as?: Person
}

/**
 * A test in a real browser with a shop in a separate process and the demo catalogue. `open` opens a browser context.
 * Unexpected errors in any of them fail the test.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  // biome-ignore lint/correctness/noEmptyPattern: the same.
  .extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const resources = new AsyncDisposableStack()
    onCleanup(() => resources.disposeAsync())
    const storage = resources.use(await emptyStorage())
    return resources.use(await startShop({ storage, seed: 'demo' }))
  })
  .extend('admin', { scope: 'file' }, async ({ shop }) => ({ ...(await shop.signIn(ADMIN)), ...ADMIN }))
  .extend('open', async ({ browser, shop }, { onCleanup }) => {
    const windows: BrowserWindow[] = []
    onCleanup(async () => {
      const errors = windows.flatMap((browserWindow) => browserWindow.errors())
      await Promise.all(windows.map((browserWindow) => browserWindow.leave()))
      expect(errors).toEqual([])
    })
    return async ({ as, ...options }: WindowOptions = {}): Promise<BrowserWindow> => {
      const session = as && { storageState: sessionOf(as, shop.url) }
      const browserWindow = await openWindow(browser, shop.url, { ...session, ...options })
      windows.push(browserWindow)
      return browserWindow
    }
  })
