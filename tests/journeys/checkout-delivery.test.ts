import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Settings } from '#features/settings/schema.ts'
import { formatTotal } from '#kit/money.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { changeSettings, fillCart, ordersOf, withMethods } from './shop-settings.ts'
import { boxOf, button, isFocused, main, payByCard } from './steps.ts'

const AUSTIN = {
  name: 'Sam Sample',
  street: '2 Congress Avenue',
  city: 'Austin',
  region: 'TX',
  postcode: '78701',
  country: 'US',
}

const PHONE = { width: 375, height: 800 }

const method = (page: Page, name: string) => main(page).getByRole('radio', { name: new RegExp(`^${name}, `) })

const place = (page: Page) => button(main(page), /^Place order/)

/** The sum on the button, once it is that of the present order. */
async function sumOn(page: Page): Promise<string> {
  await main(page).getByText('Being updated…').waitFor({ state: 'detached' })
  return (await place(page).innerText()).replace('Place order · ', '')
}

test('a buyer in Texas checks out on a phone with the keyboard alone, and the address is kept', async ({
  open,
  shop,
}) => {
  const customer = await shop.register({ name: AUSTIN.name })
  await fillCart(shop, customer, 2)
  const { page } = await open({ as: customer, viewport: PHONE })
  await page.goto('/checkout')
  await page.getByLabel('Country').waitFor()
  await method(page, 'Standard').and(page.locator(':checked')).waitFor()
  const { y, height } = await boxOf(place(page))
  expect(y + height).toBeLessThanOrEqual(PHONE.height)
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize(PHONE)

  const { keyboard } = page
  const next = async (text = '') => {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await page.getByLabel('Country').focus()
  for (const text of ['', '', '+1 555 0142', AUSTIN.street, AUSTIN.city, '']) await next(text)
  // Texas is near the end of the states.
  await keyboard.press('End')
  const state = page.getByLabel('State')
  await expect.poll(() => keyboard.press('ArrowUp').then(() => state.inputValue())).toBe(AUSTIN.region)
  for (const text of [AUSTIN.postcode, ' ']) await next(text)
  await next()
  expect(await isFocused(method(page, 'Standard'))).toBe(true)
  await keyboard.press('ArrowDown')
  await method(page, 'Express').and(page.locator(':checked')).waitFor()
  await main(page).getByText('Delivery (Express)').waitFor()
  const sum = await sumOn(page)
  for (const text of ['', '', 'PO-4711']) await next(text)
  await keyboard.press('Enter')
  await page.waitForURL('**/dashboard/payment/*')
  const [order, ...others] = await ordersOf(shop, customer)
  expect(others).toEqual([])
  expect(order).toMatchObject({ deliverTo: { ...AUSTIN, phone: '+1 555 0142' }, poNumber: 'PO-4711' })
  expect([order.delivery.name, formatTotal(order.payable)]).toEqual(['Express', sum])
  expect((await shop.call('GET', '/api/address', { as: customer })).body).toMatchObject([AUSTIN])
})

test('a price of delivery that changed, and a method that was removed, place nothing until the buyer has chosen', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  await fillCart(shop, customer, 2)
  await shop.call('POST', '/api/address', { body: { ...AUSTIN, label: 'Warehouse' }, as: customer })
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^(409|422) POST \/api\/order$/)
  expectErrors(/^422 POST \/api\/quote$/)
  await page.goto('/checkout')
  await main(page)
    .getByRole('radio', { name: /^Warehouse: Sam Sample, 2 Congress Avenue/ })
    .and(page.locator(':checked'))
    .waitFor()
  await method(page, 'Express').check()
  await main(page).getByText('Delivery (Express)').waitFor()
  const before = await sumOn(page)
  await using settings = await changeSettings(shop, admin, (all) =>
    withMethods(all, (methods) =>
      methods.map((each) => (each._id === 'express' ? { ...each, rates: [{ price: 250 }] } : each)),
    ),
  )
  await place(page).click()
  await main(page).getByText('Nothing was ordered: the total has changed.').waitFor()
  const after = await sumOn(page)
  await main(page)
    .getByText(`The total was ${before} and is ${after}. Place the order if that is right.`)
    .waitFor()
  await main(page)
    .getByText(/^Express: then \$\d+\.00, now \$250\.00$/)
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await ordersOf(shop, customer)).toEqual([])

  const { body: present } = await shop.call('GET', '/api/settings', { as: admin })
  await settings.put(withMethods(present, (methods) => methods.filter(({ _id }) => _id !== 'express')))
  await place(page).click()
  await main(page).getByText('Nothing was ordered: a delivery has changed.').waitFor()
  await main(page)
    .getByText(/^Then Express, \$250\.00, arrives .+\. Now it is not offered/)
    .waitFor()
  await expect.poll(() => method(page, 'Express').count()).toBe(0)
  expect(await method(page, 'Standard').isChecked()).toBe(false)
  await place(page).and(page.locator(':enabled')).click()
  await main(page).getByText('Choose a delivery.', { exact: true }).waitFor()
  await expect.poll(() => isFocused(main(page).getByRole('radiogroup', { name: 'Delivery' }))).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  expect(await ordersOf(shop, customer)).toEqual([])
  await method(page, 'Standard').check()
  await place(page).click()
  await page.waitForURL('**/dashboard/payment/*')
  expect(await ordersOf(shop, customer)).toMatchObject([{ delivery: { _id: 'standard' }, deliverTo: AUSTIN }])
})

