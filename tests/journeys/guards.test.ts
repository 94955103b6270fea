import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { RunningShop } from '../support/running-shop.ts'
import { test } from './journey.ts'
import {
  accessToken,
  atPath,
  button,
  fillLogin,
  heading,
  main,
  pathOf,
  productAt,
  rowOf,
  signIn,
  toast,
} from './steps.ts'

const HEARD_WITHIN_MS = 5000

describe('protected pages', () => {
  const ADMIN_PAGES = [
    ['/dashboard/alluser', /^Total Users: \d+$/],
    ['/dashboard/manageorders', 'Manage Orders'],
    ['/dashboard/addproduct', 'Add Product'],
    ['/dashboard/manageproducts', /^All Products \(\d+\)$/],
  ] as const

  const CUSTOMER_PAGES = [
    ['/dashboard', 'My Profile'],
    ['/dashboard/myorders', 'My Orders'],
    ['/dashboard/review', 'Add a Review'],
  ] as const

  test('send a visitor to the sign-in page and bring the customer back', async ({ open, shop }) => {
    const customer = await shop.register()
    const product = await productAt(shop, 0)
    const order = await shop.order(customer, product)
    const pages = [
      ...CUSTOMER_PAGES,
      [`/order/${product._id}`, product.name],
      [`/dashboard/payment/${order._id}`, 'Payment'],
    ] as const
    for (const [path, title] of pages) await expectWayBack((await open()).page, customer, path, title)
  })

  test('of admins do the same for an admin', async ({ open, admin }) => {
    for (const [path, title] of ADMIN_PAGES) await expectWayBack((await open()).page, admin, path, title)
  })

  test('of admins sign anybody else out', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open()
    for (const [path] of ADMIN_PAGES) {
      await signIn(page, customer)
      const token = await accessToken(page)
      await page.goto(path)
      await atPath(page, '/login')
      await button(main(page), 'Login').waitFor()
      expect(await accessToken(page)).toBe(null)
      await expectDead(shop, customer.email, token, page)
    }
  })

  test('of admins are no way in for a visitor', async ({ open }) => {
    const { page } = await open()
    await page.goto('/dashboard/manageorders')
    await atPath(page, '/login')
    await button(main(page), 'Login').waitFor()
  })
})

describe('an admin check that fails', () => {
  const FAILURES = [
    [
      'with an error of the shop',
      /^500 GET \/api\/admin\//,
      (route: Route) => route.fulfill({ status: 500 }),
    ],
    [
      'for want of a connection',
      /^net::ERR_INTERNET_DISCONNECTED GET \/api\/admin\//,
      (route: Route) => route.abort('internetdisconnected'),
    ],
  ] as const

  for (const [how, trouble, fail] of FAILURES) {
    test(`${how} signs nobody out and can be tried again`, async ({ open, admin }) => {
      const visitor = await open()
      visitor.expectTrouble(trouble)
      const { page } = visitor
      await signIn(page, admin)
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
    })
  }
})

describe('a session', () => {
  test('ends by the Logout button, and its token with it', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open()
    await signIn(page, customer)
    await page.goto('/dashboard/myorders')
    await heading(page, 'My Orders').waitFor()
    const token = await accessToken(page)
    await button(page, 'Logout').click()
    await atPath(page, '/login')
    await page.getByRole('link', { name: 'Login' }).waitFor()
    expect(await page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
    expect(await accessToken(page)).toBe(null)
    await expectDead(shop, customer.email, token, page)
  })

  test('once begun, Back shows no sign-in form', async ({ open, shop }) => {
    const customer = await shop.register()
    const { page } = await open()
    await page.goto('/blog')
    await page.getByRole('link', { name: 'Home' }).click()
    await atPath(page, '/')
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await fillLogin(page, customer)
    await button(page, 'Logout').waitFor()
    await atPath(page, '/')
    await page.goBack()
    expect(pathOf(page)).not.toBe('/login')
    expect(await page.getByLabel('Password').count()).toBe(0)

    await page.goto('/login')
    await atPath(page, '/')
    expect(await page.getByLabel('Password').count()).toBe(0)
  })

  test('once begun on the way to a protected page, Back leads past the sign-in form', async ({
    open,
    shop,
  }) => {
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

  test('that was ended elsewhere ends on My Orders too, which says so', async ({ open, shop }) => {
    const customer = await shop.register()
    const product = await productAt(shop, 0)
    await shop.order(customer, product)
    const visitor = await open()
    visitor.expectTrouble(/^401 GET \/api\/(myorders|admin)/)
    const { page } = visitor
    await signIn(page, customer)
    await page.goto('/dashboard/myorders')
    await rowOf(page, product.name).waitFor()
    await signOutElsewhere(shop, page)
    await atPath(page, '/login')
    await expectErrorToast(page)
    expect(await accessToken(page)).toBe(null)
    await fillLogin(page, customer)
    await rowOf(page, product.name).waitFor()
  })

  for (const status of [401, 403]) {
    test(`is over when My Orders is answered with ${status}`, async ({ open, shop }) => {
      const visitor = await open()
      visitor.expectTrouble(new RegExp(`^${status} GET /api/myorders`))
      const { page } = visitor
      await signIn(page, await shop.register())
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
      expect(await accessToken(page)).toBe(null)
      await button(main(page), 'Login').waitFor()
    })
  }
})

type Account = { email: string; password: string }

async function expectWayBack(
  page: Page,
  account: Account,
  path: string,
  title: string | RegExp,
): Promise<void> {
  await page.goto(path)
  await atPath(page, '/login')
  await fillLogin(page, account)
  await atPath(page, path)
  await main(page).getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}

/** Neither the token nor the browser's cookie is good for anything any more. */
async function expectDead(shop: RunningShop, email: string, token: string | null, page: Page): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  await expect
    .poll(async () => (await shop.call('GET', '/api/myorders', { headers })).status, {
      timeout: HEARD_WITHIN_MS,
    })
    .toBe(401)
  const Cookie = await cookiesOf(page)
  const login = await shop.call('POST', '/api/login', {
    body: { email },
    headers: { Cookie, Origin: shop.url },
  })
  expect(login.status).toBe(401)
}

async function signOutElsewhere(shop: RunningShop, page: Page): Promise<void> {
  const headers = { Cookie: await cookiesOf(page), Origin: shop.url }
  const { status } = await shop.call('POST', '/api/auth/sign-out', { body: {}, headers })
  expect(status).toBe(200)
}

const cookiesOf = async (page: Page): Promise<string> =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

const expectErrorToast = (page: Page): Promise<void> =>
  page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).waitFor()
