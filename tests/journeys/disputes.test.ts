import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { intentOf, type Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, main, productAt, rowOf, toast } from './steps.ts'

/** A paid order whose payment is disputed a few seconds later. */
async function paidByDisputer(shop: RunningShop, customer: Person): Promise<Order> {
  const order = await shop.order(customer, await productAt(shop, 0))
  const clientSecret = await shop.startPayment(customer, order)
  await shop.confirmCard(clientSecret, '4000000000000259')
  return (await shop.settle(customer, order, intentOf(clientSecret))).body
}

test('an order in dispute ships only after a question, from its page and from the list', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const [one, two] = [await paidByDisputer(shop, customer), await paidByDisputer(shop, customer)]
  const other = await shop.pay(customer, await shop.order(customer, await productAt(shop, 0)))
  const read = async (order: Order) => shop.readOrder(admin, order)
  for (const order of [one, two])
    await expect.poll(async () => (await read(order)).dispute, { timeout: 30_000 }).toBe('open')
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })

  await page.goto('/dashboard/overview')
  await main(page)
    .getByRole('link', { name: /^2 disputes, the first to answer by/ })
    .click()
  await rowOf(page, one._id).getByText('Disputed').waitFor()
  await page.goto(`/dashboard/order/${one._id}`)
  const panel = main(page).getByRole('region', { name: 'The payment is disputed at the bank' })
  await panel.getByText('Says that they did not make this payment').waitFor()
  await panel.getByText('Answer by').waitFor()
  const saved = page.waitForEvent('download')
  await button(panel, 'Save the papers and texts as a ZIP').click()
  const evidence = await saved
  expect(evidence.suggestedFilename()).toBe(`evidence-${one.number}.zip`)
  const files = unzipSync(await readFile(await evidence.path()))
  const names = Object.keys(files).toSorted()
  expect(names).toEqual([
    expect.stringMatching(/^INV-\d{6}\.pdf$/),
    `confirmation-${one.number}.pdf`,
    'delivery.txt',
  ])
  for (const [name, bytes] of Object.entries(files))
    if (name.endsWith('.pdf')) expect(strFromU8(bytes.subarray(0, 5))).toBe('%PDF-')
  await button(main(page), /^Ship 100 pieces/).click()
  const question = page.getByRole('dialog', { name: 'Ship despite the dispute?' })
  await question.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(question, 'Do not ship').click()
  expect((await read(one)).status).toBe('pending')
  await button(main(page), /^Ship 100 pieces/).click()
  await button(question, 'Ship anyway').click()
  await toast(page, 'Order is shipped')
  expect((await read(one)).status).toBe('shipped')

  await page.goto('/dashboard/manageorders')
  await rowOf(page, two._id).getByRole('checkbox').click()
  await rowOf(page, other._id).getByRole('checkbox').click()
  await page.keyboard.press('s')
  await question.waitFor()
  expect(await question.textContent()).toContain(two.number)
  expect(await question.textContent()).not.toContain(other.number)
  expect([(await read(two)).status, (await read(other)).status]).toEqual(['pending', 'shipped'])
  await button(question, 'Ship anyway').click()
  await toast(page, 'Order is shipped')
  expect((await read(two)).status).toBe('shipped')
  await page.keyboard.press('z')
  await toast(page, 'Undone')
  expect((await read(two)).status).toBe('pending')
})

test('a parcel that was lost is sent again, and its customer reads it', async ({ open, shop, admin }) => {
  const customer = await shop.register()
  const order = await shop.pay(customer, await shop.order(customer, await productAt(shop, 0)))
  const body = { carrier: 'DHL', tracking: 'JD 1' }
  await shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body })
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto(`/dashboard/order/${order._id}`)
  await button(main(page), 'Lost').click()
  const form = page.getByRole('form', { name: 'Lost parcel' })
  await form.getByLabel('Why it is lost').fill('The carrier says so')
  expect(await axeViolations(page)).toEqual([])
  await button(form, 'Send again').click()
  await toast(page, 'The parcel is lost, and its pieces are to be shipped again')
  await main(page)
    .getByText(/are sent again · The carrier says so/)
    .waitFor()
  await button(main(page), /^Ship 100 pieces/).waitFor()

  const own = (await open({ as: customer })).page
  await own.goto(`/dashboard/order/${order._id}`)
  await main(own).getByText('Lost on the way: sent again').waitFor()
  await main(own)
    .getByText(/^Lost on the way,/)
    .waitFor()
  expect(await main(own).textContent()).not.toContain('The carrier says so')
})

test('a tracking number of two orders is asked about', async ({ open, shop, admin }) => {
  const customer = await shop.register()
  const paid = async () => shop.pay(customer, await shop.order(customer, await productAt(shop, 0)))
  const [one, two] = [await paid(), await paid()]
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto('/dashboard/manageorders')
  for (const { _id } of [one, two]) await rowOf(page, _id).getByRole('checkbox').click()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Tracking of 2 orders' })
  await dialog.getByLabel('Tracking numbers').fill(`${one.number};1Z1\n${two.number};1Z1`)
  expect(await button(dialog, 'Ship 2 orders').isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: /are in one parcel$/ }).click()
  expect(await axeViolations(page)).toEqual([])
  await button(dialog, 'Ship 2 orders').click()
  await toast(page, '2 orders are shipped')
})
