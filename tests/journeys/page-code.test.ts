import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Page as ShopPage } from '#app/routes.ts'
import { settled } from '../support/browser.ts'
import {
  addressOf,
  leadsOn,
  ownPages,
  publicPages,
  staffPages,
  type Things,
  WITHOUT_COMPANY,
} from '../support/pages.ts'
import { createThings } from '../support/things.ts'
import { test } from './journey.ts'
import { atPath, button, heading, hydrated, main, pathOf } from './steps.ts'

/** Where navigations start is loaded already. */
const isOpened = ({ path }: ShopPage): boolean => !leadsOn(path) && path !== '/terms'

const urlOf = (page: ShopPage, things: Things): URL => new URL(addressOf(page, things), 'http://shop.example')

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'The page could not be loaded' })

const tryAgain = (page: Page) => button(alert(page), 'Try again')

const CODE = '**/assets/*.js'

/** Opens a page and waits until it is hydrated. */
async function openPage(
  page: Page,
  path: string,
  how: () => Promise<unknown> = () => page.goto(path),
): Promise<void> {
  await how()
  await hydrated(page)
  await settled(page)
}

/** Navigates like a link of the shop; the page does not need to have one. */
const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const router = Reflect.get(window, '__reactRouterDataRouter') as { navigate(to: string): Promise<void> }
    void router.navigate(to)
  }, path)

/** Counts document loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  return () => loads
}

/** The ways in which code files fail to load. */
const FAILURES: readonly (readonly [name: string, fail: (page: Page) => Promise<() => Promise<void>>])[] = [
  [
    'without a connection',
    async (page) => {
      await page.context().setOffline(true)
      return () => page.context().setOffline(false)
    },
  ],
  [
    'while only the code fails to load',
    async (page) => {
      await page.route(CODE, (route) => route.fulfill({ status: 503 }))
      return () => page.unroute(CODE)
    },
  ],
]

const CODE_ERRORS = [/^503 (GET|HEAD) /, /^net::ERR_INTERNET_DISCONNECTED /, /^net::ERR_FAILED /]

/** Every page fails to load in one of the ways, in turns: both together take minutes, and the pages share the code for it. */
const inTurns = (among: readonly ShopPage[], turn: number): readonly ShopPage[] =>
  among.filter((_, index) => index % FAILURES.length === turn)

describe.each(FAILURES.map(([name, fail], turn) => [name, fail, turn] as const))(
  'a navigation to a page with code that is not loaded yet, %s,',
  (_name, fail, turn) => {
    test('keeps the page, shows an error, and succeeds by Try again', async ({ open, shop, admin }) => {
      const visitorWindow = await open()
      const adminWindow = await open({ as: admin })
      const { things } = await createThings(shop, admin, admin)
      for (const [{ page, expectErrors }, among, start] of [
        [visitorWindow, publicPages.filter(isOpened), '/terms'],
        [adminWindow, [...ownPages, ...staffPages], '/blog'],
      ] as const) {
        expectErrors(...CODE_ERRORS, /^404 (GET|HEAD) \/nowhere/, WITHOUT_COMPANY)
        for (const { pathname: path, search } of inTurns(among, turn).map((each) => urlOf(each, things))) {
          await openPage(page, start)
          const title = await page.title()
          const loads = countLoads(page)
          const restore = await fail(page)
          await navigate(page, path + search)
          await alert(page).waitFor()
          expect([pathOf(page), await page.title(), loads()], path).toEqual([start, title, 0])
          expect(await main(page).getByRole('heading', { level: 1 }).count(), path).toBe(1)
          await restore()
          await tryAgain(page).click()
          await atPath(page, path)
          await alert(page).waitFor({ state: 'detached' })
          await main(page).getByRole('heading', { level: 1 }).first().waitFor()
          expect(loads(), path).toBe(0)
        }
      }
    }, 180_000)
  },
)

test('Back to a page with code that fails to load keeps the current page too', async ({ open }) => {
  const { page, expectErrors } = await open()
  expectErrors(...CODE_ERRORS)
  await openPage(page, '/portfolio')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await atPath(page, '/terms')
  await openPage(page, '/terms', () => page.reload())
  await page.route(CODE, (route) => route.fulfill({ status: 503 }))
  await page.evaluate(() => history.back())
  await alert(page).waitFor()
  expect(pathOf(page)).toBe('/terms')
  await page.unroute(CODE)
  await tryAgain(page).click()
  await atPath(page, '/portfolio')
  await heading(page, 'Terms').waitFor({ state: 'detached' })
})

