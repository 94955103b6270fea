import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { GOOD_CARD, intentOf, type Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, link, main, productAt, toast } from './steps.ts'

/** An order of 1,000 pieces that is paid and shipped. */
async function shippedOrder(shop: RunningShop, customer: Person, admin: Person): Promise<Order> {
  const placed = await shop.order(customer, await productAt(shop, 0), 1000)
  const secret = await shop.startPayment(customer, placed)
  await shop.confirmCard(secret, GOOD_CARD)
  await shop.settle(customer, placed, intentOf(secret))
  await shop.call('POST', `/api/order/${placed._id}/shipments`, { as: admin, body: {} })
  return placed
}

/** What a person does, a filled field or a click each. */
function counter() {
  let actions = 0
  return {
    act: async (action: Promise<unknown>): Promise<void> => {
      actions += 1
      await action
    },
    counted: () => actions,
  }
}

const part = (page: Page) => main(page).getByRole('region', { name: 'Returns' })

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** The customer asks to return 200 pieces; resolves to the number of actions, without a try that is refused. */
async function ask(page: Page): Promise<number> {
  const asking = counter()
  await asking.act(button(part(page), 'Return pieces').click())
  expect(await width(page)).toBeLessThanOrEqual(375)
  expect(await axeViolations(page, [375])).toEqual([])
  await button(part(page), 'Request the return').click()
  await part(page).getByText('Name at least one piece, and no more than can be returned.').waitFor()
  await part(page).getByText('Choose a reason.').waitFor()
  await asking.act(
    part(page)
      .getByLabel(/^Pieces to return of/)
      .fill('200'),
  )
  await asking.act(part(page).getByLabel('Reason').selectOption({ label: 'Damaged on the way' }))
  await asking.act(button(part(page), 'Request the return').click())
  await part(page).getByText('Your return is requested. You get the answer here and by mail.').waitFor()
  await part(page).getByText('Requested', { exact: true }).waitFor()
  return asking.counted()
}

test('a customer asks for a return; staff find it, accept, receive, restock and refund it; the customer sees it', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const order = await shippedOrder(shop, customer, admin)
  const path = `/dashboard/order/${order._id}`
  const own = (await open({ as: customer, viewport: { width: 375, height: 800 }, reducedMotion: 'reduce' }))
    .page
  await own.goto(path)
  expect(await ask(own)).toBe(4)
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  const settling = counter()
  await page.goto('/dashboard/overview')
  await settling.act(
    main(page)
      .getByRole('link', { name: /returns? waits? for an answer/ })
      .click(),
  )
  await heading(page, 'Returns').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await settling.act(link(main(page), order.number).click())
  await settling.act(part(page).getByLabel('Instructions').fill('Send it to 1 Sample Street.'))
  await settling.act(button(part(page), 'Accept the return').click())
  await settling.act(
    part(page)
      .getByLabel(/^Thrown away/)
      .fill('50'),
  )
  expect(
    await part(page)
      .getByLabel(/^To stock/)
      .inputValue(),
  ).toBe('150')
  await settling.act(button(part(page), 'Record 200 pieces').click())
  await settling.act(button(part(page), 'Refund').click())
  expect(await axeViolations(page)).toEqual([])
  const refund = button(part(page), /^Refund \$/)
  const said = ((await refund.textContent()) ?? '').replace('Refund ', '')
  await settling.act(refund.click())
  await settling.act(button(page.getByRole('dialog'), /^Refund \$/).click())
  await toast(page, `${said} refunded`)
  await part(page).getByText('Refunded', { exact: true }).waitFor()
  expect(settling.counted()).toBe(9)
  await main(page).getByText('200 pieces came back').waitFor()

  await part(own).getByText('Refunded', { exact: true }).waitFor({ timeout: 30_000 })
  await part(own).getByText(`${said} refunded`).waitFor()
  expect(await axeViolations(own)).toEqual([])
  const { body } = await shop.call('GET', `/api/order/${order._id}/returns`, { as: admin })
  expect(body.returns).toMatchObject([
    { state: 'settled', outcome: 'refund', lines: [{ restocked: 150, scrapped: 50 }] },
  ])
})

test('staff open a return for a customer and replace it, and the customer withdraws another; what ships is shown', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const order = await shippedOrder(shop, customer, admin)
  const path = `/dashboard/order/${order._id}`
  const { page } = await open({ as: admin, viewport: { width: 375, height: 800 }, reducedMotion: 'reduce' })
  await page.goto(path)
  await button(part(page), 'Open a return').click()
  await part(page)
    .getByLabel(/^Pieces to return of/)
    .fill('100')
  await part(page).getByLabel('Reason').selectOption({ label: 'Wrong part or size' })
  await button(part(page), 'Open the return').click()
  await part(page).getByText('Say how the pieces are to be sent back.').waitFor()
  await part(page).getByLabel('Instructions').fill('By the driver.')
  await button(part(page), 'Open the return').click()
  await button(part(page), 'Record 100 pieces').click()
  expect(await width(page)).toBeLessThanOrEqual(375)
  await button(part(page), 'Replace 100 pieces').click()
  await button(page.getByRole('dialog'), 'Replace 100 pieces').click()
  await part(page).getByText('Replaced', { exact: true }).waitFor()
  await main(page)
    .getByLabel(/^Pieces to ship of/)
    .waitFor()
  await main(page).getByText('100 pieces that came back sent again').waitFor()

  const own = (await open({ as: customer, reducedMotion: 'reduce' })).page
  await own.goto(path)
  await main(own).getByText('100 pieces sent again after a return').waitFor()
  await button(part(own), 'Return pieces').click()
  await part(own)
    .getByLabel(/^Pieces to return of/)
    .fill('900')
  await part(own).getByLabel('Reason').selectOption({ label: 'Not needed any more' })
  await button(part(own), 'Request the return').click()
  await button(part(own), 'Withdraw').click()
  await button(own.getByRole('dialog'), 'Withdraw').click()
  await part(own).getByText('Withdrawn', { exact: true }).waitFor()
})
