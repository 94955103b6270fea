import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { DECLINED_CARD, GOOD_CARD, orderOfLines } from '../support/customer.ts'
import { axeViolations, setWidth } from './axe.ts'
import { test } from './journey.ts'
import { createSale } from './sale.ts'
import { boxOf, button, fillCard, heading, main, payButton, verifyByLink } from './steps.ts'

const CARD_READY = (page: Page) => main(page).getByRole('button', { name: /^Pay \$/, disabled: false })

/** Creates a link on the order's page, copies it, and returns its path. */
async function copyLink(page: Page, create: 'Create payment link' | 'Renew link'): Promise<string> {
  await button(main(page), create).click()
  await button(main(page), 'Copy link').click()
  await main(page).getByText('Copied.').waitFor()
  const rightOf = async (element: Locator): Promise<number> => {
    const { x, width } = await boxOf(element)
    return x + width
  }
  // It stays within its column, which ends with the page.
  expect(await rightOf(button(main(page), 'Copy link'))).toBeLessThanOrEqual(
    await rightOf(button(page, 'Logout')),
  )
  return new URL(await page.getByLabel('Address of the payment link').inputValue()).pathname
}

/** Opens the receipt from the page of a paid link. */
async function openReceipt(page: Page, number: string): Promise<void> {
  const receipt = new URL(await page.getByLabel('Address of the receipt').inputValue()).pathname
  await main(page).getByRole('link', { name: 'Receipt' }).click()
  await heading(page, `Receipt for order ${number}`).waitFor()
  expect(new URL(page.url()).pathname).toBe(receipt)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  for (const width of [320, 1280]) {
    await setWidth(page, width)
    expect(await axeViolations(page)).toEqual([])
  }
}

