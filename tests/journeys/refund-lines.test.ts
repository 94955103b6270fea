import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { OrderDetails } from '#features/orders/orders.ts'
import { formatTotal } from '#kit/money.ts'
import { orderOfLines, type Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, isFocused, main, productAt, toast } from './steps.ts'

/** A paid order of 1,000 pieces of two products. */
async function paidOrder(shop: RunningShop, customer: Person): Promise<string> {
  const products = [await productAt(shop, 0), await productAt(shop, 1)]
  const body = orderOfLines(products.map((product) => ({ product, quantity: 1000 })))
  const { body: placed } = await shop.call('POST', '/api/order', { as: customer, body })
  return (await shop.pay(customer, placed))._id
}

/** Fills the form by line: 400 pieces of the first line, and all of the second. */
async function fillByLine(page: Page): Promise<void> {
  await button(main(page), 'Refund').click()
  await page.getByRole('radio', { name: 'An amount' }).press('ArrowDown')
  expect(await page.getByRole('radio', { name: 'By line' }).isChecked()).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Reason').fill('Two boxes arrived broken')
  await button(main(page), 'Refund').click()
  await main(page).getByText('Name at least one piece that is left, or the delivery.').waitFor()
  expect(await isFocused(pieces(page).first())).toBe(true)
  await pieces(page).first().fill('400')
  const all = button(main(page), /^All 1,000 left of/)
  await all.nth(1).click()
  expect(await pieces(page).nth(1).inputValue()).toBe('1000')
  await page.getByLabel('Message to the customer').fill('Sorry for the two boxes.')
  await main(page).getByText('24 of 500 characters').waitFor()
  await page.getByLabel('Restock 1,400 pieces not shipped yet').waitFor()
}

const pieces = (page: Page) => page.getByLabel(/^Pieces to refund of/)

test('an admin refunds lines with the delivery and a message, after another admin was first; the customer reads it', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const _id = await paidOrder(shop, customer)
  const read = async (): Promise<OrderDetails> =>
    (await shop.call('GET', `/api/myorder/${_id}`, { as: admin })).body
  const { page, expectErrors } = await open({ as: admin, viewport: { width: 375, height: 800 } })
  expectErrors(/\/api\/order\/.*\/refunds/)
  await page.goto(`/dashboard/order/${_id}`)
  await fillByLine(page)
  await page.reload()
  expect(await pieces(page).first().inputValue()).toBe('400')

  // Somebody else refunds 700 pieces of the first line meanwhile.
  const theirs = { lines: [{ position: 0, quantity: 700 }], reason: 'Theirs' }
  const headers = { 'Idempotency-Key': `theirs of ${_id}` }
  await shop.call('POST', `/api/order/${_id}/refunds`, { as: admin, body: theirs, headers })
  const ask = button(main(page), /^Refund \$/)
  await ask.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/400 × .* and 1,000 × .* 1,400 pieces go back to stock\.$/).waitFor()
  const confirm = button(dialog, /^Refund \$/)
  await confirm.click()
  await dialog.getByText('So many pieces of the line are not left to refund.').waitFor()
  await button(dialog, 'Do not refund').click()
  await main(page).getByText('only 300 left').waitFor()
  await pieces(page).first().fill('300')
  const said = (await ask.textContent())?.replace('Refund ', '') ?? ''
  await ask.click()
  await confirm.click()
  await toast(page, `${said} refunded`)
  expect(await isFocused(page.getByRole('heading', { name: 'Refunds' }))).toBe(true)
  const order = await read()
  const last = order.refunds?.at(-1)
  expect(last).toMatchObject({
    lines: [
      { position: 0, quantity: 300 },
      { position: 1, quantity: 1000 },
    ],
    message: 'Sorry for the two boxes.',
    state: 'succeeded',
  })
  expect(said).toBe(`$${last?.amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`)
  expect(order.lines).toMatchObject([{ restocked: 300 }, { restocked: 1000 }])
  // The pieces of the other refund are left to put back, and are named.
  await main(page).getByRole('button', { name: 'Put back 700 pieces' }).waitFor()
  expect(await button(main(page), /^Ship/).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])

  const theCustomer = await open({ as: customer })
  await theCustomer.page.goto(`/dashboard/order/${_id}`)
  await main(theCustomer.page).getByText('Sorry for the two boxes.').waitFor()
  await main(theCustomer.page).getByText('1,000 pieces refunded').first().waitFor()
  const left = formatTotal(order.payable - (order.refundedAmount ?? 0))
  await main(theCustomer.page).getByText(`Total after the refund: ${left}`).waitFor()
  expect(
    await main(theCustomer.page)
      .getByText('Total after the refund', { exact: true })
      .locator('..')
      .innerText(),
  ).toContain(left)
  expect(await main(theCustomer.page).getByText('Two boxes arrived broken').count()).toBe(0)
  expect(await axeViolations(theCustomer.page)).toEqual([])
})
