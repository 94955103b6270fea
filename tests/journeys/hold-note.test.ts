import { expect } from 'vitest'
import { test } from './journey.ts'
import { fillCart } from './shop-settings.ts'
import { main, productAt, verifyByLink } from './steps.ts'

const SHORT = 'The pieces are held for 1 hour until you confirm your e-mail, then for 72 hours.'
const LIMIT = 'Until you confirm your e-mail, you can have 10 unpaid orders, worth $5,000.00 in all.'
const LONG = 'The pieces are held for 72 hours until you pay.'
const BOTH = 'The pieces are held for 72 hours until you pay, and for 1 hour until your e-mail is confirmed.'

test('how long the pieces are held is said before they are ordered, by whether the e-mail is confirmed', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const { _id } = await productAt(shop, 3)
  await fillCart(shop, customer, 1)
  const pages = [`/order/${_id}`, '/cart', '/checkout']
  const { page } = await open({ as: customer })
  for (const path of pages) {
    await page.goto(path)
    const note = main(page).getByText('The pieces are held')
    await expect.poll(() => note.innerText(), { message: path }).toBe(SHORT)
    expect(await note.getByRole('link').getAttribute('href')).toBe('/verify-email')
    if (path === '/cart') await main(page).getByText(LIMIT, { exact: true }).waitFor()
  }
  const confirmed = (await open({ as: await verifyByLink(shop, customer) })).page
  for (const path of pages) {
    await confirmed.goto(path)
    await expect
      .poll(() => main(confirmed).getByText('The pieces are held').innerText(), { message: path })
      .toBe(LONG)
  }
  // A visitor may have an account of either kind.
  const visitor = (await open()).page
  await visitor.goto('/')
  await main(visitor).getByText('72 hours until paid, 1 hour until your e-mail is confirmed').waitFor()
  await visitor.goto('/part/hx-933-m8-40')
  await main(visitor).getByRole('button', { name: 'Add to cart' }).click()
  await visitor.goto('/cart')
  await expect.poll(() => main(visitor).getByText('The pieces are held').innerText()).toBe(BOTH)
})
