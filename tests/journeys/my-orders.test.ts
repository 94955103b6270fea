import { expect } from 'vitest'
import { formatTotal } from '#kit/money.ts'
import { test } from './journey.ts'
import { createSale, openPayment } from './sale.ts'
import {
  atPath,
  boxOf,
  button,
  fillOrder,
  heading,
  link,
  main,
  payButton,
  placeOrder,
  productAt,
  rowOf,
  toast,
} from './steps.ts'

test('a placed order is on top of My Orders, marked, with its number and its payment in reach', async ({
  open,
  shop,
}) => {
  const { customer, order: earlier } = await createSale(shop, 0)
  const product = await productAt(shop, 1)
  const { page } = await open({ as: customer, viewport: { width: 375, height: 667 } })
  await page.goto(`/order/${product._id}`)
  await main(page).getByText(product._id, { exact: true }).waitFor()
  await main(page).getByText('Minimum order 100 pieces', { exact: true }).waitFor()
  await fillOrder(page, 100)
  await placeOrder(page).click()
  await link(main(page), 'Pay later in My Orders').click()
  await heading(page, 'My Orders').waitFor()
  const [placed] = (await shop.call('GET', '/api/myorders', { as: customer })).body
  const row = main(page).getByRole('row').nth(1)
  await row.getByText('Just placed', { exact: true }).waitFor()
  expect(await main(page).getByText('Just placed').count()).toBe(1)
  expect(await link(row, placed.number).getAttribute('href')).toBe(`/dashboard/order/${placed._id}`)
  await button(row, 'Copy order id').waitFor()
  // One paragraph, in which no line ends within the size.
  const name = row.getByText(product.name, { exact: true })
  expect((await boxOf(name)).height).toBeLessThan(60)
  const pay = await boxOf(link(row, 'Payment'))
  expect(pay.y + pay.height).toBeLessThan(667)
  await link(rowOf(page, earlier.number), earlier.number).waitFor()
})

test('My Orders are searched by number, PO number and product', async ({ open, shop }) => {
  const { customer, order: first } = await createSale(shop, 0)
  const second = await shop.order(customer, await productAt(shop, 1))
  await shop.call('PATCH', `/api/myorder/${second._id}`, { body: { poNumber: 'PO 4711' }, as: customer })
  const { page } = await open({ as: customer })
  await page.goto('/dashboard/myorders')
  const field = page.getByRole('searchbox', { name: 'Search my orders' })
  const found = () =>
    main(page)
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
  for (const [q, order] of [
    [first.number.replace('-', '').toLowerCase(), first],
    ['4711 po', second],
    [second.product, second],
  ] as const) {
    await field.fill(q)
    await main(page).getByText(`1 of 2 orders found for “${q}”`, { exact: true }).waitFor()
    await link(found(), order.number).waitFor()
  }
  // The address follows what is shown.
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(second.product)
  await page.reload()
  await main(page).getByText(`1 of 2 orders found for “${second.product}”`, { exact: true }).waitFor()
  await field.fill('nothing like this')
  await main(page).getByText('No order matches').waitFor()
  await link(main(page), 'Show all orders').click()
  await main(page).getByText('2 orders', { exact: true }).waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await found().count()).toBe(2)
})

test('after a payment the dashboard says which order is paid, above everything else', async ({
  open,
  shop,
}) => {
  const sale = await createSale(shop, 2)
  const { page } = await open({ as: sale.customer })
  await openPayment(page, sale)
  await payButton(page).click()
  await toast(page, 'Payment Successfully')
  await atPath(page, '/dashboard')
  const paid = main(page)
    .getByRole('status')
    .filter({ hasText: `Order ${sale.order.number} is paid` })
  const unconfirmed = main(page).getByText('Your e-mail address is not confirmed yet.')
  const tops = await Promise.all(
    [heading(page, 'My Profile'), paid, unconfirmed, main(page).getByRole('img', { name: /^Avatar/ })].map(
      async (part) => (await boxOf(part)).y,
    ),
  )
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  const download = page.waitForEvent('download')
  await link(paid, 'Invoice (PDF)').click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  await link(paid, 'See the order').click()
  await heading(page, `Order ${sale.order.number}`).waitFor()
  await main(page).getByText(formatTotal(sale.order.totalPrice)).first().waitFor()
})
