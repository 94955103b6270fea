import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Category, Product } from '#features/catalog/schema.ts'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { replacementOf } from '../support/sample-product.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, button, isFocused, link, main, productAt, rowOf, toast, verifyByLink } from './steps.ts'

const cell = (page: Page, of: 'Price' | 'Stock', { name }: Pick<Product, 'name'>): Locator =>
  main(page).getByRole('textbox', { name: `${of} of ${name}`, exact: true })

/** Pastes as a spreadsheet copies: rows by line breaks, columns by tabs. */
const paste = (into: Locator, text: string): Promise<void> =>
  into.evaluate((input, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

describe('the sheet of prices and stocks', () => {
  test('is typed into by keys, pasted into, kept over a reload and saved once', async ({
    open,
    shop,
    admin,
  }) => {
    const [third, second, first] = await addThree(shop, admin)
    const { page } = await open({ as: admin })
    await page.goto('/dashboard/manageproducts?view=sheet&q=sample+part')
    await cell(page, 'Price', first).focus()
    await page.keyboard.type('0.07')
    await page.keyboard.press('Escape')
    expect(await cell(page, 'Price', first).inputValue()).toBe('0.06')
    await page.keyboard.press('Tab')
    for (const key of ['7', 'Escape', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await isFocused(cell(page, 'Price', first))).toBe(true)
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'Enter'])
      await page.keyboard.press(key)
    expect(await isFocused(cell(page, 'Price', third))).toBe(true)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await paste(cell(page, 'Price', first), '0.07\t\t1200\r\n0.03\r\n0.09\r\n')
    await main(page).getByText('2 prices and 1 stock change', { exact: true }).waitFor()
    const note = 'From 1,000 pieces the price is $0.04: the first price has to be above it.'
    await main(page).getByText(note, { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])

    await shop.call('POST', `/api/product/${first._id}/stock`, {
      body: { change: -100, reason: 'Sold' },
      as: admin,
    })
    await page.reload()
    expect(await cell(page, 'Price', second).inputValue()).toBe('0.03')
    await cell(page, 'Price', second).fill('0.05')
    await page.keyboard.press('Enter')
    const kept = '$0.06 → $0.05. From 1,000 pieces $0.04 stays as it is.'
    await main(page).getByText(kept, { exact: true }).waitFor()
    await button(main(page), 'Save').click()
    const dialog = page.getByRole('dialog', { name: /^1 product keeps its later price breaks/ })
    await dialog.getByText(kept).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await button(dialog, 'Go back').click()
    await dialog.waitFor({ state: 'detached' })
    // Nothing is saved before the answer.
    expect((await shop.call('GET', `/api/order/${first._id}`)).body.price).toBe(0.06)
    await button(main(page), 'Save').click()
    await button(dialog, 'Save the first price').click()
    await toast(page, '3 prices and 1 stock changed')
    await button(main(page), 'Save').waitFor({ state: 'detached' })
    const after = await Promise.all(
      [first, second, third].map(({ _id }) => shop.call('GET', `/api/order/${_id}`)),
    )
    expect(after.map(({ body }) => [body.price, body.prices.length, body.quantity])).toEqual([
      [0.07, 1, 1100],
      [0.05, 2, 1000],
      [0.09, 1, 1000],
    ])
  })

  test('counts a stock once when the answer was lost, and asks when the product was changed too', async ({
    open,
    shop,
    admin,
  }) => {
    const product = await addProduct(shop, admin, { price: 0.05 })
    const path = `/api/product/${product._id}/stock`
    const browserWindow = await open({ as: admin })
    browserWindow.expectErrors(/^(net::ERR_FAILED|409) POST \/api\/product\//)
    const { page } = browserWindow
    const stock = async () => (await shop.call('GET', `/api/order/${product._id}`)).body.quantity
    const loseAnswer = async () => {
      await page.route(`**${path}`, async (route) => {
        await route.fetch()
        await route.abort()
      })
      // The list is read again after that: what changes later is not in it.
      const refreshed = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/product')
      await button(main(page), 'Save').click()
      await main(page).getByText('The answer was lost').waitFor()
      await refreshed
      await page.unroute(`**${path}`)
    }
    await page.goto(`/dashboard/manageproducts?view=sheet&q=${product.sku}`)
    await cell(page, 'Stock', product).fill('1200')
    await loseAnswer()
    await page.reload()
    await button(main(page), 'Save').click()
    await toast(page, '1 stock changed')
    expect(await stock()).toBe(1200)

    await cell(page, 'Stock', product).fill('1500')
    await loseAnswer()
    await shop.call('POST', path, { body: { change: -100, reason: 'Sold' }, as: admin })
    await button(main(page), 'Save').click()
    const conflict =
      'The answer was lost, and the product has changed: it had 1,200 pieces and has 1,400 pieces now. You typed 1500.'
    await main(page).getByText(conflict, { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await button(main(page), 'Take 1,400 pieces').click()
    await button(main(page), 'Save').waitFor({ state: 'detached' })
    expect(await stock()).toBe(1400)
  })

  test('shows both values when another admin has changed a price, and loses neither', async ({
    open,
    shop,
    admin,
  }) => {
    const product = await addProduct(shop, admin, { price: 0.05 })
    const { name } = product
    const browserWindow = await open({ as: admin })
    browserWindow.expectErrors(/^409 PUT \/api\/product\//)
    const { page } = browserWindow
    await page.goto(`/dashboard/manageproducts?view=sheet&q=${product.sku}`)
    await cell(page, 'Price', product).fill('0.06')
    await button(main(page), 'Discard').click()
    expect(await cell(page, 'Price', product).inputValue()).toBe('0.05')
    await button(main(page), 'Undo').click()
    expect(await cell(page, 'Price', product).inputValue()).toBe('0.06')
    const other = replacementOf(product, { price: 0.08 })
    expect((await shop.call('PUT', `/api/product/${product._id}`, { body: other, as: admin })).status).toBe(
      200,
    )
    await button(main(page), 'Save').click()
    const conflict = 'Somebody else changed it from $0.05 to $0.08. You typed 0.06.'
    await main(page).getByText(conflict, { exact: true }).waitFor()
    expect((await shop.call('GET', `/api/order/${product._id}`)).body.price).toBe(0.08)
    await button(main(page), 'Keep mine').click()
    await button(main(page), 'Save').click()
    await toast(page, '1 price changed')
    expect((await shop.call('GET', `/api/order/${product._id}`)).body.price).toBe(0.06)

    await main(page)
      .getByRole('button', { name: `Archive ${name}` })
      .click()
    await toast(page, `“${name}” is archived`)
    await page.getByRole('link', { name: 'Archived', exact: true }).click()
    await button(main(page), 'Restore').click()
    await toast(page, `“${name}” is for sale again`)
    expect((await shop.call('GET', `/api/order/${product._id}`)).status).toBe(200)
  })
})

test('a review is hidden, and shown again from the toast; the home page says who has bought', async ({
  open,
  shop,
  admin,
}) => {
  const buyer = await shop.register({ name: 'Sample Buyer' })
  await shop.pay(buyer, await shop.order(buyer, await productAt(shop, 0)))
  await shop.call('POST', '/api/rating', {
    body: { comment: 'Came in a day.', rating: '5', name: '' },
    as: buyer,
  })
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/reviews')
  const review = main(page).getByRole('listitem').filter({ hasText: 'Came in a day.' })
  await review.getByText('Verified buyer', { exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(review, 'Hide').click()
  await toast(page, 'The review of Sample Buyer is hidden')
  expect(await review.count()).toBe(0)
  expect(JSON.stringify((await shop.call('GET', '/api/rating')).body)).not.toContain('Came in a day.')
  await page.keyboard.press('z')
  await review.waitFor()

  const visitor = (await open()).page
  await visitor.goto('/')
  const slide = visitor.locator('[aria-roledescription="slide"]').filter({ hasText: 'Came in a day.' })
  await slide.getByText('Verified buyer', { exact: true }).waitFor()
})

test('an admin takes the role from another, which can be undone, and gives up the own one only after a question', async ({
  open,
  shop,
  admin,
}) => {
  const helper = await verifyByLink(shop, await shop.register({ name: 'Sample Helper' }))
  await shop.call('PUT', `/api/user/admin/${helper.email}`, { as: admin })
  const { page } = await open({ as: admin })
  await page.goto(`/dashboard/alluser?q=${helper.email}`)
  const row = rowOf(page, helper.email)
  await button(row, 'Remove Admin').click()
  await toast(page, 'Sample Helper is no longer an admin')
  await button(row, 'Make Admin').waitFor()
  expect((await shop.call('GET', '/api/user', { as: helper })).status).toBe(403)
  await page.keyboard.press('z')
  await button(row, 'Remove Admin').waitFor()
  await row.getByRole('link', { name: 'Orders' }).click()
  await atPath(page, '/dashboard/manageorders')
  const filters = main(page).getByRole('list', { name: 'Chosen filters' })
  await link(filters, `Without Account ${helper.email}`).waitFor()

  const own = (await open({ as: helper })).page
  await own.goto(`/dashboard/alluser?q=${helper.email}`)
  await button(rowOf(own, helper.email), 'Remove Admin').click()
  await button(own.getByRole('dialog', { name: 'Give up your own role?' }), 'Give up the role').click()
  await link(own, 'My Orders').waitFor()
})

test('a category is added with an attribute, named wrongly at first, and deleted with undo', async ({
  open,
  admin,
}) => {
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^422 PUT \/api\/category\//)
  const { page } = browserWindow
  await page.goto('/dashboard/categories')
  await link(main(page), 'Add category').click()
  const form = page.getByRole('form', { name: 'New category' })
  await form.getByLabel('Name', { exact: true }).fill('Sample washers')
  expect(await form.getByLabel('Address', { exact: true }).inputValue()).toBe('sample-washers')
  await button(form, 'Add attribute').click()
  const attribute = form.getByRole('listitem')
  await attribute.getByLabel('Name', { exact: true }).fill('Bore')
  await attribute.getByLabel('Key', { exact: true }).fill('Bore!')
  await button(form, 'Add category').click()
  await attribute.getByText(/has lower-case letters/).waitFor()
  await page.reload()
  await attribute.getByLabel('Key', { exact: true }).fill('bore')
  expect(await axeViolations(page, [1280])).toEqual([])
  await button(form, 'Add category').click()
  await toast(page, 'Sample washers added')
  const row = main(page).getByRole('listitem').filter({ hasText: 'Sample washers' })
  await button(row, 'Delete').click()
  await toast(page, 'Sample washers is deleted')
  await row.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await row.getByText(/Bore/).waitFor()
})

test('two admins change one category: both values are shown, and nothing is overwritten unseen', async ({
  open,
  shop,
  admin,
}) => {
  const path = '/api/category/sample-nuts'
  const saved = async () =>
    ((await shop.call('GET', '/api/category')).body as Category[]).find(({ slug }) => slug === 'sample-nuts')
  await shop.call('PUT', path, { as: admin, body: { name: 'Sample nuts' } })
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^409 PUT \/api\/category\//)
  const { page } = browserWindow
  await page.goto('/dashboard/categories?edit=sample-nuts')
  const form = page.getByRole('form', { name: 'Category Sample nuts' })
  await form.getByLabel('Name', { exact: true }).fill('Hexagon nuts')
  const theirs = { name: 'Square nuts', attributes: [{ key: 'width', label: 'Width', kind: 'number' }] }
  await shop.call('PUT', path, { as: admin, body: theirs })
  await button(form, 'Save category').click()
  const meanwhile = form.getByRole('region', { name: 'Somebody else changed it meanwhile' })
  await meanwhile.getByText('Square nuts', { exact: true }).waitFor()
  await meanwhile.getByText('Hexagon nuts', { exact: true }).waitFor()
  await meanwhile.getByText('Width (number)', { exact: true }).waitFor()
  expect(await form.getByLabel('Key', { exact: true }).inputValue()).toBe('width')
  expect(await axeViolations(page)).toEqual([])
  expect(await saved()).toMatchObject(theirs)
  await page.reload()
  await button(page.getByRole('form', { name: 'Category Square nuts' }), 'Save category').click()
  await toast(page, 'Hexagon nuts changed')
  expect(await saved()).toMatchObject({ ...theirs, name: 'Hexagon nuts' })
})

/** Adds a product whose picture exists. */
const addProduct = async (shop: RunningShop, admin: Person, product: Partial<Product>): Promise<Product> =>
  shop.addProduct(admin, { image: (await productAt(shop, 0)).image, ...product })

/** Three products, the newest last; the second has a price break. */
async function addThree(shop: RunningShop, admin: Person): Promise<[Product, Product, Product]> {
  const prices = [
    { from: 100, price: 0.06 },
    { from: 1000, price: 0.04 },
  ]
  const price = 0.06
  return [
    await addProduct(shop, admin, { price }),
    await addProduct(shop, admin, { price, prices }),
    await addProduct(shop, admin, { price }),
  ]
}
