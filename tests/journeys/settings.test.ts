import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Settings } from '#features/settings/schema.ts'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { changeSettings } from './shop-settings.ts'
import { button, isFocused, link, main, toast } from './steps.ts'

const DELIVERY = '/dashboard/settings?part=delivery'

const readSettings = async (shop: RunningShop, admin: Person): Promise<Settings> =>
  (await shop.call('GET', '/api/settings', { as: admin })).body

const example = (page: Page) => page.getByRole('region', { name: 'Example' }).getByRole('status')

const method = (page: Page, name: string) => main(page).locator('summary').filter({ hasText: name })

const namesOf = ({ delivery }: Settings): string[] => delivery.methods.map(({ name }) => name)

/** The second price of Express. */
const expressPrice = ({ delivery }: Settings): number | undefined =>
  delivery.methods.find(({ _id }) => _id === 'express')?.rates[1]?.price

test('an admin changes a price, sees what it comes to, saves it, finds it in the audit and takes it back', async ({
  open,
  admin,
  shop,
}) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard')
  await link(page, 'Settings').click()
  await main(page)
    .getByText(
      'For invoices by the European standard EN 16931 the seller still needs a VAT ID or a tax number.',
    )
    .waitFor()
  await link(main(page), 'Delivery').click()
  await example(page).getByText('10 kg worth $250.00 to France:').waitFor()
  await example(page).getByText('Express $32.00').waitFor()
  await method(page, 'Express').click()
  await main(page).getByLabel('Price in dollars, price 2 of Express').fill('35')
  await example(page).getByText('Express $35.00').waitFor()
  expect(expressPrice(await readSettings(shop, admin))).toBe(32)
  expect(await axeViolations(page)).toEqual([])

  // What is typed is kept, also on another part.
  await link(main(page), 'Tax').click()
  await main(page).getByLabel('Prices include the tax').waitFor()
  await page.reload()
  await main(page).getByText('up to 10 kg: $35.00').waitFor()
  await button(main(page), 'Save 1 change').click()
  await toast(page, 'Settings saved')
  expect(expressPrice(await readSettings(shop, admin))).toBe(35)

  await button(page, /^Undo/).click()
  await toast(page, 'Undone')
  expect(expressPrice(await readSettings(shop, admin))).toBe(32)
  await link(main(page), 'Changes of settings').click()
  await main(page).getByText('Express, prices: up to 10 kg: $32.00 → up to 10 kg: $35.00').waitFor()
  await main(page).getByText('Express, prices: up to 10 kg: $35.00 → up to 10 kg: $32.00').waitFor()
})

test('methods are moved and removed by keys, and the first that is offered is the default', async ({
  open,
  admin,
  shop,
}) => {
  const before = await readSettings(shop, admin)
  const { page } = await open({ as: admin })
  await page.goto(DELIVERY)
  await example(page).getByText('To pay with International').waitFor()
  const up = button(main(page), 'Move Express up')
  await up.focus()
  await page.keyboard.press('Enter')
  await example(page).getByText('To pay with Express: $282.00').waitFor()
  expect(await isFocused(up)).toBe(true)
  await button(main(page), 'Remove Standard').focus()
  await page.keyboard.press('Enter')
  expect(await isFocused(button(main(page), 'Add method'))).toBe(true)
  await button(main(page), 'Save 2 changes').click()
  await toast(page, 'Settings saved')
  expect(namesOf(await readSettings(shop, admin))).toEqual(['Express', 'International'])
  await shop.call('PUT', '/api/settings', {
    body: { ...before, revision: before.revision + 1 },
    as: admin,
  })
})

test('what is wrong is said at its field, on whichever part it is', async ({ open, admin, shop }) => {
  const before = await readSettings(shop, admin)
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^422 (PUT|POST)/)
  const { page } = browserWindow
  await page.goto('/dashboard/settings')
  await main(page).getByLabel('Bank', { exact: true }).fill('Sample Bank')
  await main(page).getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
  await link(main(page), 'Tax').click()
  await button(main(page), 'Save 1 change').click()
  const iban = main(page).getByLabel('IBAN')
  await expect.poll(() => isFocused(iban)).toBe(true)
  expect(await iban.getAttribute('aria-invalid')).toBe('true')
  await page
    .locator(`[id="${await iban.getAttribute('aria-describedby')}"]`)
    .getByText('check its digits')
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await iban.fill('DE89 3704 0044 0532 0130 00')
  expect(await iban.getAttribute('aria-invalid')).toBeNull()
  // The bar says no more what is corrected.
  await main(page).getByText('check its digits').waitFor({ state: 'detached' })

  await link(main(page), 'Delivery').click()
  await main(page).getByLabel('Time zone').fill('Europe/Sample')
  await example(page).getByText('No example yet. The time zone has to be one').waitFor()
  await button(main(page), 'Add method').click()
  await main(page).getByLabel('Name').fill('Courier')
  await button(main(page), /^Save 3 changes/).click()
  await expect.poll(() => isFocused(main(page).getByLabel('Time zone'))).toBe(true)
  await main(page).getByText('The price has to be a number.').waitFor()
  expect(await readSettings(shop, admin)).toEqual(before)
})

