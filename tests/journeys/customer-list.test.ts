import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, main, productAt, rowOf, toast } from './steps.ts'

const LINES = 5

test('an order of five lines for a new customer is entered in 12 actions, and for a known one in 6', async ({
  open,
  shop,
  admin,
}) => {
  const { page } = await open({ as: admin, reducedMotion: 'reduce', locale: 'fr-FR' })
  let actions = 0
  const act = async (action: Promise<unknown>) => {
    actions += 1
    await action
  }
  const products = await Promise.all(Array.from({ length: LINES }, (_, at) => productAt(shop, at)))
  const list = products.map(({ sku }) => `${sku}; 1000`).join('\n')
  await page.goto('/dashboard/manageorders')
  await act(main(page).getByRole('link', { name: 'Order by phone' }).click())
  await heading(page, 'New customer').waitFor()
  await main(page).getByLabel('Postal code').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const fields = [
    ['Name', 'Zoé Sample'],
    ['Email', 'zoe@customer.example'],
    ['Company', 'Exemple SARL'],
    ['Phone', '+33 4 55 01 00 00'],
    ['Street', '12 rue Exemple'],
    ['Postal code', '69002'],
    ['City', 'Lyon'],
  ] as const
  for (const [label, text] of fields) await act(main(page).getByLabel(label, { exact: true }).fill(text))
  await act(button(main(page), 'Save and enter an order').click())
  await heading(page, 'Order for Zoé Sample').waitFor()
  await act(page.getByLabel('Part numbers and quantities').fill(list))
  // The address is chosen already.
  await main(page)
    .getByRole('radio', { name: /^Entered by staff: .*12 rue Exemple/ })
    .first()
    .waitFor()
  await act(button(main(page), /^Place order for Zoé Sample/).click())
  await page.getByText('The order is placed for Zoé Sample.').waitFor()
  await page.getByRole('heading', { level: 1, name: /^Order [A-Z0-9]{4}-[A-Z0-9]{4}$/ }).waitFor()
  expect(actions).toBeLessThanOrEqual(12)

  actions = 0
  await act(page.keyboard.press('Control+k'))
  await act(page.getByRole('dialog').getByRole('combobox').fill('zoe@customer'))
  await act(
    page
      .getByRole('option', { name: /Zoé Sample/ })
      .last()
      .click(),
  )
  await act(main(page).getByRole('link', { name: 'Enter an order' }).click())
  await heading(page, 'Order for Zoé Sample').waitFor()
  await act(page.getByLabel('Part numbers and quantities').fill(list))
  await main(page)
    .getByRole('radio', { name: /12 rue Exemple/ })
    .first()
    .waitFor()
  await act(button(main(page), /^Place order for Zoé Sample/).click())
  await page.getByText('The order is placed for Zoé Sample.').first().waitFor()
  expect(actions).toBeLessThanOrEqual(6)
})

test('an e-mail that is known leads to its customer', async ({ open, shop, admin }) => {
  const entered = { name: 'Sample Known', email: 'known@customer.example' }
  await shop.call('POST', '/api/customer', { as: admin, body: entered })
  const browserWindow = await open({ as: admin, reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^409 POST \/api\/customer$/)
  const { page } = browserWindow
  await page.goto('/dashboard/customers/new')
  await main(page).getByLabel('Name', { exact: true }).fill('Sample Again')
  await main(page).getByLabel('Email', { exact: true }).fill('Known@customer.example')
  await button(main(page), 'Save').click()
  await main(page).getByRole('link', { name: 'Open this customer' }).click()
  await heading(page, 'Sample Known').waitFor()
})

test('staff find customers by tag, sort them, change one, and take that back', async ({
  open,
  shop,
  admin,
}) => {
  const entered = { name: 'Sample Tagged', email: 'tagged@customer.example', tags: ['reseller'] }
  const { _id } = (await shop.call('POST', '/api/customer', { as: admin, body: entered })).body
  const regular = await shop.register({ name: 'Sample Buyer' })
  await shop.pay(regular, await shop.order(regular, await productAt(shop, 0)))
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto('/dashboard/customers')
  await rowOf(page, 'Sample Buyer').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('columnheader').getByRole('link', { name: 'Revenue' }).click()
  await page.locator('th[aria-sort="descending"]', { hasText: 'Revenue' }).waitFor()
  await page.getByLabel('Tag', { exact: true }).selectOption('reseller')
  await rowOf(page, 'Sample Buyer').waitFor({ state: 'detached' })
  await rowOf(page, 'Sample Tagged').getByRole('link', { name: 'Sample Tagged' }).click()
  await heading(page, 'Sample Tagged').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Edit').click()
  await main(page).getByLabel('Phone', { exact: true }).fill('+1 555 0142')
  await main(page).getByLabel('Tags').fill('vip, reseller')
  await button(main(page), 'Save').click()
  await toast(page, 'Sample Tagged saved')
  await main(page).getByRole('link', { name: 'vip' }).waitFor()
  await button(page, 'Undo').click()
  await main(page).getByRole('link', { name: 'vip' }).waitFor({ state: 'detached' })
  const { body } = await shop.call('GET', `/api/customer/${_id}`, { as: admin })
  expect([body.tags, body.card]).toEqual([['reseller'], { revision: 3 }])
})
