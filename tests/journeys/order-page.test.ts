import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { formatTotal } from '#kit/money.ts'
import { orderOfLines } from '../support/customer.ts'
import { readPdf } from '../support/pdf.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import {
  atPath,
  boxOf,
  button,
  heading,
  isFocused,
  link,
  main,
  productAt,
  toast,
  verifyByLink,
} from './steps.ts'

const buttonOf = (page: Page, name: string) => page.getByRole('button', { name: `${name} PDF` })

/** Saves a document by its button; resolves to its name and its text. */
async function save(page: Page, name: string) {
  const [download] = await Promise.all([page.waitForEvent('download'), buttonOf(page, name).click()])
  const { pages } = readPdf(await readFile(await download.path()))
  return { fileName: download.suggestedFilename(), text: pages.join('\n') }
}

/** The page says the short hold of an unverified account and how to lengthen it, and then the long one. */
async function holdsLongerOnceVerified(page: Page, verify: () => Promise<unknown>): Promise<void> {
  const timer = main(page).getByRole('timer')
  await timer.getByText(/^5\d:\d\d left to pay$/).waitFor()
  await main(page).getByText('Confirm your e-mail address, and the pieces are held longer.').waitFor()
  await link(main(page), 'Send the confirmation mail again').waitFor()
  await verify()
  await timer.getByText(/^Held until /).waitFor()
}

/** A line of "Order again" is as low as that of a list, and its sum is in sight however low the window is. */
async function expectLowLines(page: Page): Promise<void> {
  const sold = main(page).getByRole('row').filter({ hasText: '$' }).last()
  expect((await boxOf(sold)).height).toBeLessThanOrEqual(48)
  await page.setViewportSize({ width: 1280, height: 320 })
  const sum = await boxOf(main(page).getByText('Total now', { exact: true }))
  expect(sum.y + sum.height).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 900 })
}

// spec: get-myorder
test('My Orders leads to the page of an order, which its customer changes, which follows other pages, and which is ordered again', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const lines = [
    { product: await productAt(shop, 0), quantity: 1000 },
    { product: await productAt(shop, 1), quantity: 2000 },
  ]
  const { body: order } = await shop.call('POST', '/api/order', { body: orderOfLines(lines), as: customer })
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^404 GET \/api\/myorder\//)
  await page.goto('/dashboard/myorders')
  await main(page).getByText('and 1 more').waitFor()
  await link(main(page), order.number).click()
  await heading(page, `Order ${order.number}`).waitFor()
  await holdsLongerOnceVerified(page, () => verifyByLink(shop, customer))
  expect(await axeViolations(page)).toEqual([])

  await button(page, 'Change').click()
  await page.getByLabel('PO number').fill('PO-4711')
  await page.getByLabel('Phone').fill('call me')
  await page.reload()
  expect(await page.getByLabel('PO number').inputValue()).toBe('PO-4711')
  await button(page, 'Save changes').click()
  await main(page).getByText('The phone number has to have at least 5 digits.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Phone').fill('+1 555 0142')
  await button(page, 'Save changes').click()
  await main(page)
    .getByText('Phone number and PO number changed')
    .or(main(page).getByText('PO number and phone number changed'))
    .waitFor()
  await button(page, 'Change').waitFor()

  await shop.pay(customer, order)
  await main(page).getByText('Paid by card').waitFor()
  await main(page).getByText('Shipping pending', { exact: true }).waitFor()
  const part = { carrier: 'DHL', tracking: 'JD 0146', lines: [{ position: 0, quantity: 400 }] }
  await shop.call('POST', `/api/order/${order._id}/shipments`, { body: part, as: admin })
  await main(page).getByText('A part of the order is on its way; the rest will be shipped.').waitFor()
  await main(page).getByText('400 of 3,000 pieces shipped with DHL').waitFor()
  // One with the shipments, one in the timeline.
  const tracking = link(main(page), 'Track at DHL, in a new tab')
  expect(await tracking.count()).toBe(2)
  expect(await tracking.first().getAttribute('href')).toContain('JD0146')
  expect(await button(page, 'Change').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await shop.call('PUT', `/api/order/${order._id}`, { body: { status: 'shipped' }, as: admin })
  await main(page).getByText('The order is on its way.').waitFor()

  const [first] = lines
  await shop.call('DELETE', `/api/product/${first?.product._id}`, { as: admin })
  await link(main(page), 'Order again').click()
  await heading(page, 'Order again').waitFor()
  await main(page).getByText('This part is no longer sold.').waitFor()
  await main(page).getByText('for 1 line that can be ordered. 1 line cannot be ordered as it is.').waitFor()
  await expectLowLines(page)
  expect(await button(page, /^Add 1 line to the cart/).innerText()).not.toContain('$')
  expect(await axeViolations(page)).toEqual([])
  await button(page, /^Add 1 line to the cart/).click()
  await link(page, 'Cart, 1 line').waitFor()
  expect((await shop.call('GET', '/api/myorders', { as: customer })).body).toHaveLength(1)

  await page.goto(`/dashboard/order/${order._id}x`)
  await main(page).getByText('There is no such order').waitFor()
})