test('when the only delivery is removed, nothing is ordered, and no total is said to be right', async ({
  open,
  shop,
  admin,
}) => {
  await using settings = await changeSettings(shop, admin, (all) =>
    withMethods(all, (methods) => methods.filter(({ _id }) => _id === 'standard')),
  )
  const customer = await shop.register()
  await fillCart(shop, customer, 1)
  await shop.call('POST', '/api/address', { body: AUSTIN, as: customer })
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^422 POST \/api\/order$/)
  await page.goto('/checkout')
  await method(page, 'Standard').and(page.locator(':checked')).waitFor()
  const { body: present } = await shop.call('GET', '/api/settings', { as: admin })
  await settings.put(
    withMethods(present, (methods) => methods.map((each) => ({ ...each, countries: ['FR'] }))),
  )
  await place(page).click()
  await main(page)
    .getByText(/^Nothing was ordered\. No delivery takes these parts/)
    .waitFor()
  expect(await place(page).isDisabled()).toBe(true)
  expect(await main(page).getByText('Place the order if that is right.').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  expect(await ordersOf(shop, customer)).toEqual([])
})

/** A seller in Berlin, under the rules of the EU. */
const german = ({ tax, delivery, ...settings }: Settings): Settings => ({
  ...settings,
  seller: {
    name: 'Sample Seller',
    address: { street: '1 Sample Street', city: 'Berlin', postcode: '10115', country: 'DE' },
    vatId: 'DE136695976',
  },
  tax: {
    ...tax,
    pricesInclude: false,
    euUnion: true,
    rates: [
      { country: 'DE', percent: 19, name: 'VAT' },
      { country: 'FR', percent: 20, name: 'VAT' },
    ],
  },
  delivery: { ...delivery, timeZone: 'Europe/Berlin' },
})

const fieldsOf = (page: Page) => (name: string) => page.getByLabel(name, { exact: true })

async function fillAddressInLyon(page: Page) {
  const field = fieldsOf(page)
  await field('Country').selectOption('FR')
  await field('Company').fill('Atelier Sample')
  await field('Street').fill('1 rue de la République')
  await field('Postal code').fill('69001')
  await field('City').fill('Lyon')
}

