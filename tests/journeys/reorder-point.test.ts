import { expect } from 'vitest'
import { partPath, productPagePath } from '#features/catalog/paths.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, button, link, main, productAt, toast } from './steps.ts'

test('an order takes a part below its reorder point: a task of the overview leads to it', async ({
  open,
  shop,
  admin,
}) => {
  const part = await productAt(shop, 0)
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/overview')
  await main(page).getByText('Nothing waits to be done.').waitFor()
  await page.goto(productPagePath(part._id))
  const field = main(page).getByLabel('Reorder point')
  await field.fill('1.5')
  await field.press('Tab')
  await main(page).getByText('The reorder point has to be a whole number of pieces.').waitFor()
  await field.fill(String(part.quantity - 100))
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Save 1 change').click()
  await toast(page, 'Changes saved')

  const visitor = await open()
  const pages = ['/', partPath(part.sku), `/parts/${part.category}`, `/order/${part._id}`]
  for (const path of [...pages, `/compare?sku=${part.sku}&sku=HX-933-M8-40`, `${partPath(part.sku)}.data`]) {
    const answer = await visitor.page.request.get(new URL(path, page.url()).href)
    expect([path, answer.status()]).toEqual([path, 200])
    expect((await answer.text()).toLowerCase()).not.toContain('reorder')
  }

  const customer = await shop.register()
  await shop.order(customer, part, 200)
  await page.goto('/dashboard/overview')
  await main(page).getByRole('link', { name: '1 part at or below its reorder point' }).click()
  await atPath(page, '/dashboard/manageproducts')
  await main(page).getByRole('heading', { name: 'Low stock (1)' }).waitFor()
  const row = main(page).getByRole('row').filter({ hasText: part.sku })
  await row.getByRole('cell', { name: '100', exact: true }).waitFor()
  await row.getByRole('cell', { name: 'none sold' }).waitFor()
  expect(await axeViolations(page)).toEqual([])

  await link(row, part.name).click()
  await main(page).getByLabel('Reorder point').fill('')
  await button(main(page), 'Save 1 change').click()
  await toast(page, 'Changes saved')
  // The address that mails had.
  await page.goto('/dashboard/manageproducts?view=low-stock')
  await main(page).getByText('No part is low').waitFor()
})
