import { customerPath } from '#features/customers/paths.ts'
import { test } from './journey.ts'
import { button, heading, main, productAt, rowOf } from './steps.ts'

test('a seller goes from an order to its customer, writes a note, removes it and takes that back', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register({ name: 'Sample Regular' })
  const placed = await shop.order(customer, await productAt(shop, 0))
  const order = await shop.pay(customer, placed)
  const browserWindow = await open({ as: admin, reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^404 GET \/api\/customer\/unknown/)
  const { page } = browserWindow
  await page.goto(`/dashboard/order/${order._id}`)
  await main(page).getByRole('link', { name: customer.name, exact: true }).click()
  await heading(page, customer.name).waitFor()
  await rowOf(page, order.number).getByText('Paid', { exact: true }).waitFor()

  const note = '<b>Pays late</b>, call first.'
  await page.getByLabel('New note').fill(note)
  await page.reload()
  await button(main(page), 'Add note').click()
  await main(page).getByRole('listitem').getByText(note, { exact: true }).waitFor()
  await button(main(page), 'Remove').click()
  await main(page).getByText(note, { exact: true }).waitFor({ state: 'detached' })
  await button(page, 'Undo').click()
  await main(page).getByRole('listitem').getByText(note, { exact: true }).waitFor()
  await rowOf(page, order.number).getByRole('link', { name: order.number }).click()
  await heading(page, `Order ${order.number}`).waitFor()

  await page.goto(customerPath('unknown'))
  await main(page).getByText('There is no such customer').waitFor()
})
