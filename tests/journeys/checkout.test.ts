import { expect } from 'vitest'
import { lineTotal } from '#features/pricing/price-line.ts'
import { formatTotal } from '#kit/money.ts'
import { replacementOf } from '../support/sample-product.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import {
  atPath,
  boxOf,
  button,
  fillAddress,
  fillLogin,
  heading,
  isFocused,
  main,
  productAt,
} from './steps.ts'

test('a cart is ordered after sign-in; a price that changed meanwhile places nothing until it is accepted, and what was typed is kept', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const [dearer, other, short] = [
    await productAt(shop, 0),
    await productAt(shop, 1),
    await productAt(shop, 2),
  ]
  const lines = [dearer, other, short].map(({ _id }) => ({ productId: _id, quantity: 1000 }))
  const { page, expectErrors } = await open()
  expectErrors(/^(401|409) POST \/api\/order$/)
  await page.goto('/blog')
  await page.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify({ version: 1, lines }))
  await page.goto('/checkout')
  await atPath(page, '/login')
  await fillLogin(page, customer)
  await heading(page, 'Checkout').waitFor()
  const place = button(main(page), /^Place order/)
  await place.and(page.locator(':enabled')).waitFor()
  expect(await axeViolations(page)).toEqual([])

  await fillAddress(page)
  await page.getByLabel('PO number').fill('PO-4711')
  await page.evaluate(() =>
    fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    }),
  )
  await place.click()
  await atPath(page, '/login')
  await main(page)
    .getByText('Your session has ended. Sign in to go on; what you typed is kept.', { exact: true })
    .waitFor()
  await fillLogin(page, customer)
  await heading(page, 'Checkout').waitFor()
  await place.and(page.locator(':enabled')).waitFor()
  await main(page).getByText('Being updated…').waitFor({ state: 'detached' })
  expect(await page.getByLabel('PO number').inputValue()).toBe('PO-4711')
  expect(await page.getByLabel('Phone').inputValue()).toBe('+1 555 0142')

  const body = replacementOf(dearer, { price: 2 })
  expect((await shop.call('PUT', `/api/product/${dearer._id}`, { body, as: admin })).status).toBe(200)
  await shop.call('POST', `/api/product/${short._id}/stock`, {
    body: { counted: 500, reason: 'A sample.' },
    as: admin,
  })
  await place.click()
  await main(page).getByText('Nothing was ordered: 2 lines have changed.').waitFor()
  await main(page)
    .getByText(/now \$2,000\.00/)
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  const ordersNow = async () => (await shop.call('GET', '/api/myorders', { as: customer })).body
  expect(await ordersNow()).toEqual([])
  await button(page, 'Leave out 1 line').click()
  const total = formatTotal(2000 + lineTotal(other, 1000))
  await button(main(page), `Place order · ${total}`).click()
  await page.waitForURL('**/dashboard/payment/*')
  await button(main(page), `Pay ${total}`).waitFor()
  await expect
    .poll(async () => (await shop.call('GET', '/api/cart', { as: customer })).body.lines.length)
    .toBe(1)
  expect(await ordersNow()).toMatchObject([{ poNumber: 'PO-4711' }])
})

test('the checkout waits for the whole cart, says what is left out of the order, and why an order is refused', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const [right, wrong] = [await productAt(shop, 0), await productAt(shop, 1)]
  const line = { productId: right._id, quantity: 1000 }
  await shop.call('PUT', '/api/cart', {
    body: { lines: [{ productId: wrong._id, quantity: 1 }] },
    as: customer,
  })
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^422 POST \/api\/order$/)
  let answerCart = () => {}
  const cartAnswered = new Promise<void>((resolve) => (answerCart = resolve))
  await page.route('**/api/cart', async (route) => {
    await cartAnswered
    await route.continue()
  })
  const quotes: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/quote')) quotes.push(request.url())
  })
  await page.addInitScript(
    (cart) => localStorage.setItem('cart', cart),
    JSON.stringify({ version: 1, lines: [line] }),
  )
  await page.goto('/checkout')
  await fillAddress(page)
  expect(quotes).toEqual([])
  answerCart()
  await button(page, 'Leave out 1 line').click()
  await main(page).getByText('1 line left out: not ordered, and still in the cart.').waitFor()

  const detail = 'One order can come to $999,999.99 at most. Split it.'
  const problem = { status: 422, code: 'invalid', detail, errors: [{ pointer: '#/lines', detail }] }
  await page.route('**/api/order', (route) => route.fulfill({ status: 422, json: problem }))
  await button(main(page), /^Place order ·/).click()
  await main(page).getByText(detail).waitFor()
  expect((await shop.call('GET', '/api/myorders', { as: customer })).body).toEqual([])
})

