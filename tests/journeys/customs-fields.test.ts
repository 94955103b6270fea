import { expect } from 'vitest'
import { partPath, productPagePath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, fillPart, heading, link, main, openMore, toast } from './steps.ts'

const PICTURE = '/drawings/HX-933-M8-40.svg'

const CUSTOMS = { weight: 4.7, leadDays: 3, origin: 'DE', customsCode: '73181520' }

test('an admin sets weight, lead time, origin and customs code, and visitors read them', async ({
  open,
  admin,
  shop,
}) => {
  const bare: Product = await shop.addProduct(admin, {
    name: 'Sample spacer',
    sku: 'SPACER-1',
    image: PICTURE,
  })
  const { page } = await open({ as: admin })
  await page.goto(productPagePath(bare._id))
  const field = (label: string) => main(page).getByLabel(label)
  await field('Weight').fill('1,000')
  await field('Weight').press('Tab')
  await main(page).getByText('1,000 can be 1 g or 1,000 g. Type 1 or 1000.').waitFor()
  await field('Weight').fill('4,7')
  await main(page).getByText('= 4.7 g per piece').waitFor()
  await field('Lead time').fill('3')
  await field('Country of origin').selectOption('Germany')
  await field('Customs code').fill('7318.15.20')
  await main(page).getByText('= 7318 15 20').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Save 4 changes').click()
  await toast(page, 'Changes saved')
  const changed = main(page).getByRole('insertion')
  for (const text of ['4.7 g', '3 working days', 'Germany', '7318 15 20'])
    await changed.filter({ hasText: text }).first().waitFor()
  expect((await shop.call('GET', '/api/part/SPACER-1')).body).toMatchObject(CUSTOMS)

  const visitor = await open()
  await visitor.page.goto(partPath('SPACER-1'))
  const facts = visitor.page.getByRole('table', { name: 'Facts about this part' })
  await facts.waitFor()
  const rows = await facts.getByRole('row').allInnerTexts()
  expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
    'Weight 4.7 g per piece',
    'Made in Germany',
    'Customs code 7318 15 20',
    'Part number SPACER-1',
    'Ready in 3 working days',
  ])
  const data = await visitor.page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map((json) => JSON.parse(json))).toContainEqual(
    expect.objectContaining({
      weight: { '@type': 'QuantitativeValue', value: 4.7, unitCode: 'GRM' },
      countryOfOrigin: { '@type': 'Country', name: 'DE' },
      image: [expect.any(String), expect.stringMatching(/\/drawings\/HX-933-M8-40\.svg$/)],
    }),
  )
  await visitor.page.goto('/compare?sku=SPACER-1&sku=HX-933-M8-40')
  const comparison = visitor.page.getByRole('table', { name: 'Parts side by side' })
  for (const text of ['4.7', '20.9', '7318 15 20', '7318 15 80', 'in 3 working days'])
    await comparison.getByRole('cell', { name: text, exact: true }).waitFor()
})

test('a new part is added with them, and without them when they are left out', async ({
  open,
  admin,
  shop,
}) => {
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^422 POST /)
  const { page } = browserWindow
  await page.goto('/dashboard/addproduct')
  await openMore(page)
  const fill = async (texts: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(texts))
      await main(page).getByLabel(label, { exact: true }).fill(text)
  }
  await fillPart(page, { Name: 'Sample bush', 'Image URL': PICTURE, 'Part number': 'BUSH-1', Weight: '0' })
  await main(page).getByLabel('Country of origin').selectOption('DE')
  await fill({ 'Lead time': '3', 'Customs code': '7318 15 20' })
  await button(main(page), 'Add Product').click()
  await main(page).getByText('The weight has to be at least 0.0001 g.').waitFor()
  await fill({ Weight: '4.7' })
  await button(main(page), 'Add Product').click()
  await link(main(page), 'Edit it').waitFor()
  expect((await shop.call('GET', '/api/part/BUSH-1')).body).toMatchObject(CUSTOMS)

  await fillPart(page, { Name: 'Bare bush', 'Image URL': PICTURE, 'Part number': 'BUSH-2' })
  await button(main(page), 'Add Product').click()
  await heading(page, 'Bare bush').or(main(page).getByText('Bare bush').first()).waitFor()
  await expect.poll(async () => (await shop.call('GET', '/api/part/BUSH-2')).status).toBe(200)
  const { body } = await shop.call('GET', '/api/part/BUSH-2')
  for (const name of Object.keys(CUSTOMS)) expect(body).not.toHaveProperty(name)
})