test('two admins change settings: both values are named, and nothing is overwritten', async ({
  open,
  admin,
  shop,
}) => {
  const before = await readSettings(shop, admin)
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^409 PUT/)
  const { page } = browserWindow
  await page.goto(DELIVERY)
  await main(page).getByLabel('Cut-off').fill('10:00')
  const theirs = { ...before.delivery, cutOff: '18:00', workingDays: [1, 2, 3, 4] }
  await shop.call('PUT', '/api/settings', { body: { ...before, delivery: theirs }, as: admin })
  await button(main(page), 'Save 1 change').click()
  await main(page).getByText('Somebody else changed it meanwhile').waitFor()
  await main(page).getByText('Cut-off, theirs: 18:00').waitFor()
  await main(page).getByText('Cut-off, yours: 10:00').waitFor()
  await main(page).getByText('Working days, theirs: Monday, Tuesday, Wednesday and Thursday').waitFor()
  expect(await main(page).getByLabel('Friday').isChecked()).toBe(false)
  expect((await readSettings(shop, admin)).delivery).toEqual(theirs)
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Save 1 change').click()
  await toast(page, 'Settings saved')
  expect((await readSettings(shop, admin)).delivery).toEqual({ ...theirs, cutOff: '10:00' })
})

test('the settings name the countries of the EU without a rate, and take over the standard rates when an admin agrees', async ({
  open,
  admin,
  shop,
}) => {
  const address = { street: '1 Sample Street', postcode: '10115', city: 'Berlin', country: 'DE' }
  const rates = [
    { country: 'DE', percent: 19, name: 'USt' },
    { country: 'FR', percent: 19.6, name: 'TVA' },
  ]
  await using _ = await changeSettings(shop, admin, (settings) => ({
    ...settings,
    seller: { ...settings.seller, address },
    tax: { ...settings.tax, rates, euUnion: true },
    delivery: { ...settings.delivery, countries: ['DE', 'FR', 'IE', 'MT', 'US'] },
  }))
  const ratesOf = async () => (await readSettings(shop, admin)).tax.rates
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/settings?part=tax')
  const region = page.getByRole('region', { name: 'Rates', exact: true })
  await region
    .getByText(
      'There is no rate for Ireland and Malta. Goods to there are taxed by the rate of Germany, 19 %.',
    )
    .waitFor()
  await button(region, 'Use the standard rates of the 27 EU countries').click()
  const changes = region.getByRole('list', { name: 'What changes' })
  await changes.getByText('Ireland: none → 23 %').waitFor()
  expect(await changes.getByText('France').count()).toBe(0)
  await region.getByLabel('Replace the rates that differ (1)').check()
  await changes.getByText('France: 19.6 % → 20 %').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(region, 'Use 26 rates').click()
  await region.getByText('There is no rate for').waitFor({ state: 'detached' })
  await button(region, 'Undo').click()
  await region.getByText('There is no rate for Ireland and Malta.').waitFor()
  expect(await ratesOf()).toEqual(rates)

  await button(region, 'Use the standard rates of the 27 EU countries').click()
  await button(region, 'Use 25 rates').click()
  await button(main(page), /^Save 25 changes/).click()
  await toast(page, 'Settings saved')
  const saved = await ratesOf()
  expect(saved).toHaveLength(27)
  // What an admin entered stays without consent.
  expect(saved).toEqual(expect.arrayContaining([...rates, { country: 'IE', percent: 23, name: 'VAT' }]))

  // One click where nothing that was entered differs, with the rules that go with the rates.
  await using __ = await changeSettings(shop, admin, (settings) => ({
    ...settings,
    tax: { ...settings.tax, rates: rates.slice(0, 1), euUnion: false },
  }))
  await page.reload()
  await button(region, 'Use the standard rates of the 27 EU countries').click()
  await button(main(page), /^Save 27 changes/).click()
  await toast(page, 'Settings saved')
  const { tax } = await readSettings(shop, admin)
  expect([tax.euUnion, tax.rates.length, tax.rates[0]]).toEqual([true, 27, rates[0]])
})

test('the currency, the name, the logo and the pages of the shop are what visitors see', async ({
  open,
  admin,
  shop,
}) => {
  // As it was before, for the other tests.
  await using _ = await changeSettings(shop, admin, (settings) => settings)
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/settings?part=shop')
  await main(page).getByLabel('Name of the shop').fill('Muster Teile')
  await main(page).getByLabel('Currency').selectOption('EUR, euros')
  await main(page).getByLabel('The shop has a blog').uncheck()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><script>alert(1)</script><path d="M0 0h90v30z"/></svg>'
  await main(page)
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await main(page).getByAltText('Logo').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Save 4 changes').click()
  await toast(page, 'Settings saved')

  const visitor = await open({ viewport: { width: 375, height: 800 } })
  await visitor.page.goto('/')
  await visitor.page.getByText(/^€\d/).first().waitFor()
  expect(await visitor.page.title()).toContain('Muster Teile')
  expect(await visitor.page.locator('main').innerText()).not.toContain('$')
  const header = visitor.page.locator('header')
  await header.getByText('Muster Teile').waitFor()
  expect(await header.locator('.brand img').getAttribute('src')).toMatch(/^\/images\/\w{24}\?w=160$/)
  expect(await visitor.page.locator('a[href="/blog"]').count()).toBe(0)
  expect(await visitor.page.locator('a[href="/portfolio"]').count()).toBe(2)
  // The menu stays beside the name.
  const boxes = await Promise.all(
    [header.locator('.brand'), header.getByRole('button', { name: 'Menu' })].map((each) =>
      each.boundingBox(),
    ),
  )
  expect(boxes[1]?.y).toBeLessThan((boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0))
  visitor.expectErrors(/404/)
  const answer = await visitor.page.goto('/blog')
  expect(answer?.status()).toBe(404)
})
