import { describe, expect } from 'vitest'
import { partPath } from '#features/catalog/paths.ts'
import { arrivesText, shipsOnText } from '#features/delivery/texts.ts'
import type { Order } from '#features/orders/schema.ts'
import { formatTotal } from '#kit/money.ts'
import { DAY_MS } from '#kit/time.ts'
import { orderFor, type Person } from '../support/customer.ts'
import { LYON, ZURICH } from '../support/delivery-shop.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, hydrated, isFocused, link, main, productAt, rowOf } from './steps.ts'

const IN_LINES = 'Atelier Exemple\nZoé Durand\n12 rue de l’Exemple\n69002 LYON\nFRANCE'

/** Places an order that goes to Lyon by express, and is billed to Zurich. */
async function orderToLyon(shop: RunningShop, customer: Person): Promise<Order> {
  const { phone: _, address: __, ...line } = orderFor(await productAt(shop, 0), 1000)
  const body = { ...line, deliverTo: LYON, billTo: ZURICH, delivery: 'express' }
  const { status, body: order } = await shop.call('POST', '/api/order', { body, as: customer })
  expect(status).toBe(201)
  return order
}

const daysOf = ({ delivery }: Order): string[] =>
  delivery ? [shipsOnText(delivery.ships), arrivesText(delivery.arrives)] : []