test('ordering again says what cannot be ordered in place of its total', async ({ open, shop, admin }) => {
  const customer = await shop.register()
  const part = await shop.addProduct(admin, { name: 'Sample part ordered again', quantity: 150 })
  const order = await shop.order(customer, part, 100)
  const { page } = await open({ as: customer })
  await page.goto(`/dashboard/order/${order._id}/again`)
  const cells = main(page).getByRole('row').filter({ hasText: part.sku }).getByRole('cell')
  await cells.last().getByText('Sold out: 50 pieces are left, and an order has at least 100.').waitFor()
  expect([await cells.first().innerText(), await cells.last().innerText()]).toEqual([
    expect.stringContaining(formatTotal(order.totalPrice)),
    expect.not.stringContaining(formatTotal(order.totalPrice)),
  ])
  const sum = main(page).getByText('Total now').locator('xpath=ancestor::dl/..')
  expect(await sum.innerText()).toMatch(/Total now\s+–\s+1 line cannot be ordered as it is\.$/)
  expect(await button(page, 'Check out').count()).toBe(0)
})

test('an order that is cancelled on another page says so, and is with the cancelled orders; an admin reads it too', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const order = await shop.order(customer, await productAt(shop, 2))
  const { page } = await open({ as: customer })
  await page.goto(`/dashboard/order/${order._id}`)
  await heading(page, `Order ${order.number}`).waitFor()
  const other = await page.context().newPage()
  await other.goto(`/dashboard/order/${order._id}`)
  await button(main(other), 'Cancel').click()
  await button(other, 'Yes').click()
  await toast(other, 'Order canceled successfully')
  await atPath(other, '/dashboard/myorders')
  await main(page).getByText('The order is cancelled, and its pieces are for sale again.').waitFor()
  expect(await button(main(page), 'Cancel').count()).toBe(0)
  await main(page).getByRole('link', { name: 'Order again' }).waitFor()
  await main(other).getByRole('link', { name: 'Cancelled orders' }).click()
  await heading(other, 'Cancelled orders').waitFor()
  await main(other).getByRole('table').getByText(order.number).waitFor()
  await main(other).getByRole('link', { name: 'Order again' }).click()
  await heading(other, 'Order again').waitFor()
  const seller = await open({ as: admin })
  await seller.page.goto(`/dashboard/order/${order._id}`)
  await main(seller.page).getByText('The order is cancelled, and its pieces are for sale again.').waitFor()
  await main(seller.page).getByText(`(${customer.email})`).first().waitFor()
  expect(await button(main(seller.page), 'Cancel').count()).toBe(0)
})

