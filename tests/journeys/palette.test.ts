import { expect } from 'vitest'
import { productPagePath } from '#features/catalog/paths.ts'
import { formatTotal } from '#kit/money.ts'
import { monthDayText } from '#kit/text/moment-text.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, button, heading, isFocused, main, pathOf, productAt } from './steps.ts'

test('Ctrl+K finds an order by its number, a part, a user and a page, and says what failed', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register({ name: 'Sample Searcher' })
  const product = await productAt(shop, 1)
  const order = await shop.order(customer, product)
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^500 GET \/api\/user/)
  const { page } = browserWindow
  await page.goto('/dashboard/alluser')
  await heading(page, 'All User').waitFor()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/palette-*.js', (route) => arrived.then(() => route.continue()))
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find a page, an order, a part or a user' })
  const found = (name: string | RegExp) => palette.getByRole('option', { name })
  // Typed while the palette is still loaded, and nothing of it is lost.
  await page.keyboard.type('sample searcher')
  arrive()
  await found(/^Sample Searcher/).waitFor()
  expect(await axeViolations(page)).toEqual([])

  await page.route('**/api/user?*', (route) => route.fulfill({ status: 500 }))
  await palette.getByRole('combobox').fill('nothing has this name')
  await palette.getByText('No answer for users', { exact: true }).waitFor()
  await page.unroute('**/api/user?*')
  await button(palette, 'Try again').click()
  await palette.getByText('Nothing found for “nothing has this name”.', { exact: true }).waitFor()

  await palette.getByRole('combobox').fill(order.number.toLowerCase())
  const day = monthDayText(order.createdAt, Date.now())
  const sum = formatTotal(order.payable).replace('$', '\\$')
  await found(new RegExp(`^${order.number}.*Not paid yet · ${day} · ${sum} · Sample Searcher`)).waitFor()
  await page.keyboard.press('Enter')
  await heading(page, `Order ${order.number}`).waitFor()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill(product.sku)
  await palette.getByRole('group', { name: 'Parts' }).getByText(product.sku, { exact: true }).click()
  await heading(page, product.name).waitFor()
  expect(pathOf(page)).toBe(productPagePath(product._id))
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill(customer.email)
  await found(/^Sample Searcher/).click()
  await heading(page, 'Sample Searcher').waitFor()
  await main(page).getByText(customer.email).waitFor()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').waitFor()
  await page.keyboard.type('profile')
  await page.keyboard.press('Enter')
  await heading(page, 'My Profile').waitFor()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('iban')
  await found(/^Settings: Seller/).waitFor()
  await palette.getByRole('combobox').fill('review')
  await page.keyboard.press('Enter')
  await atPath(page, '/dashboard/reviews')
})

test('the palette has a button on every page of the dashboard, whose code loads on the first click', async ({
  open,
  shop,
  admin,
}) => {
  const { page } = await open({ as: admin })
  await page.setViewportSize({ width: 375, height: 800 })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/dashboard')
  await heading(page, 'My Profile').waitFor()
  await page.waitForLoadState('networkidle')
  const isLoaded = () => loaded.some((url) => /\/palette-(?!button)/.test(url))
  expect(isLoaded()).toBe(false)
  const search = button(page, 'Search')
  await search.click()
  const palette = page.getByRole('dialog', { name: 'Find a page, an order, a part or a user' })
  await palette.getByRole('combobox').waitFor()
  expect(isLoaded()).toBe(true)
  await page.keyboard.press('Escape')
  await palette.getByRole('combobox').waitFor({ state: 'detached' })
  expect(await isFocused(search)).toBe(true)
  await page.keyboard.press('Enter')
  await palette.getByRole('combobox').fill('overview')
  expect(await axeViolations(page, [375, 1280])).toEqual([])
  await page.keyboard.press('Enter')
  await atPath(page, '/dashboard/overview')
  expect(await axeViolations(page, [375, 1280])).toEqual([])

  const customer = await open({ as: await shop.register() })
  await customer.page.goto('/dashboard')
  await heading(customer.page, 'My Profile').waitFor()
  expect(await button(customer.page, 'Search').count()).toBe(0)
})

test('Enter waits for the hits; a part number comes before orders that have it, and # before a number is left out', async ({
  open,
  shop,
  admin,
}) => {
  const product = await productAt(shop, 1)
  const order = await shop.order(await shop.register(), product)
  const { page } = await open({ as: admin })
  const palette = page.getByRole('dialog', { name: 'Find a page, an order, a part or a user' })
  let answer = () => {}
  const delay = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/orders?*', async (route) => {
    await delay
    await route.fallback()
  })
  await page.goto('/dashboard')
  await heading(page, 'My Profile').waitFor()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill(product.sku)
  await page.keyboard.press('Enter')
  answer()
  await heading(page, product.name).waitFor()
  await page.unroute('**/api/orders?*')
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill(`#${order.number}`)
  await page.keyboard.press('Enter')
  await heading(page, `Order ${order.number}`).waitFor()
})