test('a buyer in Lyon orders ten parts by express with a VAT ID, without VAT, and pays what checkout said', async ({
  open,
  shop,
  admin,
}) => {
  await using _settings = await changeSettings(shop, admin, german)
  const customer = await shop.register({ name: 'Marie Sample' })
  await fillCart(shop, customer, 10)
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^422 POST \/api\/(quote|order)$/)
  await page.goto('/checkout')
  const field = fieldsOf(page)
  await fillAddressInLyon(page)
  await main(page).getByText('VAT (20 %)', { exact: true }).waitFor()
  const taxed = await sumOn(page)
  await method(page, 'Express').check()
  await main(page).getByText('Delivery (Express)').waitFor()
  await field('VAT ID').fill('FR12345678901')
  await field('PO number').focus()
  await main(page)
    .getByText(/^The digits of FR12345678901 are wrong/)
    .waitFor()
  // What it costs is still known, as without one.
  await main(page).getByText('VAT (20 %)', { exact: true }).waitFor()
  await sumOn(page)
  expect(await axeViolations(page)).toEqual([])
  await place(page).click()
  await expect.poll(() => isFocused(field('VAT ID'))).toBe(true)
  expect(await ordersOf(shop, customer)).toEqual([])

  await field('VAT ID').fill('FR40303265045')
  await field('PO number').focus()
  // At the field, and not at the sum too.
  const denied = main(page).getByText(/^VIES, the register of the EU, does not confirm this VAT ID/)
  await denied.waitFor()
  await sumOn(page)
  expect(await denied.count()).toBe(1)
  await main(page).getByText('VAT (20 %)', { exact: true }).waitFor()

  await field('VAT ID').fill('fr 37 303 265 044')
  await field('PO number').fill('PO-69')
  await main(page).getByText('No tax is charged: reverse charge').waitFor()
  await main(page)
    .getByText(/Article 138\(1\) of Directive 2006\/112\/EC/)
    .waitFor()
  await page.reload()
  await main(page).getByText('No tax is charged: reverse charge').waitFor()
  expect([await field('City').inputValue(), await field('PO number').inputValue()]).toEqual(['Lyon', 'PO-69'])
  expect(await method(page, 'Express').isChecked()).toBe(true)
  const sum = await sumOn(page)
  expect(sum).not.toBe(taxed)
  await place(page).click()
  await page.waitForURL('**/dashboard/payment/*')
  const [{ _id }] = await ordersOf(shop, customer)
  await payByCard(page, _id)
  await page.goto(`/dashboard/order/${_id}`)
  await main(page)
    .getByText(/69001 LYON/)
    .first()
    .waitFor()
  const [paid] = await ordersOf(shop, customer)
  expect(paid).toMatchObject({
    paid: true,
    delivery: { _id: 'express' },
    tax: { kind: 'reverse_charge', percent: 0, vatId: 'FR37303265044' },
    deliverTo: { company: 'Atelier Sample', city: 'Lyon', postcode: '69001', country: 'FR' },
  })
  expect([paid.lines.length, formatTotal(paid.payable)]).toEqual([10, sum])
})

test('a bill goes to another address, and a country without delivery cannot be ordered to', async ({
  open,
  shop,
  admin,
}) => {
  await using _settings = await changeSettings(shop, admin, (all) => ({
    ...all,
    delivery: { ...all.delivery, countries: ['US'] },
  }))
  const customer = await shop.register()
  await fillCart(shop, customer, 1)
  for (const body of [
    { ...AUSTIN, country: 'FR', region: '', postcode: '69001', city: 'Lyon', label: 'Lyon' },
    { ...AUSTIN, label: 'Austin' },
  ])
    expect((await shop.call('POST', '/api/address', { body, as: customer })).status).toBe(201)
  const { page } = await open({ as: customer })
  await page.goto('/checkout')
  await main(page)
    .getByText(/^The shop does not deliver to this country\./)
    .waitFor()
  expect(await place(page).isDisabled()).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  const to = main(page).getByRole('radiogroup', { name: 'Deliver to' })
  await to.getByRole('radio', { name: 'Another address' }).check()
  const france = page.getByLabel('Country').getByRole('option', { name: 'France (not delivered to)' })
  await france.waitFor({ state: 'attached' })
  expect(await france.isDisabled()).toBe(true)
  await to.getByRole('radio', { name: /^Austin/ }).check()
  await main(page)
    .getByRole('radiogroup', { name: 'Billing address' })
    .getByRole('radio', { name: /^Lyon/ })
    .check()
  await place(page).and(page.locator(':enabled')).click()
  await page.waitForURL('**/dashboard/payment/*')
  expect(await ordersOf(shop, customer)).toMatchObject([
    { deliverTo: { country: 'US' }, billTo: { country: 'FR', city: 'Lyon' } },
  ])
})