test('a customer saves the documents of an order, again after a failure; an admin also the packing slip', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 3)
  const order = await shop.order(customer, product, product.minimum)
  const path = `/dashboard/order/${order._id}`
  const { page, expectErrors } = await open({ as: customer, viewport: { width: 320, height: 800 } })
  await page.goto(shop.url + path)
  expect((await save(page, 'Order confirmation')).fileName).toBe(`confirmation-${order.number}.pdf`)
  expect(await buttonOf(page, 'Invoice').count()).toBe(0)

  await shop.pay(customer, order)
  await page.reload()
  expectErrors(/invoice.pdf$/)
  await page.route('**/invoice.pdf', (route) => route.abort())
  await buttonOf(page, 'Invoice').click()
  await page.getByRole('alert').getByText('The shop could not be reached.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.unroute('**/invoice.pdf')
  const invoice = await save(page, 'Invoice')
  expect(invoice.fileName).toMatch(/^INV-\d{6}\.pdf$/)
  expect(invoice.text).toContain(order.number)
  expect(await page.getByRole('alert').getByText('could not be reached').count()).toBe(0)
  expect(await buttonOf(page, 'Packing slip').count()).toBe(0)

  const { page: adminPage } = await open({ as: admin })
  await adminPage.goto(shop.url + path)
  expect((await save(adminPage, 'Packing slip')).text).toContain(product.sku)
})

test('the page of an order is accessible for an admin before it is paid, partly shipped and shipped', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 4)
  const order = await shop.order(customer, product, 400)
  const { page } = await open({ as: admin })
  const isAccessible = async (shown: string | RegExp) => {
    await page.goto(`/dashboard/order/${order._id}`)
    await main(page).getByText(shown).first().waitFor()
    expect(await axeViolations(page)).toEqual([])
  }
  await isAccessible('Its pieces are held until it is paid.')
  await shop.pay(customer, order)
  const part = { carrier: 'DHL', tracking: 'JD 0146', lines: [{ position: 0, quantity: 1 }] }
  await shop.call('POST', `/api/order/${order._id}/shipments`, { body: part, as: admin })
  await isAccessible('Ship the rest')
  await main(page).getByText('1 piece', { exact: true }).waitFor()
  await shop.call('PUT', `/api/order/${order._id}`, { body: { status: 'shipped' }, as: admin })
  await isAccessible('The order is on its way.')
})

test('a customer reports a problem on the page of an order, the staff find and answer it, and the customer reads the answer there', async ({
  admin,
  open,
  shop,
}) => {
  const customer = await shop.register()
  const order = await shop.order(customer, await productAt(shop, 0))
  const { page } = await open({ as: customer })
  await page.goto(`/dashboard/order/${order._id}`)
  await button(main(page), 'Report a problem with this order').click()
  const field = main(page).getByLabel('What is wrong?')
  await expect.poll(() => isFocused(field)).toBe(true)
  await field.fill('One bag was <b>empty</b>.')
  await page.reload()
  await button(main(page), 'Report a problem with this order').click()
  await button(main(page), 'Send message').click()
  await main(page).getByText('One bag was <b>empty</b>.', { exact: true }).waitFor()
  const desk = await open({ as: admin })
  await desk.page.goto('/dashboard/overview')
  await link(main(desk.page), '1 order has a message of the customer to answer').click()
  await main(desk.page).getByRole('row').filter({ hasText: 'To answer' }).waitFor()
  await button(main(desk.page), `Details of order ${order._id}`).click()
  await main(desk.page).getByText('A message waits for an answer.').waitFor()
  await link(main(desk.page), 'Read and answer it').click()
  await main(desk.page).getByText('One bag was <b>empty</b>.', { exact: true }).waitFor()
  // A message that waits comes before the lines, others after them.
  const placeOf = async (part: Locator) => (await boxOf(part)).y
  const [messages, lines] = [
    main(desk.page).getByRole('heading', { name: 'Messages' }),
    main(desk.page).getByRole('table').first(),
  ]
  expect(await placeOf(messages)).toBeLessThan(await placeOf(lines))
  await main(desk.page).getByLabel('Answer').fill('We send it again.')
  await button(main(desk.page), 'Send answer').click()
  await main(desk.page).getByLabel('New message').waitFor()
  await desk.page.reload()
  await main(desk.page).getByLabel('New message').waitFor()
  expect(await placeOf(messages)).toBeGreaterThan(await placeOf(lines))
  await page.reload()
  await main(page).getByText('We send it again.', { exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
})
