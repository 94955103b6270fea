import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { orderTotal } from '#features/pricing/price-line.ts'
import { formatTotal } from '#kit/money.ts'
import type { BrowserWindow } from '../support/browser.ts'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { test } from './journey.ts'
import {
  atPath,
  atPayment,
  button,
  fillLogin,
  fillOrder,
  isFocused,
  main,
  placeOrder,
  productAt,
  quantityOf,
  toast,
} from './steps.ts'

const SHIPPING = { phone: '+1 555 0142', address: '2 Sample Street\nSample Town' }

const ordersOf = async (shop: RunningShop, customer: Person): Promise<Order[]> =>
  (await shop.call('GET', '/api/myorders', { as: customer })).body

/** Opens the page of a product as a new customer. `index` is its index in the list. */
async function openOrder(
  { open, shop }: { open(options: { as: Person }): Promise<BrowserWindow>; shop: RunningShop },
  index: number,
  search = '',
) {
  const customer = await shop.register()
  const product = await productAt(shop, index)
  const { page } = await open({ as: customer })
  await page.goto(`/order/${product._id}${search}`)
  return { customer, product, page }
}

const draftsIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('drafts'))

async function fillShipping(page: Page): Promise<void> {
  await page.getByLabel('Phone').fill(SHIPPING.phone)
  await page.getByLabel('Address').fill(SHIPPING.address)
}

const shippingOf = async (page: Page) => {
  await placeOrder(page).and(page.locator(':enabled')).waitFor()
  return {
    phone: await page.getByLabel('Phone').inputValue(),
    address: await page.getByLabel('Address').inputValue(),
  }
}

