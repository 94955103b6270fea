import { describe, expect } from 'vitest'
import { partPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { test } from './journey.ts'
import {
  atPath,
  boxOf,
  button,
  fillPart,
  main,
  partLabels,
  placeOrder,
  productAt,
  quantityOf,
  toast,
} from './steps.ts'

describe('a part', () => {
  test('that is sold out or scarce shows this on its card and its page; a sold-out part has no Order link', async ({
    open,
    shop,
    admin,
  }) => {
    const soldOut = await shop.addProduct(admin, { name: 'Sample sold out part', quantity: 60 })
    const scarce = await shop.addProduct(admin, { name: 'Sample scarce part', quantity: 320 })
    const browserWindow = await open({ as: await shop.register() })
    browserWindow.expectErrors(/^404 GET \/drawings\/sample\.svg(\?opened)?$/)
    const { page } = browserWindow
    await page.goto('/parts?sort=newest')
    const card = (name: string) => page.getByRole('article').filter({ hasText: name })
    await card(soldOut.name).getByText('Sold out', { exact: true }).waitFor()
    expect(await card(soldOut.name).getByRole('link', { name: 'Order' }).count()).toBe(0)
    await card(scarce.name).getByText('Only 320 pieces left', { exact: true }).waitFor()
    await card(scarce.name).getByText('320 pieces available', { exact: true }).waitFor()
    expect(await card(scarce.name).getByRole('link', { name: 'Order' }).count()).toBe(1)

    await card(soldOut.name).getByRole('link', { name: 'Details' }).click()
    await atPath(page, partPath(soldOut.sku))
    const isSoldOut = async () => (await main(page).getByText('Sold out', { exact: true }).count()) > 0
    await expect.poll(isSoldOut).toBe(true)
    expect(await button(page, 'Order').isDisabled()).toBe(true)
    await page.goto(`/order/${soldOut._id}`)
    await expect.poll(isSoldOut).toBe(true)
    expect(await placeOrder(page).isDisabled()).toBe(true)
    await page.goto(`/order/${scarce._id}`)
    await main(page).getByText('Only 320 pieces left', { exact: true }).waitFor()
    await quantityOf(page).fill('500')
    await button(page, 'Take 320').click()
    expect(await quantityOf(page).inputValue()).toBe('320')
  })

  test('with a picture that fails to load shows "no picture" on every page', async ({
    open,
    shop,
    admin,
  }) => {
    const product = await shop.addProduct(admin, { name: 'Sample part without a picture' })
    const browserWindow = await open({ as: admin })
    browserWindow.expectErrors(/^404 GET \/drawings\/sample\.svg(\?opened)?$/)
    const { page } = browserWindow
    for (const path of ['/parts?sort=newest', `/order/${product._id}`, '/dashboard/manageproducts']) {
      await page.goto(path)
      await page.getByRole('img', { name: `${product.name}: no picture` }).waitFor()
    }
    await page.goto('/dashboard/addproduct')
    await page.getByLabel('Image URL').fill(product.image)
    await page.getByLabel('Description').focus()
    await page.getByText('No picture came from this address.').waitFor()
    await page.getByText('No picture', { exact: true }).waitFor()
  })

  test('has its order form below the picture and the whole description on a phone, and beside it on a desktop', async ({
    open,
    shop,
  }) => {
    const product: Product = await productAt(shop, 0)
    const { page } = await open({ as: await shop.register() })
    await page.goto(`/order/${product._id}`)
    await placeOrder(page).and(page.locator(':enabled')).waitFor()
    const [picture, text, form, facts] = [
      main(page).getByRole('img', { name: product.name }),
      main(page).getByText(product.description, { exact: true }),
      page.getByRole('form', { name: 'Order' }),
      page.getByRole('table', { name: 'Facts about this part' }),
    ]
    const boxes = async (width: number) => {
      await page.setViewportSize({ width, height: 900 })
      return Promise.all([boxOf(picture), boxOf(text), boxOf(form), boxOf(facts)])
    }
    for (const width of [375, 768]) {
      const [pictureBox, textBox, formBox, factsBox] = await boxes(width)
      expect(textBox.y).toBeGreaterThan(pictureBox.y + pictureBox.height)
      expect(formBox.y - (textBox.y + textBox.height)).toBeLessThan(60)
      expect(formBox.y).toBeGreaterThan(textBox.y + textBox.height)
      expect(factsBox.y).toBeGreaterThan(formBox.y + formBox.height)
    }
    const [left, below, right] = await boxes(1280)
    expect(right.x).toBeGreaterThan(left.x + left.width)
    expect(below.y - (left.y + left.height)).toBeLessThan(90)
    const words = await main(page).innerText()
    expect(words).toContain(product.sku)
    expect(words.indexOf(product.sku)).toBeLessThan(words.indexOf('Product code'))
  })
})

test('a price with two readings is refused with both, and a quantity is shown as parsed', async ({
  open,
  shop,
  admin,
}) => {
  const { page } = await open({ as: admin })
  const count = async () => (await shop.call('GET', '/api/product?limit=1')).headers.get('x-total-count')
  const before = await count()
  await page.goto('/dashboard/addproduct')
  await fillPart(page, {
    ...{ Name: 'Sample part with a price', Price: '1,000', Quantity: '5.000' },
    'Image URL': '/favicon.ico',
  })
  await page.getByText('= 5,000 pieces').waitFor()
  await button(main(page), 'Add Product').click()
  await expect.poll(() => main(page).getByLabel('Price').getAttribute('aria-invalid')).toBe('true')
  await page.getByText('1,000 can be $1.00 or $1,000.00. Type 1 or 1000.').waitFor()
  expect(await count()).toBe(before)
  await main(page).getByLabel('Price').fill('0,0425')
  await button(main(page), 'Add Product').click()
  await toast(page, 'Product added successfully')
  const [added] = (await shop.call('GET', '/api/product?q=sample+part+with+a+price')).body
  expect(added).toMatchObject({ price: 0.0425, quantity: 5000 })
  for (const label of partLabels)
    expect(await main(page).getByLabel(label, { exact: true }).inputValue(), label).toBe('')
})
