import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import type { BrowserWindow } from '../support/browser.ts'
import type { Person } from '../support/customer.ts'
import { readPdf } from '../support/pdf.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { boxOf, button, heading, isFocused, link, main, toast } from './steps.ts'

/** For the 36 orders that are placed and paid first, on a slow computer. */
const TIMEOUT_MS = 120_000

const CUSTOMERS = 6
const PAID_EACH = 6

/** Paid orders of several customers, placed at the same time. */
async function placePaidOrders(shop: RunningShop, product: Product): Promise<void> {
  const people = await Promise.all(Array.from({ length: CUSTOMERS }, () => shop.register()))
  await Promise.all(
    people.map(async (customer) => {
      for (let count = 0; count < PAID_EACH; count += 1)
        await shop.pay(customer, await shop.order(customer, product))
    }),
  )
}

const choose = (page: Page, index: number) =>
  main(page)
    .getByRole('checkbox', { name: /^Choose order/ })
    .nth(index)

const bar = (page: Page) => page.getByRole('region', { name: 'Chosen orders' })

const ordersShown = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor()

const listOf =
  (shop: RunningShop, admin: Person) =>
  async (query: string): Promise<Order[]> =>
    (await shop.call('GET', `/api/orders?limit=100&${query}`, { as: admin })).body

test('an admin ships thirty orders from the overview on, undoes five, ships one in parts, refunds one and packs one', {
  timeout: TIMEOUT_MS,
}, async ({ open, shop, admin }) => {
  const product = await shop.addProduct(admin, { quantity: 100_000 })
  await placePaidOrders(shop, product)
  const list = listOf(shop, admin)
  const browserWindow = await open({ as: admin, reducedMotion: 'reduce' })
  const { page } = browserWindow

  await page.goto('/dashboard/overview')
  await link(main(page), '36 orders to ship in all').click()
  await ordersShown(page, '36 orders')
  await choose(page, 0).click()
  await choose(page, 29).click({ modifiers: ['Shift'] })
  await bar(page).getByText('30 chosen', { exact: true }).waitFor()
  await button(bar(page), 'Mark shipped').click()
  await toast(page, '30 orders are shipped')
  expect(await list('status=shipped')).toHaveLength(30)

  await page.goto('/dashboard/manageorders?status=pending')
  await ordersShown(page, '6 orders')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await choose(page, 4).click({ modifiers: ['Shift'] })
  await bar(page).getByText('5 chosen', { exact: true }).waitFor()
  await button(bar(page), 'Mark shipped').click()
  await toast(page, '5 orders are shipped')
  await page.reload()
  await toast(page, '5 orders are shipped')
  await page.keyboard.press('z')
  await toast(page, 'Undone')
  expect(await list('status=pending')).toHaveLength(6)
  expect(await list('status=shipped')).toHaveLength(30)

  await goThroughOrders(page)
  await shipPart(page, product)
  await undoOnSecondTry(browserWindow)
  expect(await list('status=partly_shipped')).toHaveLength(0)
  await shipPart(page, product)
  const [inParts] = await list('status=partly_shipped')
  await refundNext(page)
  expect(await list('status=refunded')).toHaveLength(1)

  await page.keyboard.press('k')
  await heading(page, `Order ${inParts?.number}`).waitFor()
  // What is left, and what has left.
  for (const name of ['Packing slip PDF', 'Packing slip']) {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
    const { pages } = readPdf(await readFile(await download.path()))
    expect(pages.join()).toContain(inParts?.number)
    expect(pages.join()).toContain(product.sku)
  }
})

/** Opens the first pending order by key, goes to the next, back and to the next again, and to the list and back. */
async function goThroughOrders(page: Page): Promise<void> {
  await page.goto('/dashboard/manageorders?status=pending')
  await ordersShown(page, '6 orders')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const at = (position: number) => main(page).getByText(`${position} of 6`).waitFor()
  await at(1)
  await page.keyboard.press('j')
  await at(2)
  await page.keyboard.press('k')
  await at(1)
  await page.keyboard.press('j')
  await at(2)
  await link(main(page), 'All orders').click()
  await heading(page, 'Manage Orders').waitFor()
  expect(new URL(page.url()).search).toBe('?status=pending')
  await page.goForward()
  await at(2)
  await page.getByLabel('New note').fill('Half today.')
  await button(page, 'Add note').click()
  await main(page).getByText('Half today.').first().waitFor()
}