test('a click on a link without a connection keeps the typed text', async ({ open }) => {
  const { page, expectErrors } = await open()
  expectErrors(...CODE_ERRORS)
  await openPage(page, '/register')
  await main(page).getByLabel('Email').fill('somebody@example.com')
  await page.context().setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click()
  await alert(page).waitFor()
  expect(await main(page).getByLabel('Email').inputValue()).toBe('somebody@example.com')
  // Another failed attempt keeps the text too.
  await Promise.all([page.waitForEvent('requestfailed'), tryAgain(page).click()])
  await expect.poll(() => tryAgain(page).getAttribute('aria-disabled')).toBe(null)
  expect(await main(page).getByLabel('Email').inputValue()).toBe('somebody@example.com')
  await page.context().setOffline(false)
  await tryAgain(page).click()
  await atPath(page, '/blog')
})

test('hovering over a link loads the code of its page', async ({ open }) => {
  const { page } = await open()
  await openPage(page, '/terms')
  await Promise.all([
    page.waitForResponse(/\/assets\/portfolio-[^/]*\.js$/),
    page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).hover(),
  ])
})

test('hovering over links without a connection loads nothing and keeps the page', async ({ open, admin }) => {
  const { page, expectErrors } = await open({ as: admin })
  expectErrors(...CODE_ERRORS)
  await openPage(page, '/dashboard')
  const links = [
    page.getByRole('banner').getByRole('link', { name: 'Dashboard' }),
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'All User' }),
  ]
  // The entries of admins are loaded after the page.
  for (const link of links) await link.waitFor()
  const loads = countLoads(page)
  for (const fail of [
    () => page.context().setOffline(true),
    () => page.route(CODE, (route) => route.fulfill({ status: 503 })),
  ]) {
    await page.context().setOffline(false)
    await fail()
    for (const link of links) {
      await link.hover()
      await link.focus()
      await page.waitForTimeout(300)
    }
    expect([pathOf(page), loads()]).toEqual(['/dashboard', 0])
  }
})

test('after a release has replaced the code files, the page reloads once', async ({ open }) => {
  const { page, expectErrors } = await open()
  expectErrors(/^404 (GET|HEAD) \/assets\//)
  await openPage(page, '/')
  const loads = countLoads(page)
  // The code files of the old release are removed; those of the new release exist.
  await page.route(CODE, (route) => (loads() === 0 ? route.fulfill({ status: 404 }) : route.continue()))
  await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).click()
  await atPath(page, '/portfolio')
  await settled(page)
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
  await atPath(page, '/blog')
  expect(loads()).toBe(1)
})

test('when the code of the sign-in page fails to load, a protected page shows an error and does not reload in a loop', async ({
  open,
}) => {
  const { page, expectErrors } = await open()
  expectErrors(/^503 (GET|HEAD) \/assets\//)
  const loads = countLoads(page)
  await page.route('**/assets/login-*.js', (route) => route.fulfill({ status: 503 }))
  await page.goto('/dashboard')
  await heading(page, 'Something went wrong').waitFor()
  await page.waitForTimeout(1000)
  expect(loads()).toBe(1)
  await page.unroute('**/assets/login-*.js')
  await button(main(page), 'Try again').click()
  await heading(page, 'Login').waitFor()
})

test('data that fails to load without a connection can be tried again without a reload of the page', async ({
  open,
}) => {
  const { page, expectErrors } = await open()
  expectErrors(...CODE_ERRORS)
  await openPage(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await atPath(page, '/terms')
  const loads = countLoads(page)
  await page.context().setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await heading(page, 'Something went wrong').waitFor()
  await button(main(page), 'Try again').click()
  await expect.poll(() => button(main(page), 'Try again').getAttribute('aria-disabled')).toBe(null)
  await heading(page, 'Something went wrong').waitFor()
  await page.context().setOffline(false)
  await button(main(page), 'Try again').click()
  await heading(page, 'Healthy Food').waitFor()
  expect(loads()).toBe(0)
})

test('the scripts of a page are loaded after its styles, font and pictures', async ({ shop }) => {
  const html = await (await fetch(shop.url)).text()
  const preloaded = html.match(/<link rel="modulepreload"[^>]*>/g) ?? []
  expect(preloaded.length).toBeGreaterThan(3)
  for (const link of preloaded) expect(link).toContain('fetchPriority="low"')
})
