import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { customerPath } from '#features/customers/paths.ts'
import { DECLINED_CARD, type Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations, setWidth } from './axe.ts'
import { test } from './journey.ts'
import {
  button,
  fillCard,
  fillLogin,
  fillOrder,
  heading,
  main,
  payButton,
  placeOrder,
  productAt,
  rowOf,
  toast,
} from './steps.ts'

const TIMEOUT_MS = 120_000

const WIDTHS = [320, 375, 768, 1280]

/** Without animations, so that axe checks the final state. */
const NO_MOTION = { reducedMotion: 'reduce' } as const

/** The path of a page, its `h1`, and an element that is visible when it has loaded. */
type Route = readonly [path: string, title: string, content?: (page: Page) => Locator]

describe('every page is accessible and calls no other host', { timeout: TIMEOUT_MS }, () => {
  // spec: visitor, footer, page-home, page-blog, visitor-rights
  test('for a visitor', async ({ open, shop }) => {
    const browserWindow = await open(NO_MOTION)
    browserWindow.expectErrors(/^404 GET \/nowhere$/)
    const inCarousel = (page: Page) => page.getByRole('button', { name: 'Next', exact: false }).first()
    await expectAccessible(shop, browserWindow.page, [
      ['/', 'Healthy Food', inCarousel],
      ['/blog', 'My Blogs'],
      ['/portfolio', 'Portfolio'],
      ['/compare?sku=SC-912-M6-20&sku=SC-912-M10-60', 'Compare parts'],
      ['/cart', 'Cart'],
      ['/login', 'Login'],
      ['/register', 'Register'],
      ['/forgotpass', 'Forgot password'],
      ['/reset-password?token=sample', 'New password'],
      ['/verify-email?token=sample', 'Confirm your e-mail address'],
      ['/terms', 'Terms'],
      ['/imprint', 'Imprint'],
      ['/nowhere', 'Page not found'],
    ])
  })

  // spec: footer
  test('for a customer', async ({ open, shop }) => {
    const { customer, product, unpaid, paid } = await customerWithOrders(shop)
    const { page } = await open({ ...NO_MOTION, as: customer })
    await expectAccessible(shop, page, [
      ['/dashboard', 'My Profile', () => page.getByText(customer.email)],
      ['/dashboard/myorders', 'My Orders', () => rowOf(page, 'Paid')],
      ['/dashboard/addresses', 'Addresses'],
      ['/dashboard/lists', 'Lists'],
      ['/dashboard/review', 'Add a Review'],
      [`/dashboard/payment/${unpaid._id}`, 'Payment', () => page.getByLabel('Card number')],
      [`/order/${product._id}`, product.name, () => placeOrder(page)],
    ])
    await page.goto(`/dashboard/payment/${paid._id}`)
    await page.getByText('Payment successfully done.').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('for an admin', async ({ open, shop, admin }) => {
    const { customer, paid } = await customerWithOrders(shop)
    const { page } = await open({ ...NO_MOTION, as: admin })
    const { customerId = '' } = (await shop.call('GET', `/api/myorder/${paid._id}`, { as: admin })).body
    await expectAccessible(shop, page, [
      ['/dashboard', 'My Profile', () => page.getByText(admin.email)],
      [customerPath(customerId), customer.name, () => rowOf(page, paid.number)],
      ['/dashboard/alluser', 'All User', () => rowOf(page, customer.email)],
      ['/dashboard/manageorders', 'Manage Orders', () => rowOf(page, 'Not paid yet').first()],
      ['/dashboard/invoices', 'Invoices', () => rowOf(page, 'INV-').first()],
      ['/dashboard/addproduct', 'Add Product'],
      ['/dashboard/synonyms', 'Search words'],
      ['/dashboard/texts', 'Texts'],
      ['/dashboard/manageproducts', 'Manage Products', () => button(main(page), 'Delete').first()],
    ])
  })

  test('also /sandbox/mail and /api/docs', async ({ open }) => {
    const { page } = await open(NO_MOTION)
    const found: string[] = []
    for (const path of ['/sandbox/mail', '/api/docs']) {
      await page.goto(path)
      found.push(...(await axeViolations(page)).map((problem) => `${path}: ${problem}`))
    }
    expect(found).toEqual([])
  })
})

describe('menus, dialogs, toasts and errors are accessible', { timeout: TIMEOUT_MS }, () => {
  test('for a visitor', async ({ open }) => {
    const browserWindow = await open(NO_MOTION)
    browserWindow.expectErrors(/^401 POST \/api\/auth\/sign-in\/email$/)
    const { page } = browserWindow
    const found = new Map<string, string[]>()
    await page.goto('/blog')
    await setWidth(page, 375)
    await button(page, 'Menu').click()
    found.set('the menu', await axeViolations(page, [375]))
    await page.keyboard.press('Escape')
    await page.locator('summary').first().click()
    found.set('an answer', await axeViolations(page))
    await page.goto('/?q=nothing-has-this-name')
    await page.getByRole('heading', { name: /^Nothing found/ }).waitFor()
    found.set('an empty search', await axeViolations(page))
    await page.goto('/login')
    await fillLogin(page, { email: 'nobody@example.com', password: 'not the password' })
    await main(page).getByRole('alert').waitFor()
    found.set('a refused sign-in', await axeViolations(page))
    expectNoProblems(found)
  })

  test('for a customer', async ({ open, shop }) => {
    const { customer, product, unpaid } = await customerWithOrders(shop)
    const browserWindow = await open({ ...NO_MOTION, as: customer })
    browserWindow.expectErrors(/^402 POST \/sandbox\/stripe\//)
    const { page } = browserWindow
    const found = new Map<string, string[]>()
    await page.goto('/dashboard/myorders')
    await button(main(page), 'Cancel').click()
    await page.getByRole('dialog').waitFor()
    found.set('the dialog', await axeViolations(page))
    await page.keyboard.press('Escape')
    await setWidth(page, 375)
    await page.getByRole('button', { name: 'Dashboard' }).click()
    found.set('the sidebar', await axeViolations(page, [375]))

    await page.goto(`/order/${product._id}`)
    await fillOrder(page, 99)
    await button(page, 'Order 100').waitFor()
    found.set('a quantity that is too small', await axeViolations(page))
    await placeOrder(page).click()
    await toast(page, 'Quantity should be greater then 100', 'alert')
    await page.getByRole('alert').hover()
    found.set('a toast', await axeViolations(page))
    await page.getByLabel('Phone').fill('')
    await page.getByLabel('Quantity').fill('100.5')
    await placeOrder(page).click()
    await page.getByText('The phone number is required.').waitFor()
    found.set('a form with errors', await axeViolations(page))

    await page.goto(`/dashboard/payment/${unpaid._id}`)
    await fillCard(page, DECLINED_CARD)
    await payButton(page).click()
    await page.getByText('Your card was declined.').waitFor()
    found.set('a declined card', await axeViolations(page))
    expectNoProblems(found)
  })

  test('for an admin', async ({ open, shop, admin }) => {
    await customerWithOrders(shop)
    const { page } = await open({ ...NO_MOTION, as: admin })
    const found = new Map<string, string[]>()
    await page.goto('/dashboard/manageorders')
    await page
      .getByRole('button', { name: /^Details of order/ })
      .first()
      .click()
    found.set('the events of an order', await axeViolations(page))
    await page.getByRole('button', { name: 'Pending' }).first().click()
    await toast(page, 'Order is shipped')
    await page.getByRole('status').getByText('Order is shipped').hover()
    found.set('a success toast', await axeViolations(page))
    await page.goto('/dashboard/addproduct')
    await button(main(page), 'Add Product').click()
    found.set('a form with errors', await axeViolations(page))
    expectNoProblems(found)
  })
})

/** Checks each page: its landmarks, its title, its width, axe and the console. */
async function expectAccessible(shop: RunningShop, page: Page, routes: readonly Route[]): Promise<void> {
  const messages = recordMessages(page, shop.url)
  const titles = new Set<string>()
  const problems: string[] = []
  for (const [path, title, content] of routes) {
    await page.goto(path)
    await heading(page, title).waitFor()
    await content?.(page).waitFor()
    titles.add(await page.title())
    const found = [
      ...(await structureProblems(page)),
      ...(await widthProblems(page)),
      ...(await axeViolations(page)),
    ]
    problems.push(...found.map((problem) => `${path}: ${problem}`))
  }
  expect([...problems, ...messages]).toEqual([])
  expect(titles.size).toBe(routes.length)
}

/** Records console messages and requests to other hosts. The message of the 404 page is expected. */
function recordMessages(page: Page, origin: string): readonly string[] {
  const messages: string[] = []
  page.on('console', (message) => {
    if (!/\/nowhere$/.test(message.location().url)) messages.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) messages.push(`requested: ${request.url()}`)
  })
  return messages
}

async function structureProblems(page: Page): Promise<string[]> {
  const banner = page.getByRole('banner')
  const footer = page.getByRole('contentinfo')
  const counts = {
    h1: (await page.locator('h1').count()) === 1,
    main: (await page.getByRole('main').count()) === 1,
    'a header with the navigation': (await banner.getByRole('navigation').count()) === 1,
    'two lists in the footer': (await footer.getByRole('list').count()) >= 2,
    LinkedIn: await footer.getByRole('link', { name: 'LinkedIn' }).isVisible(),
    YouTube: await footer.getByRole('link', { name: 'YouTube' }).isVisible(),
    'a title': /\S · Parts Shop$/.test(await page.title()),
    'one title': (await page.locator('head title').count()) === 1,
    'one description at most': (await page.locator('meta[name="description"]').count()) <= 1,
  }
  return Object.entries(counts)
    .filter(([, isCorrect]) => !isCorrect)
    .map(([part]) => `wrong or missing: ${part}`)
}

async function widthProblems(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await setWidth(page, width)
    const widest = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
    if (widest > width) found.push(`${widest} wide at ${width}`)
  }
  return found
}

/** A customer with an unpaid and a paid order. */
async function customerWithOrders(shop: RunningShop) {
  const customer: Person = await shop.register()
  const product: Product = await productAt(shop, 0)
  const paid = await shop.pay(customer, await shop.order(customer, product))
  const unpaid = await shop.order(customer, product, 250)
  return { customer, product, unpaid, paid }
}

function expectNoProblems(found: ReadonlyMap<string, readonly string[]>): void {
  expect([...found].filter(([, problems]) => problems.length > 0)).toEqual([])
}
