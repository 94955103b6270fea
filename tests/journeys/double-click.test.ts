import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './journey.ts'
import { createSale } from './sale.ts'
import {
  boxOf,
  button,
  fillCard,
  fillOrder,
  main,
  payButton,
  placeOrder,
  productAt,
  rowOf,
  toast,
} from './steps.ts'

/** Moves a button to a position and double-clicks it. */
async function doubleClickAt(page: Page, opener: Locator, { x, y }: { x: number; y: number }): Promise<void> {
  await opener.evaluate(
    (element: HTMLElement, { x, y }) => {
      Object.assign(element.style, { position: 'fixed', left: `${x - 20}px`, top: `${y - 10}px`, zIndex: 9 })
    },
    { x, y },
  )
  await page.mouse.dblclick(x, y)
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

test('a double click on a button with a confirmation opens the dialog and does not answer it', async ({
  open,
  shop,
}) => {
  const sale = await createSale(shop, 0)
  const { page } = await open({ as: sale.customer })
  await page.goto('/dashboard/myorders')
  const cancel = button(rowOf(page, sale.product.name), 'Cancel')
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.method()))

  await cancel.dblclick()
  await expect.poll(() => dialog.isVisible()).toBe(true)
  const [yes, no] = [await middleOf(button(dialog, 'Yes')), await middleOf(button(dialog, 'No'))]
  for (const position of [{ x: 60, y: 60 }, yes, no]) {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await doubleClickAt(page, cancel, position)
    await dialog.waitFor()
    await page.waitForTimeout(300)
    expect(await dialog.isVisible(), JSON.stringify(position)).toBe(true)
  }
  expect(calls).not.toContain('DELETE')

  // A drag out of the open dialog does not close it; a click outside closes it.
  await page.mouse.move(no.x, no.y - 40)
  await page.mouse.down()
  await page.mouse.move(20, 20)
  await page.mouse.up()
  expect(await dialog.isVisible()).toBe(true)
  await page.mouse.click(20, 20)
  await dialog.waitFor({ state: 'hidden' })
  await cancel.click()
  await button(dialog, 'Yes').dblclick()
  await toast(page, 'Order canceled successfully')
})

test('a double click on Delete keeps the product for sale until the dialog is answered', async ({
  open,
  admin,
}) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/manageproducts')
  const row = main(page)
    .getByRole('row')
    .filter({ has: button(page, 'Delete') })
    .first()
  await button(row, 'Delete').dblclick()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await page.waitForTimeout(300)
  expect(await dialog.isVisible()).toBe(true)
  await button(dialog, 'No').click()
  await dialog.waitFor({ state: 'hidden' })
  await button(row, 'Delete').waitFor()
})

test('the second click of a double click does not answer the test page of the bank', async ({
  open,
  shop,
}) => {
  const sale = await createSale(shop, 1)
  const { page } = await open({ as: sale.customer })
  await page.goto(`/dashboard/payment/${sale.order._id}`)
  await fillCard(page, '4000002500003155')
  await payButton(page).click()
  const dialog = page.getByRole('dialog', { name: '3-D Secure test page' })
  const complete = button(dialog, 'Complete authentication')
  const { x, y } = await middleOf(complete)
  await page.mouse.move(x, y)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.waitForTimeout(300)
  expect(await dialog.isVisible()).toBe(true)
  await complete.click()
  await page.getByText('Congrats! Your payment is completed.').waitFor()
})

test('a click on the placed order, while the next page cannot be loaded, places no second order', async ({
  open,
  shop,
}) => {
  const product = await productAt(shop, 0)
  const customer = await shop.register()
  const { page, expectErrors } = await open({ as: customer })
  await page.goto(`/order/${product._id}`)
  await fillOrder(page, 100)
  expectErrors(/^net::ERR_FAILED /)
  await page.route('**/assets/payment-*', (route) => route.abort())
  await placeOrder(page).click()
  await page.getByText('The page could not be loaded').waitFor()
  const repeated = page.waitForResponse((answer) => answer.url().endsWith('/api/order'))
  await placeOrder(page).click()
  expect((await repeated).status()).toBe(201)
  expect((await shop.call('GET', '/api/myorders', { as: customer })).body).toHaveLength(1)
})
