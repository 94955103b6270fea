import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './journey.ts'
import { ordersOf } from './shop-settings.ts'
import { atPayment, button, fillOrder, placeOrder, productAt, quantityOf, toast } from './steps.ts'

const SHIPPING = { phone: '+1 555 0142', address: '2 Sample Street\nSample Town' }

const shippingOf = async (page: Page) => {
  await placeOrder(page).and(page.locator(':enabled')).waitFor()
  return {
    phone: await page.getByLabel('Phone').inputValue(),
    address: await page.getByLabel('Address').inputValue(),
  }
}

// spec: below-minimum, quantity-placeholder
test.for(['99', '0', '-5', '\u22125', '50.5', '50,5'])(
  'a quantity of %s orders nothing, however often: the form is empty and a toast says why',
  async (typed, { open, shop }) => {
    const customer = await shop.register()
    const product = await productAt(shop, 1)
    const headers = { Cookie: customer.cookie, Origin: shop.url }
    const body = { ...SHIPPING, designation: 'Buyer', name: customer.name }
    await shop.call('PUT', `/api/user/${encodeURIComponent(customer.email)}`, { body, headers })
    const { page } = await open({ as: customer })
    await page.goto(`/order/${product._id}`)
    // What the profile has is in the form, and the smallest quantity.
    expect(await shippingOf(page)).toEqual(SHIPPING)
    expect(await quantityOf(page).inputValue()).toBe('100')
    await page.getByLabel('PO number').fill('PO 17')
    await quantityOf(page).fill(typed)
    await placeOrder(page).click()
    await toast(page, 'Quantity should be greater then 100', 'alert')
    expect(await quantityOf(page).inputValue()).toBe('')
    // On a phone the field is a screen above the button.
    expect(await quantityOf(page).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await shippingOf(page)).toEqual({ phone: '', address: '' })
    expect(await page.getByLabel('PO number').inputValue()).toBe('')
    await placeOrder(page).click()
    await page.getByText('The quantity is required.').waitFor()
    expect(await ordersOf(shop, customer)).toEqual([])

    await page.getByLabel('Phone').fill('+1 555 0199')
    await button(page, 'Bring them back').click()
    expect(await shippingOf(page)).toEqual({ ...SHIPPING, phone: '+1 555 0199' })
    expect(await page.getByLabel('PO number').inputValue()).toBe('PO 17')
    await button(page, '250').click()
    await placeOrder(page).click()
    await atPayment(page)
    expect(await ordersOf(shop, customer)).toMatchObject([{ quantity: 250, poNumber: 'PO 17' }])
  },
)

test('a part with a larger minimum has it in the placeholder and in the toast', async ({
  open,
  shop,
  admin,
}) => {
  const { image } = await productAt(shop, 0)
  const part = await shop.addProduct(admin, { name: 'Sample part by 250', minimum: 250, step: 50, image })
  const customer = await shop.register()
  const { page } = await open({ as: customer })
  await page.goto(`/order/${part._id}`)
  expect(await quantityOf(page).getAttribute('placeholder')).toBe('Minimum 250 pieces')
  await fillOrder(page, 249)
  await placeOrder(page).click()
  await toast(page, 'Quantity should be greater then 250', 'alert')
  expect(await quantityOf(page).inputValue()).toBe('')
  // Enough pieces that are no multiple of the step are no reset, they have a message and a button of their own.
  await fillOrder(page, 260)
  await button(page, 'Take 300').click()
  expect((await shippingOf(page)).phone).not.toBe('')
  expect(await quantityOf(page).inputValue()).toBe('300')
  expect(await ordersOf(shop, customer)).toEqual([])
})