describe('an order with an address of its own', () => {
  test('says to its customer where it goes, when it arrives and what is paid, also on the pages that pay it', async ({
    open,
    shop,
  }) => {
    const customer = await shop.register({ name: 'Zoé Durand' })
    const order = await orderToLyon(shop, customer)
    const payable = formatTotal(order.payable)
    expect(order.payable).toBeGreaterThan(order.totalPrice)
    const { page } = await open({ as: customer })
    await page.goto(`/dashboard/order/${order._id}`)
    await heading(page, `Order ${order.number}`).waitFor()
    const texts = await main(page).innerText()
    for (const shown of [
      ...[IN_LINES, 'Urs Beispiel\nBeispielweg 3\nCH-8001 Zürich\nSWITZERLAND', ...daysOf(order)],
      ...[`${order.weight} kg`, 'Express, DAP', 'No tax is charged: export', order.tax?.note ?? '?'],
    ])
      expect(texts).toContain(shown)
    const sums = main(page).locator('dl').filter({ hasText: 'Goods' })
    expect(await sums.innerText()).toBe(
      `Goods\n${formatTotal(order.totalPrice)}\nDelivery (Express)\n${formatTotal(order.delivery?.price ?? 0)}`,
    )
    expect(await axeViolations(page)).toEqual([])

    await link(main(page), `Pay ${payable}`).click()
    await heading(page, 'Payment').waitFor()
    await button(page, `Pay ${payable}`).waitFor()
    expect(await main(page).innerText()).toContain(
      arrivesText(order.delivery?.arrives ?? { from: '', to: '' }),
    )
    expect(await axeViolations(page)).toEqual([])

    const { page: other } = await open()
    await other.goto(`/pay/${await shop.createLink(customer, order)}`)
    await button(other, `Pay ${payable}`).waitFor()
    const linked = await main(other).innerText()
    for (const shown of ['Delivery (Express)', payable, daysOf(order)[1] ?? '?'])
      expect(linked).toContain(shown)
    for (const hidden of ['rue de', 'Beispielweg']) expect(linked).not.toContain(hidden)
    expect(await axeViolations(other)).toEqual([])
  })

  test('is changed by its customer in the form of its country, and stays where the price would be another', async ({
    open,
    shop,
  }) => {
    const customer = await shop.register({ name: 'Zoé Durand' })
    const order = await orderToLyon(shop, customer)
    const { page, expectErrors } = await open({ as: customer })
    expectErrors(/^(409|422) PATCH \/api\/myorder\//)
    await page.goto(`/dashboard/order/${order._id}`)
    await button(main(page), 'Change').click()
    const form = page.getByRole('form', { name: 'Change the order' })
    const field = (name: string) => form.getByLabel(name, { exact: true })
    await field('Street').fill('4 quai de l’Exemple')
    await field('Postal code').fill('690')
    await field('PO number').fill('PO-4711')
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await expect.poll(() => field('Street').inputValue()).toBe('4 quai de l’Exemple')
    await button(form, 'Save changes').click()
    await form.getByText('“690” is not a postal code of France').waitFor()
    expect(await isFocused(field('Postal code'))).toBe(true)
    await field('Postal code').fill('69003')
    await button(form, 'Save changes').click()
    await main(page).getByText('69003 LYON').waitFor()
    await main(page).getByText('PO-4711', { exact: true }).waitFor()
    const { body: moved } = await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })
    expect(moved.deliverTo).toEqual({ ...LYON, street: '4 quai de l’Exemple', postcode: '69003' })
    expect(moved.billTo).toEqual(order.billTo)

    await button(main(page), 'Change').click()
    await field('Country').selectOption('US')
    await field('City').fill('Austin')
    await field('State').selectOption('TX')
    await field('ZIP code').fill('73301')
    await button(form, 'Save changes').click()
    await form.getByText(/Nothing was changed/).waitFor()
    await button(form, 'Keep as it was').click()
    await main(page).getByText('69003 LYON').waitFor()
  })

  test('says to the seller what ships first, and has what customs asks', async ({ open, shop, admin }) => {
    const customer = await shop.register({ name: 'Zoé Durand' })
    const order = await shop.pay(customer, await orderToLyon(shop, customer))
    const { page } = await open({ as: admin })
    await page.goto(`/dashboard/manageorders?q=${order.number}`)
    const row = rowOf(page, order.number)
    expect(await row.innerText()).toContain(formatTotal(order.payable))
    await link(main(page), 'Ships').click()
    await page.getByRole('table', { name: 'Orders that are not shipped, the earliest day first' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Ships' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    await button(main(page), `Details of order ${order._id}`).click()
    expect(await main(page).innerText()).toContain(IN_LINES)
    expect(await axeViolations(page)).toEqual([])

    await page.goto(`/dashboard/order/${order._id}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Pro-forma invoice PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`pro-forma-${order.number}.pdf`)
  })
})

describe('estimates', () => {
  test('the cart says what delivery and tax cost in a country, which the device remembers', async ({
    open,
    shop,
  }) => {
    const { page } = await open()
    await page.goto(partPath((await productAt(shop, 0)).sku))
    await hydrated(page)
    await button(main(page), 'Add to cart').click()
    await page.goto('/cart')
    await button(main(page), 'Estimate delivery and tax').click()
    const estimate = page.getByRole('region', { name: 'Delivery and tax' })
    await estimate.getByLabel('Deliver to').selectOption({ label: 'France' })
    await estimate.getByText('No tax is charged: export', { exact: true }).waitFor()
    expect(await estimate.innerText()).toMatch(
      /Delivery\s+from \$18\.00.*To pay\s+from \$\d+\.\d\d.*Arrives .* if ordered now/s,
    )
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await estimate.getByText('from $18.00').waitFor()
    expect(await estimate.getByLabel('Deliver to').inputValue()).toBe('FR')
    await estimate.getByLabel('Deliver to').selectOption({ label: 'United States' })
    await estimate.getByText('free').waitFor()
  })

  test('the page of a part says when it ships, without scripts too', async ({ open, shop }) => {
    const { sku } = await productAt(shop, 0)
    const says = /Ships (today|tomorrow|\w{3} \d+ \w+) if ordered in the next \d+ (days?|h|min)/
    const { page, expectErrors } = await open({ javaScriptEnabled: false })
    // The policy of a page without scripts refuses them.
    expectErrors(/^csp GET \/assets\//)
    await page.goto(partPath(sku))
    await main(page).getByText(says).waitFor()
    const { page: counting } = await open()
    await counting.goto(partPath(sku))
    await hydrated(counting)
    await main(counting).getByText(says).waitFor()
    // What a tab that was left open says when the time is over.
    await counting.clock.install()
    await counting.goto(partPath(sku))
    await main(counting).getByText(says).waitFor()
    await counting.clock.fastForward(14 * DAY_MS)
    await main(counting).getByText(says).waitFor({ state: 'detached' })
  })
})
