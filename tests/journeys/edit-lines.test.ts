import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { formatTotal } from '#kit/money.ts'
import { GOOD_CARD, orderOfLines, type Person } from '../support/customer.ts'
import { readPdf } from '../support/pdf.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import {
  boxOf,
  button,
  fillCard,
  heading,
  isFocused,
  link,
  main,
  payButton,
  payByCard,
  productAt,
  verifyByLink,
} from './steps.ts'

async function placeOrder(shop: RunningShop, customer: Person, products: readonly Product[]) {
  const { lines, ...sent } = orderOfLines(products.map((product) => ({ product, quantity: 1000 })))
  const body = { ...sent, lines: lines.map((line) => ({ ...line, own: `OWN ${line.productId}` })) }
  return (await shop.call('POST', '/api/order', { body, as: customer })).body
}

const quantityOf = (page: Page, { sku }: Product) =>
  main(page).getByRole('spinbutton', { name: `Quantity of ${sku}` })

const save = (page: Page) => main(page).getByRole('button', { name: 'Save changes', disabled: false })

/** The text of a document of the order, saved by its button. */
async function documentText(page: Page, name: string): Promise<string> {
  const saving = button(page, `${name} PDF`)
  const [download] = await Promise.all([page.waitForEvent('download'), saving.click()])
  return readPdf(await readFile(await download.path())).pages.join('\n')
}

test('an order of three lines gets one fewer, one with more pieces and one new; the new sum is paid, and the invoice shows it', async ({
  open,
  shop,
}) => {
  const customer = await verifyByLink(shop, await shop.register())
  const products = await Promise.all([0, 1, 2, 3].map((index) => productAt(shop, index)))
  const [first, second, third, fourth] = products as [Product, Product, Product, Product]
  const order = await placeOrder(shop, customer, [first, second, third])
  await shop.createLink(customer, order)
  const { page } = await open({ as: customer })
  await page.goto(`/dashboard/order/${order._id}`)
  await button(main(page), 'Edit lines').click()
  await expect.poll(() => isFocused(quantityOf(page, first))).toBe(true)
  await main(page)
    .getByText(`Total ${formatTotal(order.payable)}`, { exact: true })
    .waitFor()
  await main(page).getByText(`Your part number: OWN ${third._id}`, { exact: true }).waitFor()
  await quantityOf(page, first).fill('2,000')
  await main(page)
    .getByText(/^New total \$/)
    .waitFor()
  await main(page)
    .getByText(`Total was ${formatTotal(order.payable)}`, { exact: true })
    .waitFor()
  await button(main(page), `Remove ${second.sku}`).click()
  await page.reload()
  expect(await quantityOf(page, first).inputValue()).toBe('2,000')
  await main(page).getByText('1,000 → removed').waitFor()
  await main(page).getByLabel('Add a part').fill(`${fourth.sku} 1000`)
  await main(page).getByLabel('Add a part').press('Enter')
  await main(page).getByText(`${fourth.sku} was added.`).waitFor()
  await quantityOf(page, third).fill('7')
  await main(page)
    .getByText(/Order at least \d+ pieces|at least/)
    .first()
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  // However low the window is, the buttons are in it while a line above them is edited.
  await page.setViewportSize({ width: 1280, height: 320 })
  await quantityOf(page, first).scrollIntoViewIfNeeded()
  const bar = await boxOf(button(main(page), 'Save changes'))
  expect([bar.y > 200, bar.y + bar.height <= 320]).toEqual([true, true])
  await page.setViewportSize({ width: 1280, height: 900 })
  await quantityOf(page, third).fill('1000')
  await save(page).click()
  await main(page)
    .getByText(/^Lines changed: /)
    .waitFor()
  await main(page)
    .getByText(/^The link now shows the changed lines and the new total/)
    .waitFor()
  await button(main(page), 'Edit lines').waitFor()
  const changed = await shop.readOrder(customer, order)
  expect(changed.lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([
    [first.sku, 2000],
    [third.sku, 1000],
    [fourth.sku, 1000],
  ])
  expect(await documentText(page, 'Order confirmation')).toContain(fourth.sku)
  await payByCard(page, order._id)
  await page.goto(`/dashboard/order/${order._id}`)
  const invoice = await documentText(page, 'Invoice')
  expect([invoice.includes(fourth.sku), invoice.includes(second.sku)]).toEqual([true, false])
  expect(invoice).toContain(changed.payable.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/, ','))
})

