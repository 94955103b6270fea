import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Page as ShopPage } from '#app/routes.ts'
import type { Product } from '#features/catalog/schema.ts'
import { loaded } from '../support/browser.ts'
import { DECLINED_CARD, type Person } from '../support/customer.ts'
import {
  addressOf,
  leadsOn,
  ownPages,
  publicPages,
  staffPages,
  type Things,
  WITHOUT_COMPANY,
} from '../support/pages.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { createThings } from '../support/things.ts'
import { axeViolations, setWidth } from './axe.ts'
import { cutHeads } from './heads.ts'
import { test } from './journey.ts'
import {
  button,
  fillCard,
  fillLogin,
  fillOrder,
  main,
  payButton,
  placeOrder,
  productAt,
  toast,
} from './steps.ts'

const TIMEOUT_MS = 240_000

const WIDTHS = [320, 375, 768, 1280, 1920]

/** Without animations, so that axe checks the final state. */
const NO_MOTION = { reducedMotion: 'reduce' } as const

describe('every page is accessible, cuts no head of a table and calls no other host', {
  timeout: TIMEOUT_MS,
}, () => {
  // spec: visitor, footer, page-home, page-blog, visitor-rights
  test('for a visitor', async ({ open, shop, admin }) => {
    const { things } = await createThings(shop, admin)
    const browserWindow = await open(NO_MOTION)
    browserWindow.expectErrors(/^404 GET \/nowhere$/)
    const shown = publicPages.filter(({ path }) => !leadsOn(path))
    expect(await expectAccessible(shop, browserWindow.page, shown, things)).toBeGreaterThan(0)
  })

  // spec: footer
  test('for a customer', async ({ open, shop, admin }) => {
    const { customer, things } = await createThings(shop, admin)
    const browserWindow = await open({ ...NO_MOTION, as: customer })
    browserWindow.expectErrors(WITHOUT_COMPANY)
    const { page } = browserWindow
    expect(await expectAccessible(shop, page, ownPages, things)).toBeGreaterThan(2)
    const { paid } = await customerWithOrders(shop, customer)
    await page.goto(`/dashboard/payment/${paid._id}`)
    await page.getByText('Payment successfully done.').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('for an admin', async ({ open, shop, admin }) => {
    const { things } = await createThings(shop, admin)
    const { page } = await open({ ...NO_MOTION, as: admin })
    const both = ownPages.filter(({ path }) => /^.dashboard(.order..id)?$/.test(path))
    expect(await expectAccessible(shop, page, [...both, ...staffPages], things)).toBeGreaterThan(5)
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
    await page.goto('/parts?q=nothing-has-this-name')
    await page.getByText(/^No part has/).waitFor()
    found.set('an empty search', await axeViolations(page))
    await page.goto('/login')
    await fillLogin(page, { email: 'nobody@example.com', password: 'not the password' })
    await main(page).getByRole('alert').waitFor()
    found.set('a refused sign-in', await axeViolations(page))
    expectNoProblems(found)
  })

  test('for a customer', async ({ open, shop }) => {
    const customer = await shop.register()
    const { product, unpaid } = await customerWithOrders(shop, customer)
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
    await button(page, 'Take 100').waitFor()
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
    await customerWithOrders(shop, await shop.register())
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

/**
 * Checks each page: its landmarks, its title, its width, the heads of its tables, axe and the console. Opening a page is most
 * of what a check costs, so all are made where it is open. Resolves to the number of pages with heads.
 */
async function expectAccessible(
  shop: RunningShop,
  page: Page,
  among: readonly ShopPage[],
  things: Things,
): Promise<number> {
  const messages = recordMessages(page, shop.url)
  const titles = new Set<string>()
  let withHeads = 0
  const problems: string[] = []
  for (const each of among) {
    const path = addressOf(each, things)
    await page.goto(path)
    await loaded(page)
    titles.add(await page.title())
    const widths = await widthProblems(page)
    if (widths.heads > 2) withHeads += 1
    const found = [
      ...(await structureProblems(page, isBare(each))),
      ...widths.problems,
      ...(await axeViolations(page)),
    ]
    problems.push(...found.map((problem) => `${path}: ${problem}`))
  }
  expect([...problems, ...messages]).toEqual([])
  expect([...titles]).toHaveLength(among.length)
  return withHeads
}

/** Records console messages and requests to other hosts. The message of the 404 page is expected. */
function recordMessages(page: Page, origin: string): readonly string[] {
  const messages: string[] = []
  page.on('console', (message) => {
    if (!/\/(nowhere|api\/company(\/approvals)?)$/.test(message.location().url))
      messages.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) messages.push(`requested: ${request.url()}`)
  })
  return messages
}

/** Whether the page is for a reader who is to see nothing else of the shop. */
const isBare = ({ file }: ShopPage): boolean => readFileSync(`app/${file}`, 'utf8').includes("frame: 'bare'")

async function structureProblems(page: Page, bare: boolean): Promise<string[]> {
  const banner = page.getByRole('banner')
  const footer = page.getByRole('contentinfo')
  const framed = {
    'a header with the navigation': (await banner.getByRole('navigation').count()) === 1,
    'two lists in the footer': (await footer.getByRole('list').count()) >= 2,
    LinkedIn: await footer.getByRole('link', { name: 'LinkedIn' }).isVisible(),
    YouTube: await footer.getByRole('link', { name: 'YouTube' }).isVisible(),
  }
  const counts = {
    ...(bare ? { 'no footer': (await footer.count()) === 0 } : framed),
    h1: (await page.locator('h1').count()) === 1,
    main: (await page.getByRole('main').count()) === 1,
    'a title': /\S · Parts Shop$/.test(await page.title()),
    'one title': (await page.locator('head title').count()) === 1,
    'one description at most': (await page.locator('meta[name="description"]').count()) <= 1,
  }
  return Object.entries(counts)
    .filter(([, isCorrect]) => !isCorrect)
    .map(([part]) => `wrong or missing: ${part}`)
}

/** What does not fit at some width, and the most heads of tables that are visible at one. */
async function widthProblems(page: Page): Promise<{ problems: string[]; heads: number }> {
  const problems: string[] = []
  let heads = 0
  for (const width of WIDTHS) {
    await setWidth(page, width)
    const widest = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
    if (widest > width) problems.push(`${widest} wide at ${width}`)
    const { count, cut } = await cutHeads(page)
    problems.push(...cut.map((head) => `the head of a table is cut at ${width}: ${head}`))
    heads = Math.max(heads, count)
  }
  return { problems, heads }
}

/** An unpaid and a paid order of the customer. */
async function customerWithOrders(shop: RunningShop, customer: Person) {
  const product: Product = await productAt(shop, 0)
  const paid = await shop.pay(customer, await shop.order(customer, product))
  const unpaid = await shop.order(customer, product, 250)
  return { product, unpaid, paid }
}

function expectNoProblems(found: ReadonlyMap<string, readonly string[]>): void {
  expect([...found].filter(([, problems]) => problems.length > 0)).toEqual([])
}
