import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { COMPANY } from '../support/company.ts'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { listRows, paste, shown } from './pasted-list.ts'
import { button, fillAddress, heading, hydrated, mailedLink, main, verifyByLink } from './steps.ts'

const PATH = '/api/company/part-numbers'

/** The heading of the section. */
const title = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true, level: 2 })

/** Makes the one the manager of a company, and the other a buyer of it. */
async function companyOf(shop: RunningShop, manager: Person, buyer: Person): Promise<void> {
  const call = async (as: Person, path: string, body: object) =>
    expect((await shop.call('POST', `/api/company${path}`, { as, body })).status).toBeLessThan(300)
  await call(manager, '', COMPANY)
  await call(manager, '/invitation', { email: buyer.email, role: 'buyer' })
  const url = await mailedLink(shop, buyer.email, /https?:\/\/\S+\/join\/\S+/)
  await call(buyer, '/join', { token: url.slice(url.lastIndexOf('/') + 1) })
}

test('a manager uploads own part numbers, by which a buyer pastes a list, orders and reads the order', async ({
  open,
  shop,
}) => {
  const manager = await verifyByLink(shop, await shop.register({ name: 'Mia Manager' }))
  const buyer = await verifyByLink(shop, await shop.register({ name: 'Ben Buyer' }))
  await companyOf(shop, manager, buyer)

  const managers = await open({ as: manager, reducedMotion: 'reduce' })
  managers.expectErrors(/^422 PUT \/api\/company\/part-numbers\?preview=true$/)
  const { page } = managers
  await page.goto('/dashboard/company')
  await main(page).getByText('No own part numbers yet').waitFor()
  const list = page.getByLabel('New list')
  await list.fill('HX-933-M8-40\tMAT 4711/a\nHX-933-M8-40\tmat 4711/A')
  await button(main(page), 'Check the list').click()
  await main(page).getByText('Nothing was saved: 1 row is wrong.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.setInputFiles('input[type=file]', {
    name: 'numbers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('own;sku\nMAT 4711/a;HX-933-M8-40\n4712;NH-934-M8\n'),
  })
  await main(page).getByText('0 → 2 numbers: 2 added').waitFor()
  expect((await shop.call('GET', PATH, { as: manager })).body.numbers).toEqual([])
  await button(main(page), 'Replace the list').click()
  await title(page, 'Own part numbers: 2').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Undo').click()
  await main(page).getByText('No own part numbers yet').waitFor()
  await list.fill('sku,own\nHX-933-M8-40,MAT 4711/a\nNH-934-M8,4712')
  await button(main(page), 'Check the list').click()
  await button(main(page), 'Replace the list').click()
  await title(page, 'Own part numbers: 2').waitFor()

  // Each list of the page has its own search.
  await main(page).getByLabel('Search own part numbers').fill('4712')
  await page.waitForURL('**/dashboard/company?number=4712')
  await page.reload()
  await title(page, 'Own part numbers').waitFor()
  expect(await main(page).getByLabel('Search orders of the company').inputValue()).toBe('')

  const { page: other } = await open({
    as: buyer,
    reducedMotion: 'reduce',
    viewport: { width: 375, height: 900 },
  })
  await other.goto('/dashboard/company')
  await title(other, 'Own part numbers: 2').waitFor()
  expect(await other.getByLabel('New list').count()).toBe(0)
  await other.goto('/parts?q=4712')
  await main(other).getByText('Your part number 4712:').waitFor()
  await other.goto('/cart')
  await hydrated(other)
  await paste(other, 'mat 4711/A;500\n4712 200')
  await listRows(other).filter({ hasText: 'MAT 4711/a · HX-933-M8-40' }).waitFor()
  await shown(other, /^2 lines, .* All can be ordered\.$/).waitFor()
  await button(main(other), /^Add 2 lines to the cart/).click()
  await main(other).getByText('4712 · NH-934-M8').waitFor()
  await other.goto('/checkout')
  await heading(other, 'Checkout').waitFor()
  await fillAddress(other)
  await button(main(other), /^Place order/).click()
  await other.waitForURL('**/dashboard/payment/*')
  const [order] = (await shop.call('GET', '/api/myorders', { as: buyer })).body
  await other.goto(`/dashboard/order/${order._id}`)
  await main(other).getByText('Your part number: MAT 4711/a', { exact: true }).waitFor()
  await main(other).getByText('Your part number: 4712', { exact: true }).waitFor()
  expect(await axeViolations(other)).toEqual([])
})
