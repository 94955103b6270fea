import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './journey.ts'
import { button, fillLogin, hydrated, isFocused, link, main, quantityOf, rowOf, toast } from './steps.ts'

const SCREWS = '/parts/hexagon-screws'
const SCREW = 'HX-933-M8-40'
const SHORT_SCREW = 'HX-933-M8-16'

const partPage = (sku: string): string => `/part/${sku.toLowerCase()}`

/** The quantity field of a row of the category. */
const rowQuantity = (page: Page, sku: string) => main(page).getByLabel(`Quantity of ${sku}`)

const storedCart = (page: Page) => page.evaluate(() => localStorage.getItem('cart'))

async function addOnPartPage(page: Page, sku: string, quantity: string): Promise<void> {
  await page.goto(partPage(sku))
  await hydrated(page)
  await quantityOf(page).fill(quantity)
  await button(main(page), 'Add to cart').click()
}

/** The link of the top bar says so many lines within the 5 seconds that another tab or device may take. */
const sees = (page: Page, lines: string): Promise<void> => link(page, `Cart, ${lines}`).waitFor()

// attack: shared-computer
test('a cart follows its buyer: from three kinds of pages, into the account, to another tab and another device', async ({
  open,
  shop,
}) => {
  const buyer = await shop.register()
  const { _id: inBoth } = (await shop.call('GET', `/api/part/${SCREW}`)).body
  const { _id: inAccount } = (await shop.call('GET', '/api/part/BB-608-2RS')).body
  const before = [inAccount, inBoth].map((productId) => ({ productId, quantity: 5000 }))
  await shop.call('PUT', '/api/cart', { body: { lines: before }, as: buyer })
  const { page } = await open()
  await page.goto(SCREWS)
  await rowQuantity(page, SCREW).fill('1,000')
  await rowQuantity(page, SCREW).press('Enter')
  await toast(page, `1,000 pieces of ${SCREW} added · Cart`)
  await addOnPartPage(page, SHORT_SCREW, '500')
  await sees(page, '2 lines')
  await page.goto(`/compare?sku=${SCREW}&sku=OR-3601-117-NBR&quantity=200`)
  await button(main(page), /^Add to cart: O-ring/).click()
  await button(main(page), /^Add to cart: Hexagon/).click()
  await toast(page, `200 pieces of ${SCREW} added, 1,200 in all · Cart`)
  await sees(page, '3 lines')

  const other = await page.context().newPage()
  await other.goto('/blog')
  await sees(other, '3 lines')
  await page.goto('/login')
  await fillLogin(page, buyer)
  for (const tab of [page, other]) await sees(tab, '4 lines')
  await expect.poll(() => storedCart(page)).toBe(null)
  const { lines } = (await shop.call('GET', '/api/cart', { as: buyer })).body
  expect(lines.map(({ sku, quantity }: { sku: string; quantity: number }) => [sku, quantity])).toEqual([
    ['BB-608-2RS', 5000],
    [SCREW, 1200],
    [SHORT_SCREW, 500],
    ['OR-3601-117-NBR', 200],
  ])
  await addOnPartPage(page, 'SC-912-M6-20', '100')
  await sees(other, '5 lines')
  const device = await open({ as: buyer })
  await device.page.goto('/')
  await sees(device.page, '5 lines')
  await link(device.page, 'Cart, 5 lines').click()
  await shop.call('PUT', '/api/cart', { body: { lines: before }, as: buyer })
  await sees(device.page, '2 lines')

  await button(page, 'Logout').click()
  for (const tab of [page, other]) await link(tab.getByRole('banner'), 'Cart').waitFor()
  expect(await storedCart(page)).toBe(null)
})

test('the quantity of a row is checked while it is typed; Enter adds it, and arrows lead to the next', async ({
  open,
}) => {
  const { page } = await open()
  await page.goto(SCREWS)
  await hydrated(page)
  const field = rowQuantity(page, SCREW)
  const screw = rowOf(page, SCREW)
  await field.fill('99')
  await screw.getByText('min. 100').waitFor()
  await field.press('Enter')
  await toast(page, `${SCREW}: An order has at least 100 pieces.`, 'alert')
  await field.fill('240000')
  await button(screw, `Add ${SCREW} to the cart, $12,360.00`).waitFor()
  await field.press('Enter')
  await sees(page, '1 line')
  expect(await field.inputValue()).toBe('')
  await field.press('Enter')
  await toast(
    page,
    `${SCREW}: Only 240,000 pieces are left. With those in the cart it would be 240,100.`,
    'alert',
  )
  await field.press('ArrowDown')
  expect(await isFocused(field)).toBe(false)
  // The minimum, which the empty field shows.
  await page.keyboard.press('Enter')
  await sees(page, '2 lines')
  await page.keyboard.press('ArrowUp')
  expect(await isFocused(field)).toBe(true)
  await main(page).locator('[data-row-link]').nth(1).focus()
  await page.keyboard.press('q')
  expect(await isFocused(rowQuantity(page, SHORT_SCREW))).toBe(true)
  const stored = JSON.parse((await storedCart(page)) ?? '')
  expect(stored.lines).toMatchObject([{ quantity: 240_000 }, { quantity: 100 }])
})

test('without scripts the quantity of a row leads to the order page', async ({ open }) => {
  const { page, expectErrors } = await open({ javaScriptEnabled: false })
  expectErrors(/^csp GET \/assets\//)
  await page.goto(SCREWS)
  await rowQuantity(page, SCREW).fill('500')
  await button(rowOf(page, SCREW), `Add ${SCREW} to the cart`).click()
  expect(page.url()).toMatch(/\/order\/[^?]+\?quantity=500$/)
})

test('a browser that stores nothing has a cart until the page is closed, and says so', async ({ open }) => {
  const { page } = await open()
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await addOnPartPage(page, SCREW, '500')
  await toast(page, 'This browser does not keep the cart: it is gone when you close the page.', 'alert')
  await link(main(page), 'Hexagon screws').click()
  await rowQuantity(page, SHORT_SCREW).press('Enter')
  await sees(page, '2 lines')
})
