import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { formatPrice } from '#kit/money.ts'
import { DECLINED_CARD, GOOD_CARD, PASSWORD, type Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { test } from './journey.ts'
import {
  atPath,
  button,
  fillCard,
  fillOrder,
  heading,
  isFocused,
  link,
  main,
  payButton,
  placeOrder,
  productAt,
  rowOf,
  signIn,
  toast,
} from './steps.ts'

const NEW_CUSTOMER = {
  name: 'Sample Newcomer',
  email: 'newcomer@example.com',
  password: PASSWORD,
}

const UPDATE_TIMEOUT_MS = 5000

describe('the first sale', () => {
  // spec: visitor, statistics
  test('without JavaScript the home page shows the parts, their order links and the statistics', async ({
    open,
    shop,
  }) => {
    const browserWindow = await open({ javaScriptEnabled: false })
    // Without JavaScript the browser blocks script preloads too.
    browserWindow.expectErrors(/^csp GET \/assets\/[\w.-]+\.js$/)
    const { page } = browserWindow
    await page.goto('/')
    for (const number of ['120 M+', '33 K+']) await page.getByText(number, { exact: true }).waitFor()
    const products: Product[] = (await shop.call('GET', '/api/product')).body
    expect(await readCards(page)).toEqual(
      products.slice(0, 12).map(({ _id, name, price, quantity }) => ({
        name,
        order: `/order/${_id}`,
        price: `${formatPrice(price)} per piece`,
        stock: `${quantity.toLocaleString('en-US')} pieces available`,
      })),
    )
  })

  // spec: customer-orders, admin-orders, card-order, register-form, order-form, card-form, status, row-status
  // spec: paid-order, admin-payment, token-obtained, register, below-minimum, pay-done, post-order, put-order
  // spec: patch-order, card-error, payment-success
  test('a visitor registers, orders and pays; an admin ships', async ({ open, shop, admin }) => {
    const product = await productAt(shop, 0)
    const customer = await open()
    // The declined card.
    customer.expectErrors(/^402 POST \/sandbox\/stripe\/v1\/payment_intents\/\w+\/confirm$/)
    const { page } = customer
    await registerForProduct(page, product)
    await orderHundredPieces(page, product, shop, admin)
    await payAfterDecline(page, product)
    const order = await expectPaid(page, product, shop, admin)

    const staff = (await open()).page
    await openManagedOrder(staff, order, admin)
    const shownAt = await page.evaluate(() => performance.timeOrigin)
    await shipOrder(staff, order)
    await rowOf(page, product.name)
      .getByText('Shipped', { exact: true })
      .waitFor({ timeout: UPDATE_TIMEOUT_MS })
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(shownAt)
  })

  // spec: customer-orders, unpaid-buttons, delete-myorder
  test('orders are cancelled with only the keyboard, and the focus is never lost', async ({ open, shop }) => {
    const customer = await shop.register()
    const products = [await productAt(shop, 1), await productAt(shop, 2)] as const
    for (const product of products) await shop.order(customer, product)
    const { page } = await open({ as: customer })
    await page.goto('/dashboard/myorders')
    const [older, newer] = products.map(({ name }) => rowOf(page, name)) as [Locator, Locator]
    await dismissDialog(page, newer)
    await cancelByKeyboard(page, newer)
    await expectFocus(button(older, 'Cancel'))
    await cancelByKeyboard(page, older)
    await expectFocus(heading(page, 'My Orders'))
    expect((await shop.call('GET', '/api/myorders', { as: customer })).body).toEqual([])
  })
})

async function readCards(page: Page) {
  const cards = page.getByRole('article')
  const texts = (pattern: RegExp) => cards.getByText(pattern).allTextContents()
  const [names, prices, stocks] = [
    await cards.getByRole('heading').allTextContents(),
    await texts(/^\$[\d.]+ per piece$/),
    await texts(/^[\d,]+ pieces available/),
  ]
  const links = await cards.getByRole('link', { name: 'Order' }).all()
  const orders = await Promise.all(links.map((link) => link.getAttribute('href')))
  return names.map((name, at) => ({ name, order: orders[at], price: prices[at], stock: stocks[at] }))
}

/** Follows the Order link of a part, registers on the sign-in page and returns to the order page. */
async function registerForProduct(page: Page, product: Product): Promise<void> {
  await page.goto('/')
  await page
    .getByRole('article')
    .filter({ hasText: product.name })
    .getByRole('link', { name: 'Order' })
    .click()
  await atPath(page, '/login')
  await main(page).getByRole('link', { name: 'Register' }).click()
  await heading(page, 'Register').waitFor()
  await main(page).getByLabel('Full name').fill(NEW_CUSTOMER.name)
  await main(page).getByLabel('Email').fill(NEW_CUSTOMER.email)
  await main(page).getByLabel('Password').fill(NEW_CUSTOMER.password)
  const register = button(main(page), 'Register')
  expect(await register.isDisabled()).toBe(true)
  await main(page).getByLabel('I accept the terms').check()
  await register.click()
  await atPath(page, `/order/${product._id}`)
  await heading(page, product.name).waitFor()
}

async function orderHundredPieces(
  page: Page,
  product: Product,
  shop: RunningShop,
  admin: Person,
): Promise<void> {
  expect(await page.getByLabel('Product name').inputValue()).toBe(product.name)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(NEW_CUSTOMER.name)
  expect(await page.getByLabel('Email').inputValue()).toBe(NEW_CUSTOMER.email)
  await fillOrder(page, 99)
  await placeOrder(page).click()
  await toast(page, 'Quantity should be greater then 100', 'alert')
  expect(await page.getByLabel('Phone').inputValue()).toBe('')
  expect((await shop.call('GET', '/api/orders', { as: admin })).body).toEqual([])

  await fillOrder(page, 100)
  await placeOrder(page).click()
  await toast(page, 'Review posted successfully')
  await heading(page, 'Payment').waitFor()
}

async function payAfterDecline(page: Page, product: Product): Promise<void> {
  await link(main(page), 'Pay later in My Orders').click()
  await rowOf(page, product.name).getByText('Just placed', { exact: true }).waitFor()
  await rowOf(page, product.name).getByRole('link', { name: 'Payment' }).click()
  await heading(page, 'Payment').waitFor()
  await fillCard(page, DECLINED_CARD)
  await payButton(page).click()
  const refusal = page.getByText('Your card was declined.')
  await refusal.waitFor()
  expect(await isRed(refusal)).toBe(true)
  expect((await refusal.boundingBox())?.y).toBeGreaterThan(
    (await payButton(page).boundingBox())?.y ?? Infinity,
  )

  await fillCard(page, GOOD_CARD)
  await payButton(page).click()
  await page.getByText('Congrats! Your payment is completed.').waitFor()
  await page.getByText('Payment successfully done.').waitFor()
  expect(await payButton(page).isDisabled()).toBe(true)
  await toast(page, 'Payment Successfully')
  await atPath(page, '/dashboard')
}

async function expectPaid(page: Page, product: Product, shop: RunningShop, admin: Person): Promise<Order> {
  await page.getByRole('link', { name: 'My Orders' }).click()
  const row = rowOf(page, product.name)
  await row.getByText('Paid', { exact: true }).waitFor()
  const [order, ...others] = (await shop.call('GET', '/api/orders', { as: admin })).body as Order[]
  expect(others).toEqual([])
  expect(order).toMatchObject({ product: product.name, quantity: 100, paid: true, status: 'pending' })
  expect(await row.textContent()).toContain(order?.transactionId)
  expect(await row.getByRole('link', { name: 'Payment' }).count()).toBe(0)
  expect(await button(row, 'Cancel').count()).toBe(0)
  return order as Order
}

async function openManagedOrder(
  page: Page,
  order: Order,
  admin: { email: string; password: string },
): Promise<void> {
  await signIn(page, admin, '/dashboard/overview')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Manage Orders' }).click()
  await heading(page, 'Manage Orders').waitFor()
  await rowOf(page, order._id).getByText('Paid', { exact: true }).waitFor()
}

async function shipOrder(page: Page, order: Order): Promise<void> {
  const row = rowOf(page, order._id)
  await button(row, 'Pending').click()
  await toast(page, 'Order is shipped')
  await button(row, 'Shipped').click()
  await toast(page, 'Order is reverted to pending')
  await button(row, 'Pending').click()
  await button(row, 'Shipped').waitFor()
}

/** Closes the dialog with No and then with Escape; the order does not change. */
async function dismissDialog(page: Page, row: Locator): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await button(row, 'Cancel').focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await expectFocus(button(dialog, 'No'))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expectFocus(button(row, 'Cancel'))
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expectFocus(button(row, 'Cancel'))
}

async function cancelByKeyboard(page: Page, row: Locator): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Tab')
  await expectFocus(button(dialog, 'Yes'))
  await page.keyboard.press('Enter')
  await toast(page, 'Order canceled successfully')
  await row.waitFor({ state: 'detached' })
}

const expectFocus = (element: Locator): Promise<void> => expect.poll(() => isFocused(element)).toBe(true)

/** Draws the color on a canvas, because CSS can define it in several formats. */
function isRed(text: Locator): Promise<boolean> {
  return text.evaluate((element) => {
    const brush = document.createElement('canvas').getContext('2d')
    if (!brush) return false
    brush.fillStyle = getComputedStyle(element).color
    brush.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data
    return red > 2 * Math.max(green, blue)
  })
}
