import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { orderFor } from '../support/customer.ts'
import { WITHOUT_COMPANY } from '../support/pages.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, link, mailedLink, main, productAt, verifyByLink } from './steps.ts'

async function fillCompany(page: Page): Promise<void> {
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Name of the company').fill('Sample Works')
  await field('Country').selectOption('FR')
  await field('Name').fill('Mia Manager')
  await field('Street').fill('1 rue Exemple')
  await field('Postal code').fill('69001')
  await field('City').fill('Lyon')
}

async function inviteBuyer(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address', { exact: true }).fill(email)
  await page.getByLabel('Limit per order', { exact: true }).fill('1')
  await button(main(page), 'Send invitation').click()
  await main(page).getByRole('list', { name: 'Open invitations' }).getByText(email).waitFor()
}

/** The orders of the company by state, member and search. */
async function findOnCompanyPage(page: Page, approved: string, declined: string): Promise<void> {
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await page.goto('/dashboard/company')
  const orders = main(page).getByRole('list', { name: 'Orders of the company' })
  await link(orders, approved).waitFor()
  await field('State').selectOption('Declined')
  await link(orders, declined).waitFor()
  await field('Placed by').selectOption('Mia Manager')
  await main(page).getByText('No orders match.').waitFor()
  await field('Placed by').selectOption('Ben Buyer')
  await field('Search orders of the company').fill(approved)
  await main(page).getByText(`0 found for “${approved}”`).waitFor()
  await field('Search orders of the company').fill(declined)
  await link(orders, declined).waitFor()
  expect(new URL(page.url()).searchParams.get('state')).toBe('declined')
  expect(await axeViolations(page)).toEqual([])
}

test('a manager creates a company and invites a buyer, whose order above the limit is approved by one key', async ({
  open,
  shop,
  admin,
}) => {
  const manager = await verifyByLink(shop, await shop.register({ name: 'Mia Manager' }))
  const buyer = await verifyByLink(shop, await shop.register({ name: 'Ben Buyer' }))
  const managerWindow = await open({ as: manager, reducedMotion: 'reduce' })
  managerWindow.expectErrors(WITHOUT_COMPANY)
  const { page } = managerWindow
  await page.goto('/dashboard')
  await link(main(page), 'Company').click()
  await heading(page, 'Company').waitFor()
  await button(main(page), 'Create company').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await fillCompany(page)
  await button(main(page), 'Create company').click()
  await heading(page, 'Sample Works').waitFor()
  await inviteBuyer(page, buyer.email)
  expect(await axeViolations(page)).toEqual([])

  const other = await open({ as: buyer, reducedMotion: 'reduce' })
  await other.page.goto(await mailedLink(shop, buyer.email, /https?:\/\/\S+\/join\/\S+/))
  await heading(other.page, 'Join a company').waitFor()
  expect(await axeViolations(other.page)).toEqual([])
  await button(main(other.page), 'Join').click()
  await heading(other.page, 'Sample Works').waitFor()
  await main(other.page).getByText('$1.00 per order').waitFor()

  const part = await productAt(shop, 0)
  const placed = (quantity: number) =>
    shop.call('POST', '/api/order', { as: buyer, body: orderFor(part, quantity) })
  const { body: order } = await placed(part.minimum)
  const { body: second } = await placed(part.minimum + part.step)
  await other.page.goto(`/dashboard/order/${order._id}`)
  await main(other.page).getByText('Waits for approval').first().waitFor()
  expect(await main(other.page).getByRole('link', { name: /^Pay/ }).count()).toBe(0)

  await page.goto('/dashboard/approvals')
  await main(page)
    .getByRole('heading', { name: /^Ben Buyer wants to order for/ })
    .first()
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('a')
  await expect
    .poll(
      async () => (await shop.call('GET', `/api/myorder/${order._id}`, { as: manager })).body.approval.state,
    )
    .toBe('approved')
  await main(page).getByRole('link', { name: order.number }).waitFor({ state: 'detached' })
  await field('Note').fill('Too many.')
  await button(main(page), 'Decline').click()
  await main(page).getByText('No order waits').waitFor()
  await page.goto(`/dashboard/order/${second._id}`)
  await main(page).getByText('Declined by Mia Manager: Too many.').waitFor()

  await findOnCompanyPage(page, order.number, second.number)

  const staff = await open({ as: admin, reducedMotion: 'reduce' })
  await staff.page.goto('/dashboard/companies')
  await button(main(staff.page), 'Open Sample Works').click()
  await staff.page.getByLabel('Blocked: members cannot order, but still see everything').check()
  expect(await axeViolations(staff.page)).toEqual([])
  await button(main(staff.page), 'Save').click()
  await main(staff.page).getByText('Blocked', { exact: true }).waitFor()
  expect((await placed(part.minimum)).body.code).toBe('blocked')
})