test('a customer sends a payment link; somebody without an account adds a PO number and pays; both see it', async ({
  open,
  shop,
}) => {
  const { customer, order } = await createSale(shop, 0)
  const owner = await open({ as: customer })
  await owner.page.goto(`/dashboard/order/${order._id}`)
  const ended = await copyLink(owner.page, 'Create payment link')
  const path = await copyLink(owner.page, 'Renew link')
  expect(path).toMatch(/^\/pay\/[0-9a-f]{40}$/)
  expect(path).not.toBe(ended)

  const { page, expectErrors } = await open({ reducedMotion: 'reduce' })
  const requests: { url: string; referrer: string | undefined }[] = []
  page.on('request', (request) => {
    requests.push({ url: request.url(), referrer: request.headers().referer })
  })
  expectErrors(/^404 GET \/pay\//, /^402 POST \/sandbox\//, /^422 PUT \/api\/payment-link\//)
  await page.goto(ended)
  await main(page).getByText('This link cannot be used').waitFor()
  expect(await axeViolations(page)).toEqual([])

  const answer = await page.goto(path)
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await heading(page, `Order ${order.number}`).waitFor()
  for (const text of [customer.name, order.product]) await main(page).getByText(text).first().waitFor()
  expect(await page.getByRole('link').count()).toBe(0)
  await CARD_READY(page).waitFor()
  for (const width of [320, 768, 1280]) {
    await setWidth(page, width)
    expect(await axeViolations(page)).toEqual([])
  }

  // A PO number that is refused is not paid without.
  const poNumber = page.getByLabel('PO number')
  await poNumber.fill('x'.repeat(65))
  await fillCard(page, GOOD_CARD)
  await payButton(page).click()
  await main(page)
    .getByText(/at most 64 characters/)
    .waitFor()
  expect((await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })).body.paid).toBe(false)
  // Saved before the card is tried, and kept when it is declined.
  await poNumber.fill('PO-4711')
  await fillCard(page, DECLINED_CARD)
  await payButton(page).click()
  await page.getByRole('alert').getByText('Your card was declined.').waitFor()
  await main(owner.page).getByText('PO-4711').first().waitFor()
  await fillCard(page, GOOD_CARD)
  await payButton(page).click()
  await main(page).getByText('Congrats! Your payment is completed.').waitFor()
  await main(page)
    .getByText(/^Paid on /)
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.reload()
  await main(page).getByText('This order is paid.').waitFor()
  await openReceipt(page, order.number)

  await main(owner.page).getByText('Paid by card, with the payment link').waitFor()
  expect(await main(owner.page).getByText('Payment link', { exact: true }).count()).toBe(0)
  const hosts = new Set(requests.map((request) => new URL(request.url).host))
  expect([...hosts]).toEqual([new URL(shop.url).host])
  expect(requests.filter(({ referrer }) => /\/(pay|receipt)\//.test(referrer ?? ''))).toEqual([])
})

test('the page of a link follows what happens to its order elsewhere', async ({ open, shop }) => {
  const [paid, cancelled] = [await createSale(shop, 1), await createSale(shop, 2)]
  const pages = []
  for (const { customer, order } of [paid, cancelled]) {
    const { page, expectErrors } = await open()
    expectErrors(/^404 GET \/(api\/payment-link|pay)\//)
    await page.goto(`/pay/${await shop.createLink(customer, order)}`)
    await CARD_READY(page).waitFor()
    pages.push(page)
  }
  const [first, second] = pages as [Page, Page]
  await shop.pay(paid.customer, paid.order)
  await main(first).getByText('This order is paid.').waitFor()
  await main(first).getByText('The card on this page was not used.').waitFor()
  await shop.call('DELETE', `/api/myorder/${cancelled.order._id}`, { as: cancelled.customer })
  await main(second).getByText('This link cannot be used').waitFor()
})

test('after ten declined cards the payment page and the page of the link say what to do', async ({
  open,
  shop,
}) => {
  const { customer, order } = await createSale(shop, 3)
  const path = `/pay/${await shop.createLink(customer, order)}`
  const mine = await open({ as: customer })
  mine.expectErrors(/^402 POST \/sandbox\//, /^400 POST \/sandbox\//, /^429 POST \/api\//)
  await mine.page.goto(`/dashboard/payment/${order._id}`)
  await CARD_READY(mine.page).waitFor()
  const secret = await shop.startPayment(customer, order)
  for (let done = 0; done < 10; done += 1) await shop.confirmCard(secret, DECLINED_CARD)
  // The next card is not tried: the shop has cancelled the intent.
  await expect
    .poll(
      async () =>
        (
          await shop.call('POST', '/api/create-payment-intent', {
            body: { totalPrice: order.totalPrice, orderId: order._id },
            as: customer,
          })
        ).status,
    )
    .toBe(429)
  await fillCard(mine.page, GOOD_CARD)
  await payButton(mine.page).click()
  const sentence = /^10 cards were declined.* try again in 10 minutes\.$/
  await main(mine.page).getByText(sentence).waitFor()
  expect(await axeViolations(mine.page)).toEqual([])
  const linked = await open()
  linked.expectErrors(/^429 POST \/api\//)
  await linked.page.goto(path)
  await main(linked.page).getByText(sentence).waitFor()
  expect(await axeViolations(linked.page)).toEqual([])
  expect((await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })).body.paid).toBe(false)
})

test('with twenty lines the card is in sight on the payment page and on that of a link; lines unfold', async ({
  open,
  shop,
}) => {
  const customer = await verifyByLink(shop, await shop.register())
  const products: Product[] = (await shop.call('GET', '/api/product?limit=20')).body
  const body = orderOfLines(products.map((product) => ({ product, quantity: product.minimum })))
  const order = (await shop.call('POST', '/api/order', { as: customer, body })).body
  const link = await shop.createLink(customer, order)
  const { page } = await open({ as: customer })
  for (const path of [`/dashboard/payment/${order._id}`, `/pay/${link}`]) {
    await page.goto(path)
    await CARD_READY(page).waitFor()
    for (const [width, lowest] of [
      [1280, 900],
      [375, 1400],
    ] as const) {
      await setWidth(page, width)
      expect((await boxOf(page.getByLabel('Card number'))).y).toBeLessThanOrEqual(lowest)
    }
    await main(page).getByText('What happens next').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    const last = main(page).getByText(products.at(-1)?.sku ?? '', { exact: true })
    expect(await last.isVisible()).toBe(false)
    await main(page).getByText('17 more parts').click()
    await last.waitFor()
    expect(await axeViolations(page)).toEqual([])
  }
})
