import { expect } from 'vitest'
import { customerPath } from '#features/customers/paths.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, main, pathOf, payByCard, productAt, rowOf, toast, verifyByLink } from './steps.ts'

test('a seller takes an order of three lines by phone; the customer sees it, reads who placed it, and pays it', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await verifyByLink(shop, await shop.register({ name: 'Sample Caller' }))
  const address = {
    ...{ name: 'Sample Caller', company: 'Exemple SARL', street: '1 rue Exemple' },
    ...{ postcode: '69001', city: 'Lyon', country: 'FR', label: 'Works' },
  }
  await shop.call('POST', '/api/address', { as: customer, body: address })
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  const [found] = (await shop.call('GET', `/api/user?q=${customer.email}`, { as: admin })).body
  await page.goto(customerPath(found._id))
  await main(page).getByRole('link', { name: 'Enter an order' }).click()
  await heading(page, 'Order for Sample Caller').waitFor()

  const products = [await productAt(shop, 0), await productAt(shop, 1), await productAt(shop, 2)]
  const pad = page.getByLabel('Part numbers and quantities')
  await pad.fill([...products.map(({ sku }) => `${sku}; 1000`), 'NO-SUCH-PART; 100'].join('\n'))
  await main(page).getByText('1 line of the list is not clear. Change or remove it first.').waitFor()
  const place = button(main(page), /^Place order for Sample Caller/)
  expect(await place.isDisabled()).toBe(true)
  await pad.fill(products.map(({ sku }) => `${sku}; 1000`).join('\n'))
  await page.getByLabel('PO number').fill('PO-4711')
  // What is typed stays, by the customer; the cart of the admin is not touched.
  await page.reload()
  await main(page)
    .getByRole('radio', { name: /^Works/ })
    .first()
    .waitFor()
  expect(await page.getByLabel('PO number').inputValue()).toBe('PO-4711')
  expect(await main(page).getByLabel('Save to my addresses').count()).toBe(0)
  await rowOf(page, products[2]?.name ?? '').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await place.click()
  await page.getByText('The order is placed for Sample Caller.').waitFor()
  await page.getByRole('heading', { level: 1, name: /^Order [A-Z0-9]{4}-[A-Z0-9]{4}$/ }).waitFor()
  await main(page).getByText('Placed for the customer').waitFor()
  const id = pathOf(page).split('/').at(-1) ?? ''
  expect((await shop.call('GET', '/api/cart', { as: admin })).body.lines).toEqual([])
  expect((await shop.call('GET', '/api/myorders', { as: admin })).body).toEqual([])

  const own = (await open({ as: customer, reducedMotion: 'reduce' })).page
  await own.goto('/dashboard/myorders')
  await rowOf(own, id).waitFor()
  await own.goto(`/dashboard/order/${id}`)
  await main(own).getByText('Placed for you by the shop').waitFor()
  for (const text of ['Exemple SARL', 'PO-4711']) await main(own).getByText(text).first().waitFor()
  await payByCard(own, id)
})

test('staff change, hold and cancel an unpaid order of a customer on its page, which says that it is cancelled', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 0)
  const order = await shop.order(customer, product, 1000)
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto(`/dashboard/order/${order._id}`)
  await button(main(page), 'Edit lines').click()
  await main(page)
    .getByRole('spinbutton')
    .or(main(page).getByLabel(/^Quantity/))
    .first()
    .fill('2000')
  await button(main(page), 'Save changes').click()
  await button(main(page), 'Edit lines').waitFor()
  await button(main(page), 'Change delivery').click()
  await page.getByLabel('PO number').fill('PO-by-phone')
  await button(main(page), 'Save changes').click()
  await main(page).getByText('PO-by-phone').first().waitFor()
  await page.getByLabel('Hold from now for').selectOption({ label: '2 weeks' })
  await button(main(page), 'Hold').click()
  await toast(page, 'The order is held longer')
  await button(main(page), 'Send payment reminder').click()
  await toast(page, 'The customer is reminded')
  expect(await axeViolations(page, [1280])).toEqual([])
  await button(main(page), 'Cancel order').click()
  await button(page.getByRole('dialog'), 'Yes').click()
  await main(page).getByText('The order is cancelled, and its pieces are for sale again.').waitFor()
  await main(page)
    .getByText(/^Cancelled/)
    .first()
    .waitFor()
  expect(await button(main(page), 'Change delivery').count()).toBe(0)
  await page.goto('/dashboard/manageorders?status=cancelled')
  await rowOf(page, order._id).waitFor()
  const events = (await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })).body.events
  const staffs = events.filter(({ by }: { by: string }) => by === 'admin')
  expect(staffs.map(({ kind }: { kind: string }) => kind)).toEqual([
    'changed',
    'changed',
    'held',
    'cancelled',
  ])
})

test('for an account that is not verified the page offers nothing that whoever registered typed, and the seller’s country', async ({
  open,
  shop,
  admin,
}) => {
  const stranger = await shop.register({ name: 'Sample Stranger' })
  const address = {
    ...{ name: 'Sample Stranger', street: '6 rue Exemple', postcode: '69001', city: 'Lyon' },
    ...{ country: 'FR', label: 'Mine' },
  }
  await shop.call('POST', '/api/address', { as: stranger, body: address })
  const [found] = (await shop.call('GET', `/api/user?q=${stranger.email}`, { as: admin })).body
  const { page } = await open({ as: admin, reducedMotion: 'reduce', locale: 'en-GB' })
  await page.goto(`${customerPath(found._id)}/order`)
  await main(page).getByText('The e-mail address of this account is not confirmed').waitFor()
  const { sku } = await productAt(shop, 0)
  await page.getByLabel('Part numbers and quantities').fill(`${sku}; 1000`)
  const { deliverCountry } = (await shop.call('GET', `/api/customer/${found._id}`, { as: admin })).body
  const country = main(page).getByLabel('Country').first()
  await country.waitFor()
  expect([await country.inputValue(), deliverCountry]).toEqual(['US', 'US'])
  expect(await main(page).getByRole('radio', { name: /^Mine/ }).count()).toBe(0)
})
