import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { loaded, sessionOf } from '../support/browser.ts'
import type { Person } from '../support/customer.ts'
import { addressOf, ownPages, staffPages, WITHOUT_COMPANY } from '../support/pages.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { createThings } from '../support/things.ts'
import { test } from './journey.ts'
import {
  accessToken,
  atPath,
  button,
  fillLogin,
  heading,
  link,
  main,
  pathOf,
  productAt,
  rowOf,
  toast,
} from './steps.ts'

describe('protected pages', { timeout: 150_000 }, () => {
  // spec: signed-in-pages, redirect-to-login, token-obtained, signed-in-rights, post-login
  test('redirect a visitor to the sign-in page, and the signed-in customer back', async ({
    open,
    shop,
    admin,
  }) => {
    const { customer, things } = await createThings(shop, admin)
    const browserWindow = await open()
    const { page } = browserWindow
    browserWindow.expectErrors(WITHOUT_COMPANY)
    for (const each of ownPages) await expectReturn(page, customer, addressOf(each, things))
  })

  // spec: admin-pages, admin-rights
  test('for admins redirect a signed-in admin back', async ({ open, shop, admin }) => {
    const { things } = await createThings(shop, admin)
    const { page } = await open()
    for (const each of staffPages) await expectReturn(page, admin, addressOf(each, things))
  })

  // spec: not-admin
  test('for admins sign out a customer', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open()
    await page.goto('/terms')
    for (const each of staffPages) {
      const session = await shop.signIn(customer)
      const { cookies } = sessionOf(session, shop.url)
      await page.context().addCookies(cookies)
      await page.evaluate((token) => localStorage.setItem('accessToken', token), session.token)
      await page.goto(addressOf(each))
      await atPath(page, '/login')
      await button(main(page), 'Login').waitFor()
      await expectEnded(shop, page, session)
    }
  })

  // spec: not-admin
  test('for admins redirect a visitor to the sign-in page', async ({ open }) => {
    const { page } = await open()
    await page.goto('/dashboard/manageorders')
    await atPath(page, '/login')
    await button(main(page), 'Login').waitFor()
  })
})

describe('an admin check that fails', () => {
  const FAILURES = [
    ['with a server error', /^500 GET \/api\/admin\//, (route: Route) => route.fulfill({ status: 500 })],
    [
      'without a connection',
      /^net::ERR_INTERNET_DISCONNECTED GET \/api\/admin\//,
      (route: Route) => route.abort('internetdisconnected'),
    ],
  ] as const

  for (const [how, error, fail] of FAILURES) {
    // spec: admin-status
    test(`${how} does not sign the user out and can be tried again`, async ({ open, admin }) => {
      const browserWindow = await open({ as: admin })
      browserWindow.expectErrors(error)
      const { page } = browserWindow
      await page.route('**/api/admin/*', fail)
      await page.goto('/dashboard/manageorders')
      const again = button(main(page), 'Try again')
      await again.waitFor()
      expect(pathOf(page)).toBe('/dashboard/manageorders')
      expect(await accessToken(page)).not.toBe(null)
      expect(await button(page, 'Logout').isVisible()).toBe(true)

      await page.unroute('**/api/admin/*')
      await again.click()
      await heading(page, 'Manage Orders').waitFor()

      // Later failures do not take the dashboard away.
      await page.route('**/api/admin/*', fail)
      await link(main(page), 'Reviews').click()
      await heading(page, 'Reviews').waitFor()
    })
  }
})

describe('a session', () => {
  // spec: login-button, token-storage, logout
  test('ends with the Logout button, and its token too', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open({ as: customer })
    await page.goto('/dashboard/myorders')
    await heading(page, 'My Orders').waitFor()
    await button(page, 'Logout').click()
    await atPath(page, '/login')
    await page.getByRole('link', { name: 'Login' }).waitFor()
    expect(await page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
    await expectEnded(shop, page, customer)
  })

  test('has started: Back shows no sign-in form', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open()
    await page.goto('/blog')
    await page.getByRole('link', { name: 'Home' }).click()
    await heading(page, 'Healthy Food').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await fillLogin(page, customer)
    await button(page, 'Logout').waitFor()
    await atPath(page, '/')
    await page.goBack()
    expect(pathOf(page)).not.toBe('/login')
    expect(await page.getByLabel('Password').count()).toBe(0)

    await page.goto('/login')
    await heading(page, 'Healthy Food').waitFor()
    expect(await page.getByLabel('Password').count()).toBe(0)
  })

  test('has started for a protected page: Back skips the sign-in form', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open()
    await page.goto('/blog')
    await page.goto('/dashboard/myorders')
    await atPath(page, '/login')
    await fillLogin(page, customer)
    await heading(page, 'My Orders').waitFor()
    await page.goBack()
    await atPath(page, '/blog')
  })

  // spec: my-orders-refused
  test('that was ended in another browser ends on My Orders too, with a message', async ({ open, shop }) => {
    const customer = await shop.register()
    const product = await productAt(shop, 0)
    await shop.order(customer, product)
    const browserWindow = await open({ as: customer })
    browserWindow.expectErrors(/^401 GET \/api\/(myorders|admin)/)
    const { page } = browserWindow
    await page.goto('/dashboard/myorders')
    await rowOf(page, product.name).waitFor()
    const headers = { Cookie: customer.cookie, Origin: shop.url }
    await shop.call('POST', '/api/auth/sign-out', { body: {}, headers })
    await atPath(page, '/login')
    await button(page.getByRole('alert'), 'Dismiss').waitFor()
    await expectEnded(shop, page, customer)
    await fillLogin(page, customer)
    await rowOf(page, product.name).waitFor()
  })

  for (const status of [401, 403]) {
    // spec: my-orders-refused
    test(`ends when My Orders is answered with ${status}`, async ({ open, shop }) => {
      const customer = await shop.register()
      const browserWindow = await open({ as: customer })
      browserWindow.expectErrors(new RegExp(`^${status} GET /api/myorders`))
      const { page } = browserWindow
      const detail = 'A sample refusal.'
      await page.route('**/api/myorders?*', (route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ status, detail }),
        }),
      )
      await page.goto('/dashboard/myorders')
      await atPath(page, '/login')
      await toast(page, detail, 'alert')
      await button(main(page), 'Login').waitFor()
      await expectEnded(shop, page, customer)
    })
  }
})

async function expectReturn(
  page: Page,
  account: Pick<Person, 'email' | 'password'>,
  path: string,
): Promise<void> {
  await page.goto(path)
  await atPath(page, '/login')
  await fillLogin(page, account)
  await atPath(page, path)
  await loaded(page)
  expect(await page.title(), path).not.toMatch(/^(Page not found|Login|Error)/)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
}

/** The browser has no access token any more, and the earlier token and cookie are invalid. */
async function expectEnded(shop: RunningShop, page: Page, { email, token, cookie }: Person): Promise<void> {
  expect(await accessToken(page)).toBe(null)
  const status = async (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    (await shop.call(method, path, { headers, body })).status
  // The page does not wait for the sign-out call.
  await expect.poll(() => status('GET', '/api/myorders', { Authorization: `Bearer ${token}` })).toBe(401)
  expect(await status('POST', '/api/login', { Cookie: cookie, Origin: shop.url }, { email })).toBe(401)
}