test('edited lines are kept as they were, or put back from the toast', async ({ open, shop }) => {
  const customer = await verifyByLink(shop, await shop.register())
  const [first, second] = await Promise.all([productAt(shop, 0), productAt(shop, 1)])
  const order = await placeOrder(shop, customer, [first, second])
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^500 POST .*\/lines\/quote/)
  await page.goto(`/dashboard/order/${order._id}`)
  await button(main(page), 'Edit lines').click()
  await page.route('**/lines/quote', (route) => route.fulfill({ status: 500 }))
  await quantityOf(page, first).fill('1,200')
  await button(main(page), 'Try again').waitFor()
  await page.unroute('**/lines/quote')
  await button(main(page), 'Try again').click()
  await save(page).waitFor()
  await quantityOf(page, first).fill('1000')
  await button(main(page), `Remove ${first.sku}`).click()
  await button(main(page), `Undo the removal of ${first.sku}`).click()
  await main(page).getByText('What you change in the lines is paid only once it is saved.').waitFor()
  await main(page).getByLabel('Add a part').fill(`${first.sku} 500`)
  await main(page).getByLabel('Add a part').press('Enter')
  await main(page).getByText(`${first.sku} was in the order already: 1,000 → 1,500.`).waitFor()
  await button(main(page), `Remove ${second.sku}`).click()
  await button(main(page), 'Keep as it was').click()
  await expect.poll(() => isFocused(button(main(page), 'Edit lines'))).toBe(true)
  await button(main(page), 'Edit lines').click()
  await button(main(page), `Remove ${second.sku}`).click()
  await save(page).click()
  await page.getByText(/^Order changed: /).waitFor()
  expect((await shop.readOrder(customer, order)).lines).toHaveLength(1)
  await button(page, /^Undo/).click()
  await link(main(page), second.sku).waitFor()
  expect((await shop.readOrder(customer, order)).payable).toBe(order.payable)
})

test('lines of an order that is paid meanwhile are not changed, and the page says so', async ({
  open,
  shop,
}) => {
  const customer = await verifyByLink(shop, await shop.register())
  const product = await productAt(shop, 0)
  const order = await placeOrder(shop, customer, [product])
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^409 PUT \/api\/myorder\//)
  await page.route('**/api/myorder/*', async (route) => {
    // The page hears of the payment only by the refusal.
    const answer = await route.fetch()
    const json = await answer.json()
    await route.fulfill({ response: answer, json: { ...json, holdUntil: order.holdUntil, paid: false } })
  })
  await page.goto(`/dashboard/order/${order._id}`)
  await button(main(page), 'Edit lines').click()
  await quantityOf(page, product).fill('2000')
  await save(page).waitFor()
  await shop.pay(customer, order)
  await save(page).click()
  await main(page)
    .getByText('The order is paid or being paid, so its lines can no longer be changed.')
    .waitFor()
  await heading(page, `Order ${order.number}`).waitFor()
  expect((await shop.readOrder(customer, order)).payable).toBe(order.payable)
})

test('the page of a payment link follows changed lines: the card pays the new sum, not the one of before', async ({
  open,
  shop,
}) => {
  const customer = await verifyByLink(shop, await shop.register())
  const product = await productAt(shop, 0)
  const order = await placeOrder(shop, customer, [product])
  const token = await shop.createLink(customer, order)
  const { page } = await open()
  await page.goto(`/pay/${token}`)
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
  const body = orderOfLines([{ product, quantity: 3000 }])
  const { lines, totalPrice } = body
  const changed = await shop.call('PUT', `/api/myorder/${order._id}/lines`, {
    body: { lines, totalPrice },
    as: customer,
  })
  expect(changed.status).toBe(200)
  await button(main(page), `Pay ${formatTotal(changed.body.payable)}`).waitFor()
  await fillCard(page, GOOD_CARD)
  await payButton(page).click()
  await expect.poll(async () => (await shop.readOrder(customer, order)).paid).toBe(true)
  expect((await shop.readOrder(customer, order)).payable).toBe(changed.body.payable)
})
