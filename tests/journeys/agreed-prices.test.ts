import { expect } from 'vitest'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { companyIdOf } from '../support/agreed-prices.ts'
import { COMPANY } from '../support/company.ts'
import { addressOf, publicPages } from '../support/pages.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPayment, button, fillAddress, heading, main, productAt, verifyByLink } from './steps.ts'

/** Agreed by the staff; in no other figure of the demo. */
const AGREED = 0.7313

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
  const listed = formatPrice(part.price)
  const agreed = formatPrice(AGREED)

  const staff = await open({ as: admin, reducedMotion: 'reduce' })
  // One row is wrong at first.
  staff.expectErrors(/^422 POST \/api\/companies\/[^/]+\/prices\/comparison/)
  await staff.page.goto('/dashboard/companies')
  await button(main(staff.page), `Open ${COMPANY.name}`).click()
  await main(staff.page).getByText('No prices are agreed.').waitFor()
  await staff.page
    .getByLabel('Change prices')
    .fill(`sku,prices\n${part.sku},${part.minimum}:${AGREED}\nNONE-1,100:1`)
  await button(main(staff.page), 'See what changes').click()
  await main(staff.page).getByText('NONE-1: There is no such part.').waitFor()
  await staff.page.getByLabel('Change prices').fill(`sku,prices\n${part.sku},${part.minimum}:${AGREED}`)
  await button(main(staff.page), 'See what changes').click()
  await main(staff.page).getByRole('region', { name: 'Changes' }).getByText(agreed).waitFor()
  expect(await axeViolations(staff.page)).toEqual([])
  await button(main(staff.page), 'Save 1 change').click()
  await main(staff.page).getByRole('list', { name: 'Agreed prices' }).getByText(part.sku).waitFor()
  await button(staff.page, /^Undo/).click()
  // The row of the company is read again, and closed.
  await button(main(staff.page), `Open ${COMPANY.name}`).click()
  await main(staff.page).getByText('No prices are agreed.').waitFor()
  const company = await companyIdOf(shop, member)
  const prices = [{ sku: part.sku, prices: [{ from: part.minimum, price: AGREED }] }]
  expect(
    (await shop.call('PUT', `/api/companies/${company}/prices`, { as: admin, body: { prices } })).status,
  ).toBe(200)

  const { page } = await open({ as: member, reducedMotion: 'reduce' })
  const path = `/part/${part.sku}`
  await page.goto(path)
  const order = main(page).getByRole('form', { name: 'Order this part' })
  await order.getByText(`${agreed} per piece`).waitFor()
  await order.getByText('Your price').waitFor()
  const total = formatTotal(Math.round(AGREED * part.minimum * 100) / 100)
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
  const [placed] = (await shop.call('GET', '/api/myorders', { as: member })).body
  expect(placed.totalPrice).toBe(Math.round(AGREED * part.minimum * 100) / 100)

  // Nobody else: another account, in a browser of its own, asks for no prices and sees those of the list.
  const others = await open({ as: other, reducedMotion: 'reduce' })
  const asked: string[] = []
  others.page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/price') asked.push(request.url())
  })
  await others.page.goto(path)
  await heading(others.page, part.name).waitFor()
  await main(others.page).getByText(`${listed} per piece`).first().waitFor()
  expect(await main(others.page).getByText('Your price').count()).toBe(0)
  expect(asked).toEqual([])

  // No public page tells one, whoever asks; those that show a part are the same bytes for all.
  for (const each of publicPages) {
    const url = `${shop.url}${addressOf(each)}`
    const read = async (headers: Record<string, string>) => (await fetch(url, { headers })).text()
    const visitor = await read({})
    for (const text of [visitor, await read({ cookie: member.cookie }), await read({ cookie: other.cookie })])
      expect(text.includes(String(AGREED)), url).toBe(false)
  }
  const bytes = async (headers: Record<string, string>) =>
    (await fetch(`${shop.url}${path}`, { headers })).text()
  expect(await bytes({ cookie: member.cookie, Authorization: `Bearer ${member.token}` })).toBe(
    await bytes({}),
  )
})