test('a line that cannot be ordered any more while the total is updated: a click on Place order says so', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const [short, other] = [await productAt(shop, 3), await productAt(shop, 4)]
  const lines = [short, other].map(({ _id }) => ({ productId: _id, quantity: 1000 }))
  await shop.call('PUT', '/api/cart', { body: { lines }, as: customer })
  const { page } = await open({ as: customer })
  await page.goto('/checkout')
  const place = button(main(page), /^Place order/)
  await place.and(page.locator(':enabled')).waitFor()
  await main(page).getByText('Being updated…').waitFor({ state: 'detached' })

  let answerQuote = () => {}
  const quoteAnswered = new Promise<void>((resolve) => (answerQuote = resolve))
  await page.route('**/api/quote', async (route) => {
    await quoteAnswered
    await route.continue()
  })
  await fillAddress(page)
  await main(page).getByText('Being updated…').waitFor()
  await shop.call('POST', `/api/product/${short._id}/stock`, {
    body: { counted: 500, reason: 'A sample.' },
    as: admin,
  })
  await place.click()
  answerQuote()
  await main(page).getByText('Nothing was ordered: a line has changed.').waitFor()
  expect((await shop.call('GET', '/api/myorders', { as: customer })).body).toEqual([])
})

test('the checkout folds the lines with their count, and the whole sum stays in view beside all of them', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const { body: parts } = await shop.call('GET', '/api/product?limit=14')
  const lines = parts.map((part: { _id: string; minimum: number }) => ({
    productId: part._id,
    quantity: part.minimum,
  }))
  await shop.call('PUT', '/api/cart', { body: { lines }, as: customer })
  const { page } = await open({ as: customer, viewport: { width: 1280, height: 720 } })
  await page.goto('/checkout')
  const rows = main(page).getByRole('table', { name: 'Lines of the order' }).locator('tbody tr')
  const folded = main(page).getByText(/^14 lines, [\d,]+ pieces$/)
  await folded.waitFor()
  expect(await rows.first().isVisible()).toBe(false)
  const place = button(main(page), /^Place order/)
  await folded.click()
  expect(await rows.count()).toBe(14)
  // Nothing covers delivery, tax and total: what is long scrolls above them.
  for (const part of ['Delivery (Standard)', 'No tax is charged', 'Total'])
    await main(page).getByText(part, { exact: true }).click({ trial: true })
  const { y, height } = await boxOf(place)
  expect(y + height).toBeLessThanOrEqual(720)
  await folded.click()
  await page.mouse.wheel(0, 5000)
  expect(await axeViolations(page)).toEqual([])
})

test('on a phone the first refused field and what is wrong with it are above the pinned sum', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const { _id: productId } = await productAt(shop, 0)
  await shop.call('PUT', '/api/cart', { body: { lines: [{ productId, quantity: 1000 }] }, as: customer })
  const { page } = await open({
    as: customer,
    viewport: { width: 375, height: 667 },
    reducedMotion: 'reduce',
  })
  await page.goto('/checkout')
  await button(main(page), /^Place order ·/).click()
  const problem = main(page).getByText('The street is required.')
  await problem.waitFor()
  expect(await isFocused(page.getByLabel('Street'))).toBe(true)
  const { y, height } = await boxOf(problem)
  expect(y + height).toBeLessThanOrEqual((await boxOf(page.locator('.bottom-bar'))).y)
})
