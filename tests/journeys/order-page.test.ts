import { expect } from 'vitest'
import { orderOfLines } from '../support/customer.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, button, heading, link, main, productAt, toast } from './steps.ts'

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
  await link(main(page), order._id).click()
  await heading(page, `Order ${order.number}`).waitFor()
  await main(page)
    .getByRole('timer')
    .getByText(/^Held until /)
    .waitFor()
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
  await shop.call('PUT', `/api/order/${order._id}`, { body: { status: 'shipped' }, as: admin })
  await main(page).getByText('The order is on its way.').waitFor()
  expect(await button(page, 'Change').count()).toBe(0)

  const [first] = lines
  await shop.call('DELETE', `/api/product/${first?.product._id}`, { as: admin })
  await link(main(page), 'Order again').click()
  await heading(page, 'Order again').waitFor()
  await main(page).getByText('This part is no longer sold.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(page, /^Add 1 line to the cart/).click()
  await link(page, 'Cart, 1 line').waitFor()
  expect((await shop.call('GET', '/api/myorders', { as: customer })).body).toHaveLength(1)

  await page.goto(`/dashboard/order/${order._id}x`)
  await main(page).getByText('There is no such order').waitFor()
})

test('an order that is cancelled on another page is gone; an admin still reads it', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const order = await shop.order(customer, await productAt(shop, 2))
  const { page, expectErrors } = await open({ as: customer })
  // The page asks again about the order that is gone.
  expectErrors(/^404 GET \/api\/myorder\//)
  await page.goto(`/dashboard/order/${order._id}`)
  await heading(page, `Order ${order.number}`).waitFor()
  const other = await page.context().newPage()
  await other.goto(`/dashboard/order/${order._id}`)
  await button(main(other), 'Cancel').click()
  await button(other, 'Yes').click()
  await toast(other, 'Order canceled successfully')
  await atPath(other, '/dashboard/myorders')
  await main(page).getByText('There is no such order').waitFor()
  const desk = await open({ as: admin })
  await desk.page.goto(`/dashboard/order/${order._id}`)
  await main(desk.page).getByText('The order is cancelled, and its pieces are for sale again.').waitFor()
  await main(desk.page).getByText(`(${customer.email})`).first().waitFor()
  expect(await button(main(desk.page), 'Cancel').count()).toBe(0)
})
