import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { agreePrices, companyIdOf } from '../support/agreed-prices.ts'
import type { BrowserWindow } from '../support/browser.ts'
import { COMPANY } from '../support/company.ts'
import { addressOf, publicPages } from '../support/pages.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPayment, button, fillAddress, heading, main, productAt, verifyByLink } from './steps.ts'

/** Agreed by the staff; in no other figure of the demo. */
const AGREED = 0.7313

/** The staff pastes a list with a wrong row, mends it, saves it and takes it back. */
async function agreeAndUndo({ page }: BrowserWindow, { sku, minimum }: Product): Promise<void> {
  await page.goto('/dashboard/companies')
  await button(main(page), `Open ${COMPANY.name}`).click()
  await main(page).getByText('No prices are agreed.').waitFor()
  const list = page.getByLabel('Change prices')
  await list.fill(`sku,prices\n${sku},${minimum}:${AGREED}\nNONE-1,100:1`)
  await button(main(page), 'See what changes').click()
  await main(page).getByText('NONE-1: There is no such part.').waitFor()
  await list.fill(`sku,prices\n${sku},${minimum}:${AGREED}`)
  await button(main(page), 'See what changes').click()
  await main(page).getByRole('region', { name: 'Changes' }).getByText(formatPrice(AGREED)).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Save 1 change').click()
  await main(page).getByRole('list', { name: 'Agreed prices' }).getByText(sku).waitFor()
  await button(page, /^Undo/).click()
  // The row of the company is read again, and closed.
  await button(main(page), `Open ${COMPANY.name}`).click()
  await main(page).getByText('No prices are agreed.').waitFor()
}

/** The member sees the price on the part, in the cart and at checkout, and orders at it. */
async function orderAt({ page }: BrowserWindow, path: string, total: string): Promise<void> {
  await page.goto(path)
  const order = main(page).getByRole('form', { name: 'Order this part' })
  await order.getByText(`${formatPrice(AGREED)} per piece`).waitFor()
  await order.getByText('Your price').waitFor()
  expect(await order.locator('output').last().textContent()).toBe(total)
  expect(await axeViolations(page)).toEqual([])
  await button(order, /cart/i).click()
  await page.goto('/cart')
  await main(page).getByText('Your price').first().waitFor()
  await main(page).getByText(total).first().waitFor()
  await page.goto('/checkout')
  await main(page).getByText('With the prices that are agreed with your company.').waitFor()
  await fillAddress(page)
  await button(main(page), /^Place order/).click()
  await atPayment(page)
}

/** Another account asks for no prices, and sees those of the list. */
async function seeList({ page }: BrowserWindow, path: string, { name, price }: Product): Promise<void> {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/price') asked.push(request.url())
  })
  await page.goto(path)
  await heading(page, name).waitFor()
  await main(page)
    .getByText(`${formatPrice(price)} per piece`)
    .first()
    .waitFor()
  expect(await main(page).getByText('Your price').count()).toBe(0)
  expect(asked).toEqual([])
}

test('the staff agrees a price, which a member sees on the part, in the cart, at checkout and on the order, and nobody else', async ({
  open,
  shop,
  admin,
}) => {
  const account = await verifyByLink(shop, await shop.register({ name: 'Mia Manager' }))
  await shop.call('POST', '/api/company', { as: account, body: COMPANY })
  // A token from now on says that the account is in a company.
  const member = { ...account, ...(await shop.signIn(account)) }
  const other = await verifyByLink(shop, await shop.register({ name: 'Olga Other' }))
  const part = await productAt(shop, 0)
  const staff = await open({ as: admin, reducedMotion: 'reduce' })
  // One row is wrong at first.
  staff.expectErrors(/^422 POST \/api\/companies\/[^/]+\/prices\/comparison/)
  await agreeAndUndo(staff, part)
  const prices = [{ sku: part.sku, prices: [{ from: part.minimum, price: AGREED }] }]
  await agreePrices(shop, admin, await companyIdOf(shop, member), prices)

  const path = `/part/${part.sku}`
  const total = Math.round(AGREED * part.minimum * 100) / 100
  await orderAt(await open({ as: member, reducedMotion: 'reduce' }), path, formatTotal(total))
  const [placed] = (await shop.call('GET', '/api/myorders', { as: member })).body
  expect(placed.totalPrice).toBe(total)
  await seeList(await open({ as: other, reducedMotion: 'reduce' }), path, part)

  // No public page tells one, whoever asks: the same bytes for all.
  const others = [{ cookie: member.cookie }, { cookie: other.cookie }]
  const bearer = { cookie: member.cookie, Authorization: `Bearer ${member.token}` }
  const lists = [`/parts/${part.category}`, `/parts?q=${part.sku}`, `/compare?sku=${part.sku}`]
  for (const page of [...publicPages.map((each) => addressOf(each)), path, ...lists]) {
    const read = async (headers: Record<string, string>) =>
      (await fetch(`${shop.url}${page}`, { headers })).text()
    for (const text of await Promise.all([{}, ...others, bearer].map(read)))
      expect(text.includes(String(AGREED)), page).toBe(false)
  }
})
