import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { changeSettings, fillCart, ordersOf } from './shop-settings.ts'
import { atPayment, button, heading, link, main, productAt } from './steps.ts'

test('the order page of a part says where it goes, and leads to another country with that part alone', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  await fillCart(shop, customer, 2)
  const part = await productAt(shop, 3)
  const { page } = await open({ as: customer })
  await page.goto(`/order/${part._id}?quantity=200`)
  await main(page)
    .getByText(/^Delivery to United States, Standard, free, arrives \w{3} \d+/)
    .waitFor()
  expect(
    await main(page)
      .getByText(/^To pay:/)
      .count(),
  ).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await link(main(page), 'Another country or method').click()
  await heading(page, 'Checkout').waitFor()
  await main(page).getByText('2 lines left out: not ordered, and still in the cart.').waitFor()
  await main(page).getByText(part.sku).waitFor()
  await link(page, 'Cart, 3 lines').waitFor()
})

test('the order page says what is to be paid when delivery or tax is added, and the order is over that', async ({
  open,
  shop,
  admin,
}) => {
  await using _settings = await changeSettings(shop, admin, (all) => ({
    ...all,
    tax: { ...all.tax, pricesInclude: false, rates: [{ country: 'US', percent: 10, name: 'Sales tax' }] },
  }))
  const customer = await shop.register()
  const { image } = await productAt(shop, 0)
  const part = await shop.addProduct(admin, { name: 'Sample part to pay for', price: 1, image })
  const { page } = await open({ as: customer })
  await page.goto(`/order/${part._id}`)
  await button(page, '100').click()
  await main(page).getByText('To pay: $110.00 with delivery and tax').waitFor()
  await page.getByLabel('Phone').fill('+1 555 0142')
  await page.getByLabel('Address').fill('2 Sample Street')
  await button(main(page), 'Place order · $110.00').click()
  await atPayment(page)
  expect(await ordersOf(shop, customer)).toMatchObject([{ totalPrice: 100, payable: 110 }])
})