/** Ships 40 pieces of the order on the page. */
async function shipPart(page: Page, product: Product): Promise<void> {
  await page.getByLabel(`Pieces to ship of ${product.sku}`).fill('40')
  await page.getByLabel('Carrier').fill('UPS')
  await page.getByLabel('Tracking number').fill('1Z999AA10123456784')
  await button(page, 'Ship 40 pieces').click()
  await toast(page, '40 pieces are shipped')
  await main(page).getByText('Partly shipped').waitFor()
  const track = page.getByRole('link', { name: /^Track/ }).first()
  expect(await track.getAttribute('href')).toContain('1Z999AA10123456784')
}

/** Undoes the newest change, at first without a connection. */
async function undoOnSecondTry({ page, expectErrors }: BrowserWindow): Promise<void> {
  await page.context().setOffline(true)
  expectErrors(/^net::ERR_INTERNET_DISCONNECTED /)
  // The toasts of earlier changes can still be there, below the newest one.
  await button(page, /^Undo/).first().click()
  await page.getByText(/^Not undone\. /).waitFor()
  await page.context().setOffline(false)
  await button(page, /^Undo/).first().click()
  await toast(page, 'Undone')
  await main(page).getByText('Partly shipped').waitFor({ state: 'detached' })
}

/** Refunds the next order of the list. */
async function refundNext(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await main(page).getByText('3 of 6').waitFor()
  await button(main(page), 'Refund').click()
  expect(await isFocused(page.getByLabel('Amount in dollars'))).toBe(true)
  await page.getByLabel('Reason').fill('Ordered by mistake')
  await button(main(page), /^Refund \$/).click()
  await button(page.getByRole('dialog'), /^Refund \$/).click()
  await main(page).getByText('Back in stock').waitFor()
}

test('an admin is told why an unpaid order is not shipped, and saves what the filters show as a view', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const unpaid = await shop.order(customer, await shop.addProduct(admin))
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto('/dashboard/manageorders')
  await page.getByLabel('Search orders').fill(unpaid.number)
  await ordersShown(page, /^1 order$/)
  await choose(page, 0).click()
  expect(await axeViolations(page)).toEqual([])
  await button(bar(page), 'Mark shipped').click()
  await main(page).getByText(`${unpaid.number}: not paid yet`).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await link(main(page), 'Refunded').click()
  await main(page).getByText('No order matches').waitFor()
  await main(page).getByText(': 1 order').first().waitFor()
  await button(page, 'Save this view').click()
  await page.getByLabel('Name').fill('Refunded of one')
  await button(page, 'Save').click()
  await link(main(page), 'Refunded of one').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.goBack()
  await ordersShown(page, /^1 order$/)
})

test('orders stay chosen when they could not be shipped, and are shipped by the next try', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const order = await shop.pay(customer, await shop.order(customer, await shop.addProduct(admin)))
  const browserWindow = await open({ as: admin, reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^500 PUT/)
  const { page } = browserWindow
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto(`/dashboard/manageorders?q=${order.number}`)
  await ordersShown(page, /^1 order$/)
  await choose(page, 0).click()
  await page.route('**/api/orders', (route) => route.fulfill({ status: 500 }))
  await button(bar(page), 'Mark shipped').click()
  const failure = page.getByRole('alert').locator('.toast').first()
  await failure.waitFor()
  expect((await shop.readOrder(admin, order)).status).toBe('pending')
  await page.unroute('**/api/orders')
  await bar(page).getByText('1 chosen', { exact: true }).waitFor()
  const [toastBox, barBox] = [await boxOf(failure), await boxOf(bar(page))]
  // The bar is below the list, or at the bottom of the window: the toast covers it in neither place.
  const isBeside = toastBox.y + toastBox.height <= barBox.y || toastBox.y >= barBox.y + barBox.height
  expect(isBeside).toBe(true)
  await button(bar(page), 'Mark shipped').click()
  await toast(page, 'Order is shipped')
  await bar(page).getByText('1 chosen', { exact: true }).waitFor({ state: 'detached' })
  expect((await shop.readOrder(admin, order)).status).toBe('shipped')
})
