import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { fillCart, ordersOf } from './shop-settings.ts'
import { boxOf, button, fillAddress, isFocused, main } from './steps.ts'

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 375, height: 667 }

const form = (page: Page) => page.getByRole('form', { name: 'Order' })

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

const radio = (page: Page, group: string, name: RegExp | string) =>
  main(page).getByRole('radiogroup', { name: group }).getByRole('radio', { name })

/** Where an element ends in the window. */
async function bottomOf(element: Locator): Promise<number> {
  const { y, height } = await boxOf(element)
  return y + height
}

const isSameRow = async (page: Page, one: string, other: string): Promise<boolean> =>
  (await boxOf(field(page, one))).y === (await boxOf(field(page, other))).y

const place = (page: Page) => button(main(page), /^Place order ·/)

/** Opens the checkout of three parts. */
async function checkout(page: Page, shop: RunningShop, customer: Person): Promise<void> {
  // The page before may save its own cart once more.
  await page.goto('about:blank')
  await fillCart(shop, customer, 3)
  await page.goto('/checkout')
  await place(page).and(page.locator(':enabled')).waitFor()
}

/**
 * Places the order, and answers it once the cart is empty and the page has heard of that: what it has not saved yet it would do
 * to the next cart.
 */
async function order(page: Page, shop: RunningShop, customer: Person) {
  await place(page).click()
  await page.waitForURL('**/dashboard/payment/*')
  await expect
    .poll(async () => (await shop.call('GET', '/api/cart', { as: customer })).body.lines)
    .toEqual([])
  await page.waitForFunction(
    () => !Object.keys(sessionStorage).some((key) => key.startsWith('unsaved-cart:')),
  )
  return (await ordersOf(shop, customer))[0]
}

test('the checkout of a first order is short, its sum is never covered, and nothing moves while the pointer is down', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const { page, expectErrors } = await open({ as: customer, viewport: WIDE })
  expectErrors(/^422 POST \/api\/quote$/)
  await checkout(page, shop, customer)
  const total = main(page).getByText('Total', { exact: true })
  expect(await bottomOf(total)).toBeLessThanOrEqual(1300)
  expect(await bottomOf(form(page))).toBeLessThanOrEqual(1300)
  expect([await isSameRow(page, 'City', 'ZIP code'), await isSameRow(page, 'Company', 'Phone')]).toEqual([
    true,
    true,
  ])
  await page.setViewportSize(PHONE)
  expect([await isSameRow(page, 'State', 'ZIP code'), await isSameRow(page, 'Company', 'Phone')]).toEqual([
    true,
    true,
  ])
  for (const part of [main(page).getByText('Delivery (Standard)'), total]) {
    await part.click({ trial: true })
    expect(await bottomOf(part)).toBeLessThanOrEqual(PHONE.height)
  }
  await page.setViewportSize(WIDE)

  await fillAddress(page)
  await field(page, 'ZIP code').fill('ABC')
  const another = radio(page, 'Billing address', 'Another address')
  const { x, y } = await boxOf(another)
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.down()
  await expect.poll(() => isFocused(field(page, 'ZIP code'))).toBe(false)
  expect((await boxOf(another)).y).toBe(y)
  await page.mouse.up()
  // First the form asks, then the shop refuses it.
  await main(page)
    .getByText(/^(Is this a ZIP code of United States\?|“ABC” is not a ZIP code of United States\..*)$/)
    .waitFor()
  expect(await another.isChecked()).toBe(true)
  // The warning has no room of its own.
  expect((await boxOf(another)).y).toBeGreaterThan(y)
})

test('at a known address the checkout is one screen, where the last order went is one click, and its VAT ID is kept', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const { page, expectErrors } = await open({ as: customer, viewport: WIDE })
  expectErrors(/^422 POST \/api\/(?:quote|order)/)
  const vatId = field(page, 'VAT ID')
  await checkout(page, shop, customer)
  await fillAddress(page)
  // A refused field at the lower edge of the window brings its message into view.
  await page.setViewportSize({ width: WIDE.width, height: 480 })
  await vatId.fill('DE123456789')
  await vatId.evaluate((input) => scrollBy(0, input.getBoundingClientRect().bottom - innerHeight))
  await vatId.press('Enter')
  await expect
    .poll(() => bottomOf(main(page).getByText('The digits of DE123456789 are wrong')))
    .toBeLessThanOrEqual(480)
  await page.setViewportSize(WIDE)
  await vatId.fill('FR40303265045')
  const { deliverTo } = await order(page, shop, customer)
  expect(deliverTo).toMatchObject({ street: '2 Congress Avenue', postcode: '78701' })

  await checkout(page, shop, customer)
  const last = radio(page, 'Deliver to', /^Your last order went to: .*2 Congress Avenue/)
  expect([await last.isChecked(), await vatId.inputValue()]).toEqual([true, 'FR40303265045'])
  expect(await bottomOf(form(page))).toBeLessThanOrEqual(WIDE.height)
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize(WIDE)
  expect(await order(page, shop, customer)).toMatchObject({ deliverTo, tax: { vatId: 'FR40303265045' } })

  const store = { ...deliverTo, street: '4 Lavaca Street', label: 'Store' }
  await shop.call('POST', '/api/address', { body: store, as: customer })
  await checkout(page, shop, customer)
  const saved = radio(page, 'Deliver to', /^Store/)
  expect([await saved.isChecked(), await vatId.inputValue()]).toEqual([true, ''])
  await last.check()
  expect(await vatId.inputValue()).toBe('FR40303265045')
  await saved.check()
  await vatId.fill('fr 37 303 265 044')
  expect(await bottomOf(form(page))).toBeLessThanOrEqual(WIDE.height)
  await order(page, shop, customer)
  await expect
    .poll(async () => (await shop.call('GET', '/api/address', { as: customer })).body)
    .toMatchObject([{ ...store, vatId: 'FR37303265044' }])
})
