import { expect } from 'vitest'
import { test } from './journey.ts'
import { button, main } from './steps.ts'

test('the preview of a part that is being entered promises no pieces', async ({ open, admin }) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/addproduct')
  const preview = main(page)
    .getByRole('region')
    .or(main(page).locator('section'))
    .filter({ hasText: 'Preview' })
  await preview.getByText('Not added yet', { exact: true }).waitFor()
  await main(page).getByLabel('Quantity').fill('5000')
  await main(page).getByLabel('Name').fill('Typed screw')
  await preview.getByText('Typed screw').waitFor()
  expect(await preview.textContent()).not.toMatch(/available|in stock|sold out/i)
})

test('Manage Products shows the whole description', async ({ open, shop, admin }) => {
  const description = `${'Long words about a part. '.repeat(20)}The end.`
  const added = await shop.addProduct(admin, {
    name: 'Much described part',
    description,
    image: '/drawings/HX-933-M8-40.svg',
  })
  const { page } = await open({ as: admin })
  await page.goto(`/dashboard/manageproducts?q=${added.sku}`)
  await button(main(page), `Details of ${added.name}`).click()
  const shown = main(page).locator('.details').getByText('The end.')
  await shown.waitFor()
  expect(await shown.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)).toBe(true)
})
