import { expect } from 'vitest'
import { test } from './journey.ts'
import { atPayment, boxOf, fillOrder, placeOrder, productAt } from './steps.ts'

test('an order of one part takes a PO number and a note, and the box of the address is as tall as its text', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 1)
  const { page } = await open({ as: customer })
  await page.goto(`/order/${product._id}`)
  await fillOrder(page, product.minimum)
  await page.getByLabel('PO number').fill('PO-4711')
  await page.getByLabel('Note').fill('Gate 4')
  const address = page.getByLabel('Address')
  const { height } = await boxOf(address)
  await address.fill('1 Sample Street\n'.repeat(6))
  expect((await boxOf(address)).height).toBeGreaterThan(height + 72)
  expect(await address.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
  await placeOrder(page).click()
  await atPayment(page)
  expect((await shop.call('GET', '/api/myorders', { as: customer })).body).toMatchObject([
    { poNumber: 'PO-4711', note: 'Gate 4' },
  ])
})