describe('the order page while it loads', () => {
  test('shows that it loads, accepts a quantity, and has no layout shift when the details arrive', async ({
    open,
    shop,
  }) => {
    const product = await productAt(shop, 0)
    const { page } = await open({ as: await shop.register() })
    await page.addInitScript(observeShifts)
    const release = await holdCall(page, '**/api/user/*')
    await page.goto(`/order/${product._id}`)
    await page.getByRole('status').getByText('Loading your details…', { exact: true }).waitFor()
    const form = page.getByRole('form', { name: 'Order' })
    expect(await form.getAttribute('aria-busy')).toBe('true')
    expect(await page.getByLabel('Phone').isDisabled()).toBe(true)
    expect(await placeOrder(page).isDisabled()).toBe(true)
    // The rendered page shows the same status before it is hydrated and handles keys.
    await quantityOf(page).and(page.locator(':enabled')).waitFor()
    // The smallest quantity is there already.
    await quantityOf(page).press('ArrowUp')
    await form.getByText(formatTotal(totalOf(product, 150)), { exact: true }).waitFor()
    // Layout shifts within 500 ms of a key press are not counted.
    await page.waitForTimeout(600)
    release()
    await expect.poll(() => page.getByLabel('Phone').isEnabled()).toBe(true)
    await page.getByText('Loading your details…').waitFor({ state: 'detached' })
    expect(await form.getAttribute('aria-busy')).toBe('false')
    expect(await quantityOf(page).inputValue()).toBe('150')
    expect(await layoutShift(page)).toBe(0)
  })

  test('accepts an order when the details fail to load', async ({ open, shop }) => {
    const customer = await shop.register()
    const product = await productAt(shop, 0)
    const browserWindow = await open({ as: customer })
    browserWindow.expectErrors(/^500 GET \/api\/user\//)
    const { page } = browserWindow
    await page.route('**/api/user/*', (route) => route.fulfill({ status: 500 }))
    await page.goto(`/order/${product._id}`)
    await page.getByText('Your details could not be loaded.').waitFor()
    await fillOrder(page, 100)
    await placeOrder(page).click()
    await atPayment(page)
    expect(await ordersOf(shop, customer)).toHaveLength(1)
    await page.goto(`/order/${product._id}`)
    await page.getByText('From your last order.').waitFor()
    expect((await shippingOf(page)).phone).toBe('+1 555 0100')
  })

  test('does not focus a field that has an invalid draft', async ({ open, shop }) => {
    const { page } = await openOrder({ open, shop }, 0)
    await fillShipping(page)
    await page.getByLabel('Address').fill('x'.repeat(612))
    await page.reload()
    await page.getByText('The address can have at most 500 characters, you have 612.').waitFor()
    await shippingOf(page)
    expect(await isFocused(page.getByLabel('Address'))).toBe(false)
  })
})

describe('a quantity', () => {
  test('is parsed in common formats, shown as parsed, and ordered', async ({ open, shop }) => {
    const { customer, product, page } = await openOrder({ open, shop }, 1)
    for (const text of ['1,000', '1 000', "1'000", '1k', '1.000']) {
      await quantityOf(page).fill(text)
      await page.getByText('= 1,000 pieces').waitFor()
      expect(await quantityOf(page).getAttribute('aria-valuenow')).toBe('1000')
      expect(await placeOrder(page).textContent()).toContain(formatTotal(totalOf(product, 1000)))
    }
    await fillShipping(page)
    await placeOrder(page).click()
    await atPayment(page)
    expect(await ordersOf(shop, customer)).toMatchObject([{ quantity: 1000 }])
  })

  test('that is invalid or too small gets a warning with a correction, and arrow keys only give valid quantities', async ({
    open,
    shop,
  }) => {
    const { customer, page } = await openOrder({ open, shop }, 1)
    await fillShipping(page)
    for (const text of ['100.5', '100,5', '1e3', '½']) {
      await quantityOf(page).fill(text)
      await page.getByText(`“${text}” is not a whole number of pieces.`).waitFor()
      await placeOrder(page).click()
      await page.getByText('The quantity is a whole number of pieces.').waitFor()
    }
    await quantityOf(page).fill('99')
    await page.getByRole('status').getByText('An order has at least 100 pieces.').waitFor()
    await button(page, 'Take 100').click()
    expect(await quantityOf(page).inputValue()).toBe('100')
    expect(await isFocused(quantityOf(page))).toBe(true)
    for (const [key, value] of [
      ['ArrowUp', '150'],
      ['ArrowDown', '100'],
      ['ArrowDown', '100'],
    ] as const) {
      await quantityOf(page).press(key)
      expect(await quantityOf(page).inputValue()).toBe(value)
    }
    expect(await ordersOf(shop, customer)).toEqual([])
  })
})

test('an address over its limit and a phone number without digits are refused at their fields and not shortened', async ({
  open,
  shop,
}) => {
  const { customer, page } = await openOrder({ open, shop }, 1)
  await page.getByLabel('Phone').fill('call me maybe')
  await page.getByLabel('Address').fill('x'.repeat(612))
  await page.getByText('The address can have at most 500 characters, you have 612.').waitFor()
  expect((await page.getByLabel('Address').inputValue()).length).toBe(612)
  await placeOrder(page).click()
  await page.getByText('The phone number has to have at least 5 digits.').waitFor()
  expect(await ordersOf(shop, customer)).toEqual([])
})

describe('the draft of an order', () => {
  // attack: foreign-drafts
  test('survives a reload and the reset of a small quantity, and is deleted with the session', async ({
    open,
    shop,
  }) => {
    const { customer, page } = await openOrder({ open, shop }, 2)
    await fillShipping(page)
    await quantityOf(page).fill('250')
    await page.reload()
    expect(await shippingOf(page)).toEqual(SHIPPING)
    expect(await quantityOf(page).inputValue()).toBe('250')

    await quantityOf(page).fill('99')
    await placeOrder(page).click()
    await toast(page, 'Quantity should be greater then 100', 'alert')
    expect(await quantityOf(page).inputValue()).toBe('')
    expect(await shippingOf(page)).toEqual({ phone: '', address: '' })
    await button(page, 'Bring them back').click()
    expect(await shippingOf(page)).toEqual(SHIPPING)
    expect(await ordersOf(shop, customer)).toEqual([])

    await button(page, 'Logout').click()
    await atPath(page, '/login')
    await page.getByRole('link', { name: 'Login' }).waitFor()
    expect(await draftsIn(page)).toBe(null)
  })

  // attack: foreign-drafts
  test('stays for its account when another tab signs out: the sign-in page says why and leads back to what was typed', async ({
    open,
    shop,
  }) => {
    const { customer, product, page } = await openOrder({ open, shop }, 2, '?quantity=300')
    await fillShipping(page)
    await quantityOf(page).fill('700')
    const other = await page.context().newPage()
    await other.goto('/')
    await button(other, 'Logout').click()
    await atPath(page, '/login')
    await main(page)
      .getByText(
        'Your session has ended: you signed out in another tab. Sign in to go on; what you typed is kept.',
      )
      .waitFor()
    await fillLogin(page, customer)
    await atPath(page, `/order/${product._id}`)
    expect(await shippingOf(page)).toEqual(SHIPPING)
    expect(await quantityOf(page).inputValue()).toBe('700')

    // Nobody else sees it.
    await button(other, 'Logout').waitFor()
    await button(other, 'Logout').click()
    await atPath(page, '/login')
    await fillLogin(page, await shop.register())
    await placeOrder(page).and(page.locator(':enabled')).waitFor()
    expect(await draftsIn(page)).toBe(null)
    expect(await shippingOf(page)).toEqual({ phone: '', address: '' })
  })

  test('is deleted with the order, and the next order starts with the same phone and address', async ({
    open,
    shop,
  }) => {
    const { customer, page } = await openOrder({ open, shop }, 2)
    const second = await productAt(shop, 3)
    await fillShipping(page)
    await quantityOf(page).fill('250')
    await placeOrder(page).click()
    await atPayment(page)
    expect(await draftsIn(page)).toBe(null)
    await page.goto(`/order/${second._id}`)
    expect(await shippingOf(page)).toEqual(SHIPPING)
    await page.getByText('From your last order.').waitFor()
    await page.getByLabel('Phone').fill('')
    await page.reload()
    expect(await shippingOf(page)).toEqual(SHIPPING)
    expect(await quantityOf(page).inputValue()).toBe('100')

    const headers = { Cookie: customer.cookie, Origin: shop.url }
    const body = { ...SHIPPING, phone: '+1 555 0199', designation: 'Buyer', name: customer.name }
    await shop.call('PUT', `/api/user/${encodeURIComponent(customer.email)}`, { body, headers })
    await page.reload()
    expect(await shippingOf(page)).toEqual({ ...SHIPPING, phone: '+1 555 0199' })
    await page.getByText('From your profile.').waitFor()
  })
})

const totalOf = (product: Product, pieces: number): number => orderTotal(product, pieces) ?? 0

/** Delays a call until the returned function is called. */
async function holdCall(page: Page, call: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(call, async (route: Route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The sum of layout shifts after three more frames, because shifts are reported after a frame. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return (window as unknown as { shifted: number }).shifted
  })

/** Adds up the layout shifts of the page in `window.shifted`. */
function observeShifts(): void {
  const page = window as unknown as { shifted: number }
  page.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) page.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}
