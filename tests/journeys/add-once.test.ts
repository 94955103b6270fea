import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { orderAgainPath } from '#features/orders/paths.ts'
import { test } from './journey.ts'
import { cartRow, cartRows, paste } from './pasted-list.ts'
import { createSale } from './sale.ts'
import { atPath, boxOf, button, hydrated, main } from './steps.ts'

const toast = (page: Page, text: RegExp) => page.getByRole('status').getByText(text).last().waitFor()

const quantities = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    JSON.parse(localStorage.getItem('cart') ?? '{"lines":[]}').lines.map(
      ({ quantity }: { quantity: number }) => quantity,
    ),
  )

describe('a double click adds once', () => {
  test('on the page of a part, and Enter held on the button', async ({ open }) => {
    const { page } = await open()
    await page.goto('/part/HX-933-M8-40')
    await hydrated(page)
    const add = button(main(page), 'Add to cart')
    await add.dblclick()
    await toast(page, /^100 pieces of HX-933-M8-40 added/)
    expect(await quantities(page)).toEqual([100])
    await add.focus()
    // The second and third are repeats, as a held key sends them.
    for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await toast(page, /200 in all/)
    expect(await quantities(page)).toEqual([200])
  })

  test('by Enter in the quantity of a part, and nothing that cannot be ordered', async ({ open }) => {
    const { page } = await open()
    await page.goto('/part/HX-933-M8-40')
    await hydrated(page)
    const field = page.getByLabel('Quantity', { exact: true })
    await field.fill('99')
    await field.press('Enter')
    await main(page).getByText('An order has at least 100 pieces.').waitFor()
    expect(await quantities(page)).toEqual([])
    // A price step is taken by its click.
    await button(main(page).getByRole('table', { name: 'Prices by quantity' }), '2,500').click()
    expect(await field.inputValue()).toBe('2500')
    await field.press('Enter')
    await toast(page, /^2,500 pieces of HX-933-M8-40 added/)
    expect(await quantities(page)).toEqual([2500])
    expect(new URL(page.url()).pathname.toLowerCase()).toBe('/part/hx-933-m8-40')
  })

  test('in a row of a category, whose field is empty after the first click', async ({ open }) => {
    const { page } = await open()
    await page.goto('/parts/socket-screws')
    await hydrated(page)
    await main(page).getByLabel('Quantity of SC-912-M6-20').fill('500')
    const add = button(main(page), /^Add SC-912-M6-20 to the cart/)
    await add.dblclick()
    await toast(page, /^500 pieces of SC-912-M6-20 added/)
    await add.waitFor()
    expect(await quantities(page)).toEqual([500])
  })

  test('in the comparison', async ({ open }) => {
    const { page } = await open()
    await page.goto('/compare?sku=HX-933-M8-40&sku=HX-933-M8-16')
    await hydrated(page)
    await button(main(page), /^Add to cart/)
      .first()
      .dblclick()
    await toast(page, /added/)
    expect(await quantities(page)).toEqual([100])
  })

  test('from a pasted list, and hits nothing of what stands there afterwards', async ({ open }) => {
    const { page } = await open()
    await page.goto('/cart')
    await hydrated(page)
    await paste(page, 'HX-933-M8-40 500\nEB-580-M10 480\nSC-912-M6-20 20')
    const addTwo = button(main(page), 'Add 2 lines, keep 1 here')
    await addTwo.waitFor()
    await button(main(page), 'Take 100 of SC-912-M6-20').dblclick()
    await button(main(page), /^Add 3 lines to the cart/).dblclick()
    await expect.poll(() => cartRows(page).count()).toBe(3)
    expect(await quantities(page)).toEqual([500, 480, 100])
    await button(cartRow(page, 'EB-580-M10'), 'Take 500 of EB-580-M10').dblclick()
    expect(await quantities(page)).toEqual([500, 500, 100])
    await atPath(page, '/cart')
  })

  test('when a part is replaced, and when an order is placed again', async ({ open, shop, admin }) => {
    const sale = await createSale(shop, 0)
    const { page, expectErrors } = await open({ as: sale.customer })
    expectErrors(/^404 GET \/drawings\/sample\.svg$/)
    await page.goto(orderAgainPath(sale.order._id))
    const add = button(main(page), /^Add 1 line to the cart/)
    await add.waitFor()
    const { x, y, width, height } = await boxOf(add)
    // Two clicks at the place where the button was, also once it is gone.
    await page.mouse.dblclick(x + width / 2, y + height / 2)
    await atPath(page, '/cart')
    await cartRow(page, sale.product.sku).waitFor()
    const quantity = main(page).getByLabel(`Quantity of ${sale.product.sku}`)
    expect(await quantity.inputValue()).toBe(String(sale.order.quantity))

    const gone = await shop.addProduct(admin, { sku: 'EB-580-M11', name: 'Sample bolt', quantity: 1000 })
    await paste(page, 'EB-580-M11 400\nEB-580-M10 100')
    await button(main(page), /^Add 2 lines/).click()
    await cartRow(page, 'EB-580-M11').waitFor()
    await shop.call('DELETE', `/api/product/${gone._id}`, { as: admin })
    await page.reload()
    await button(cartRow(page, 'EB-580-M11'), /^Replace EB-580-M11 with EB-580-M10/).dblclick()
    await toast(page, /^Replaced by EB-580-M10: 100 → 500\./)
    expect(await main(page).getByLabel('Quantity of EB-580-M10').inputValue()).toBe('500')
    await button(page.getByRole('status'), 'Undo').first().click()
    await cartRow(page, 'EB-580-M11').waitFor()
    expect(await main(page).getByLabel('Quantity of EB-580-M10').inputValue()).toBe('100')
  })
})
