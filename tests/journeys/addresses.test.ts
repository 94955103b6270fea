import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { fillCart, ordersOf } from './shop-settings.ts'
import { button, heading, isFocused, link, main, toast } from './steps.ts'

const LYON = {
  name: 'Marie Sample',
  street: '1 rue de la République',
  postcode: '69001',
  city: 'Lyon',
  country: 'FR',
}

const TEXAS = {
  name: 'Sam Sample',
  street: '2 Congress Avenue',
  postcode: '78701',
  city: 'Austin',
  region: 'TX',
  country: 'US',
}

const rowOf = (page: Page, text: string) => main(page).getByRole('listitem').filter({ hasText: text })

test('a customer saves an address in the form of its country, makes it the default, and takes a deletion back', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^422 POST \/api\/address$/)
  const addressesNow = async () => (await shop.call('GET', '/api/address', { as: customer })).body
  await page.goto('/dashboard')
  await link(main(page), 'Addresses').click()
  await heading(page, 'Addresses').waitFor()
  await main(page).getByText('No addresses yet').waitFor()

  await button(main(page), 'Add an address').click()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('State').selectOption('TX')
  await button(page, 'Save address').click()
  await main(page).getByText('The name is required.').waitFor()
  await main(page).getByText('The ZIP code is required.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await field('Name').fill(LYON.name)
  await field('Street').fill(LYON.street)
  await field('Country').selectOption('FR')
  await field('City').fill(LYON.city)
  await field('Postal code').fill('ABC')
  await field('City').focus()
  await main(page).getByText('Is this a postal code of France?').waitFor()
  expect(await field('State').count()).toBe(0)
  expect(await field('Postal code').getAttribute('autocomplete')).toBe('postal-code')
  await page.reload()
  await expect.poll(() => field('Name').inputValue()).toBe(LYON.name)
  await button(page, 'Save address').click()
  await main(page)
    .getByText(/^“ABC” is not a postal code of France\./)
    .waitFor()
  expect(await addressesNow()).toEqual([])
  await expect.poll(() => isFocused(field('Postal code'))).toBe(true)
  await field('Postal code').fill(LYON.postcode)
  await field('Country').selectOption('US')
  expect(await field('State').inputValue()).toBe('TX')
  await field('Country').selectOption('FR')
  await button(page, 'Save address').click()
  await rowOf(page, '69001 LYON').getByText('Default').waitFor()
  expect(await addressesNow()).toMatchObject([{ ...LYON, isDefault: true }])

  await shop.call('POST', '/api/address', { body: { ...TEXAS, label: 'Warehouse' }, as: customer })
  await page.reload()
  await button(rowOf(page, 'Warehouse'), 'Make default').click()
  await rowOf(page, 'Warehouse').getByText('Default').waitFor()
  await button(rowOf(page, 'Warehouse'), 'Edit').click()
  await field('Label').fill('Store')
  await button(page, 'Save address').click()
  await rowOf(page, 'Store').getByText('Default').waitFor()
  await expect.poll(() => isFocused(button(rowOf(page, 'Store'), 'Edit'))).toBe(true)

  await button(rowOf(page, 'Store'), 'Delete').click()
  await rowOf(page, 'Store').waitFor({ state: 'detached' })
  expect(await addressesNow()).toHaveLength(1)
  await button(page, /^Undo/).click()
  await toast(page, 'Undone')
  await rowOf(page, 'Store').getByText('Default').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await addressesNow()).toMatchObject([
    { ...TEXAS, label: 'Store', isDefault: true },
    { ...LYON, isDefault: false },
  ])
})

test('a ZIP code of another state is refused at its field until one of the two is corrected', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^422 POST \/api\/address$/)
  await page.goto('/dashboard/addresses')
  await button(main(page), 'Add an address').click()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Country').selectOption('US')
  await field('Name').fill('Sam 🦄')
  await field('Street').fill(TEXAS.street)
  await field('City').fill('New York')
  await field('State').selectOption('TX')
  await field('ZIP code').fill('10001')
  await button(page, 'Save address').click()
  const wrong = main(page).getByText(
    'The ZIP code 10001 is not in Texas but in New York. Correct the ZIP code or the state.',
  )
  await wrong.waitFor()
  await main(page)
    .getByText('“🦄” cannot be printed on papers and labels. Write it in other letters.')
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await field('Name').fill('Sam Sample')
  await field('State').selectOption('NY')
  await wrong.waitFor({ state: 'detached' })
  await field('State').selectOption('TX')
  await wrong.waitFor()
  await field('State').selectOption('NY')
  await button(page, 'Save address').click()
  await rowOf(page, 'NEW YORK, NY 10001').waitFor()
})

test('at checkout a ZIP code of another state is asked for again once the state is corrected', async ({
  open,
  shop,
}) => {
  const customer = await shop.register({ name: TEXAS.name })
  await fillCart(shop, customer, 2)
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^422 POST \/api\/quote$/)
  await page.goto('/checkout')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Country').selectOption('US')
  await field('Street').fill(TEXAS.street)
  await field('City').fill('New York')
  await field('State').selectOption('TX')
  await field('ZIP code').fill('10001')
  await field('City').focus()
  const wrong = main(page).getByText('The ZIP code 10001 is not in Texas')
  await wrong.first().waitFor()
  await field('State').selectOption('NY')
  await wrong.first().waitFor({ state: 'detached' })
  await button(main(page), /^Place order/).click()
  await page.waitForURL('**/dashboard/payment/*')
  const [order] = await ordersOf(shop, customer)
  expect(order.addressLines).toContain('NEW YORK, NY 10001')
})

test('a country that is not delivered to is marked, and with 200 addresses the page says that there can be no more', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const { page } = await open({ as: customer })
  await page.route('**/api/country', async (route) => {
    const response = await route.fetch()
    const countries = await response.json()
    const json = countries.map((each: { code: string }) => ({ ...each, served: each.code !== 'FR' }))
    await route.fulfill({ response, json })
  })
  await page.goto('/dashboard/addresses')
  await button(main(page), 'Add an address').click()
  await page.getByLabel('Country').selectOption({ label: 'France (not delivered to)' })
  await main(page).getByText('The shop does not deliver to this country.').waitFor()
  await page.route('**/api/address', (route) =>
    route.fulfill({
      json: Array.from({ length: 200 }, (_, index) => ({
        ...LYON,
        _id: String(index),
        isDefault: index === 0,
        addressLines: [`Sample ${index}`, 'FRANCE'],
      })),
    }),
  )
  await button(main(page), 'Do not add').click()
  await page.reload()
  await main(page)
    .getByText('You have 200 addresses, the most there can be. To add one, delete one first.')
    .waitFor()
  expect(await button(main(page), 'Add an address').count()).toBe(0)
})
