import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, button, heading, link, mailedLink, main, pathOf, productAt, verifyByLink } from './steps.ts'

const BILL_TO = {
  ...{ name: 'Mia Manager', street: '1 rue Exemple', postcode: '69001', city: 'Lyon', country: 'FR' },
}

/** A company with a buyer and an approver, who have joined it. */
async function company(shop: RunningShop): Promise<{ buyer: Person; approver: Person }> {
  const people = ['Mia Manager', 'Ben Buyer', 'Amy Approver'].map(async (name) =>
    verifyByLink(shop, await shop.register({ name })),
  )
  const [manager, buyer, approver] = (await Promise.all(people)) as [Person, Person, Person]
  await shop.call('POST', '/api/company', { as: manager, body: { name: 'Sample Works', billTo: BILL_TO } })
  for (const [as, role] of [
    [buyer, 'buyer'],
    [approver, 'approver'],
  ] as const) {
    await shop.call('POST', '/api/company/invitation', { as: manager, body: { email: as.email, role } })
    const [, token] = /join\/(\w+)/.exec(await mailedLink(shop, as.email, /https?:\/\/\S+\/join\/\S+/)) ?? []
    const joined = await shop.call('POST', '/api/company/join', { as, body: { token } })
    expect(joined.status).toBe(200)
  }
  return { buyer, approver }
}

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** The staff send the next version with this price. */
async function offer(page: Page, price: string, version: number): Promise<void> {
  await page.getByLabel(/^Offered of /).fill(price)
  if (version > 1)
    await main(page).getByRole('list', { name: 'What changes' }).getByText('→').first().waitFor()
  await button(main(page), `Send version ${version}`).click()
  await heading(page, await heading1(page)).waitFor()
  await main(page)
    .getByRole('heading', { name: `Version ${version}`, exact: true })
    .waitFor()
}

const heading1 = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText()

test('a buyer asks for an offer from the cart, the staff send three versions, and an approver accepts the last', async ({
  open,
  shop,
  admin,
}) => {
  const { buyer, approver } = await company(shop)
  const part = await productAt(shop, 0)
  await shop.call('PUT', '/api/cart', { as: buyer, body: { lines: [{ productId: part._id, quantity: 7 }] } })
  const { page } = await open({ as: buyer, reducedMotion: 'reduce' })
  await page.goto('/cart')
  await link(main(page), 'Ask for an offer').click()
  await atPath(page, '/dashboard/offers/new')
  await page.getByLabel(`Wanted price or day of ${part.sku}`).fill('0.01')
  await page.getByLabel('Note').fill('For the pump.')
  for (const size of [375, 1280]) expect(await axeViolations(page, [size])).toEqual([])
  await button(main(page), /^Ask for an offer · 1 line$/).click()
  await page.waitForURL(/\/dashboard\/offer\//)
  const path = pathOf(page)
  const id = path.split('/').at(-1) ?? ''
  await main(page).getByText('Asked for', { exact: true }).first().waitFor()

  const staff = await open({ as: admin, reducedMotion: 'reduce' })
  await staff.page.goto('/dashboard/manageoffers')
  await main(staff.page).getByText('Sample Works').waitFor()
  expect(await axeViolations(staff.page)).toEqual([])
  await staff.page.goto(`/dashboard/manageoffer/${id}`)
  await staff.page.getByLabel(/^Offered of /).waitFor()
  expect(await axeViolations(staff.page, [375, 1280])).toEqual([])
  await offer(staff.page, '0.5', 1)
  await offer(staff.page, '0.4', 2)
  await offer(staff.page, '0.3', 3)

  const { page: last } = await open({
    as: approver,
    reducedMotion: 'reduce',
    viewport: { width: 375, height: 812 },
  })
  await last.goto('/dashboard/offers')
  await main(last).getByRole('link', { name: /^OF-/ }).click()
  await main(last).getByRole('heading', { name: 'Version 3' }).waitFor()
  await main(last).getByRole('heading', { name: 'Earlier versions' }).waitFor()
  expect(await width(last)).toBeLessThanOrEqual(375)
  expect(await axeViolations(last, [375])).toEqual([])
  await button(main(last), /^Accept and order/).click()
  await last.waitForURL(/\/dashboard\/order\//)
  const { body } = await shop.call('GET', `/api/offer/${id}`, { as: buyer })
  expect(body).toMatchObject({ state: 'accepted', acceptedBy: 'Amy Approver', version: 3 })
  const order = (await shop.call('GET', `/api/myorder/${body.order._id}`, { as: buyer })).body
  expect(order.lines).toMatchObject([{ quantity: 7, unitPrice: 0.3, lineTotal: 2.1 }])
  await page.goto(path)
  await link(main(page), body.order.number).waitFor()
})
