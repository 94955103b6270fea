import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Order, OrderDetails } from '#features/orders/schema.ts'
import type { Settings } from '#features/settings/schema.ts'
import { orderFor, type Person } from '../support/customer.ts'
import { LYON } from '../support/delivery-shop.ts'
import { readPdf } from '../support/pdf.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { changeSettings } from './shop-settings.ts'
import { button, heading, link, main, productAt } from './steps.ts'

const withTaxNumber = (settings: Settings): Settings => ({
  ...settings,
  seller: { ...settings.seller, taxNumber: '12-3456789' },
})

/** A paid order of Zoé Durand in Lyon, of which $2.50 went back. */
async function creditedOrder(shop: RunningShop, admin: Person) {
  const customer = await shop.register({ name: 'Zoé Durand' })
  const { phone: _, address: __, ...line } = orderFor(await productAt(shop, 0), 1000)
  const body = { ...line, deliverTo: LYON }
  const placed = (await shop.call('POST', '/api/order', { body, as: customer })).body as Order
  await shop.pay(customer, placed)
  const refund = await shop.call('POST', `/api/order/${placed._id}/refunds`, {
    as: admin,
    body: { amount: 2.5, reason: 'Two boxes arrived broken' },
    headers: { 'Idempotency-Key': `half of ${placed._id}` },
  })
  expect(refund.status).toBe(201)
  const order = (await shop.call('GET', `/api/myorder/${placed._id}`, { as: customer })).body as OrderDetails
  const [note] = order.creditNotes ?? []
  if (!note) throw new Error('the refund has no credit note')
  return { customer, order, note }
}

/** Saves the file of a button; resolves to its name and its bytes. */
async function save(page: Page, by: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), by.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const pdfText = ({ bytes }: { bytes: Buffer }) => readPdf(bytes).pages.join('\n')

test('a customer saves all papers of an order, and nobody else does', async ({ open, shop, admin }) => {
  await using _ = await changeSettings(shop, admin, withTaxNumber)
  const { customer, order, note } = await creditedOrder(shop, admin)
  const path = `/dashboard/order/${order._id}`
  const { page } = await open({ as: customer, viewport: { width: 375, height: 800 } })
  await page.goto(path)
  const documents = main(page).getByRole('region', { name: 'Documents' })
  await documents.getByText('$2.50').waitFor()
  const confirmation = await save(page, button(documents, 'Order confirmation PDF'))
  expect(confirmation.name).toBe(`confirmation-${order.number}.pdf`)
  const invoice = await save(page, button(documents, 'Invoice PDF'))
  expect(pdfText(invoice)).toContain('Tax number 12-3456789')
  const creditNote = await save(page, button(documents, `Credit note ${note.number} PDF`))
  expect(creditNote.name).toBe(`${note.number}.pdf`)
  expect(pdfText(creditNote)).toContain(note.number)

  await documents.getByText('XML for accounting software').click()
  await documents.getByText('For programs that read Factur-X or ZUGFeRD.').waitFor()
  await documents.getByLabel('Format').selectOption('ubl')
  await documents.getByText('For the Peppol network').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const xml = await save(page, button(documents, `Credit note ${note.number} (XML)`))
  expect(String(xml.bytes)).toMatch(/<(?:\w+:)?CreditNote/)
  expect(String((await save(page, button(documents, 'Invoice (XML)'))).bytes)).toContain(
    invoice.name.slice(0, -'.pdf'.length),
  )

  await page.goto('/dashboard/myinvoices')
  await main(page).getByText('2 documents', { exact: true }).waitFor()
  const listed = main(page).getByRole('row').filter({ hasText: note.number })
  expect(await listed.innerText()).toContain('−$2.50')
  expect(await axeViolations(page)).toEqual([])
  expect((await save(page, button(listed, `${note.number} PDF`))).name).toBe(`${note.number}.pdf`)
  expect(String((await save(page, button(listed, `${note.number} XML`))).bytes)).toContain(note.number)
  await main(page).getByRole('searchbox', { name: 'Search my invoices' }).fill(invoice.name.slice(0, -4))
  await main(page)
    .getByText(/^\d found for/)
    .waitFor()
  await page.goto('/dashboard/myorders')
  await main(page).getByRole('searchbox').fill(invoice.name.slice(0, -4))
  const ordered = main(page).getByRole('row').filter({ hasText: order.number })
  expect((await save(page, button(ordered, /^Invoice .* PDF$/))).bytes).toEqual(invoice.bytes)
  const csv = await save(page, button(main(page), 'Export CSV'))
  expect([csv.name, String(csv.bytes)]).toEqual(['my-orders.csv', expect.stringContaining(order.number)])

  const stranger = await shop.register()
  const other = await open({ as: stranger })
  other.expectErrors(/^404 GET \/api\/myorder\//)
  await other.page.goto(path)
  await main(other.page).getByText('There is no such order').waitFor()
  for (const file of ['invoice.pdf', 'invoice.xml', `credit-note/${note.number}.pdf`])
    expect((await shop.call('GET', `/api/myorder/${order._id}/${file}`, { as: stranger })).status).toBe(404)
  for (const list of ['/api/invoice', '/api/invoices.csv'])
    expect((await shop.call('GET', list, { as: stranger })).status).toBe(403)
})

test('an admin finds a credit note by number and company, saves it, and exports a month', async ({
  open,
  shop,
  admin,
}) => {
  await using _ = await changeSettings(shop, admin, withTaxNumber)
  const { order, note } = await creditedOrder(shop, admin)
  const { page } = await open({ as: admin })
  await page.goto('/dashboard')
  await link(page, 'Invoices').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('invoices')
  await page.getByRole('option', { name: 'Invoices' }).first().click()
  await heading(page, 'Invoices').waitFor()
  const search = main(page).getByLabel('Search invoices')
  const row = main(page).getByRole('row').filter({ hasText: note.number })
  await search.fill(note.number)
  await main(page).getByText('2 documents').waitFor()
  expect(await row.innerText()).toMatch(/Credit note[\s\S]*Zoé Durand[\s\S]*Atelier Exemple[\s\S]*−\$2\.50/)
  await search.fill('atelier exemple')
  await main(page).getByRole('link', { name: 'Without “atelier exemple”' }).waitFor()
  await row.waitFor()
  expect(pdfText(await save(page, button(row, `${note.number} PDF`)))).toContain(note.number)
  await button(row, `Details of ${note.number}`).click()
  const xml = await save(page, button(main(page), `${note.number} (XML)`))
  expect([xml.name, String(xml.bytes)]).toEqual([`${note.number}.xml`, expect.stringContaining(note.number)])
  expect(await axeViolations(page)).toEqual([])

  await main(page).getByLabel('Issued').selectOption('This month')
  await main(page).getByRole('link', { name: 'Without This month' }).waitFor()
  await search.fill(order.number)
  await main(page).getByText('2 documents').waitFor()
  const csv = await save(page, button(main(page), 'Export CSV'))
  const [, credited = '', invoiced, ...more] = String(csv.bytes).trim().split('\r\n')
  expect([csv.name, more]).toEqual([expect.stringMatching(/^invoices-\d{4}-\d{2}\.csv$/), []])
  expect(credited).toContain(`${note.number},credit_note,`)
  expect(credited).toContain(',-2.5,USD,')
  expect(invoiced).toContain(order.number)

  // The sums and the papers of the month: with the file above all that a month's end needs.
  const sums = main(page).getByRole('table', { name: 'Sums by month and rate of tax' })
  expect(await sums.getByRole('row').count()).toBe(2)
  const papers = await save(page, button(main(page), 'PDF and XML'))
  const names = Object.keys(unzipSync(new Uint8Array(papers.bytes)))
  expect([papers.name, names.length]).toEqual([csv.name.replace('.csv', '.zip'), 4])
  expect(names.slice(0, 2)).toEqual([`${note.number}.pdf`, `${note.number}.xml`])

  // Nothing is unpaid here, so nobody is asked.
  expect(await link(main(page), 'Not paid').count()).toBe(0)
  await page.goto('/dashboard/invoices?open=true')
  await main(page).getByRole('heading', { name: 'No invoice matches' }).waitFor()
  await link(main(page), 'Show all invoices').click()
  await row.getByRole('link', { name: order.number }).click()
  await heading(page, `Order ${order.number}`).waitFor()
})

test('a shop whose seller lacks what EN 16931 wants is told which field, on the order and in the settings', async ({
  open,
  shop,
  admin,
}) => {
  const { order } = await creditedOrder(shop, admin)
  const { page, expectErrors } = await open({ as: admin })
  expectErrors(/^409 GET \/api\/myorder\//)
  await page.goto(`/dashboard/order/${order._id}`)
  await main(page).getByText('XML for accounting software').click()
  await button(main(page), 'Invoice (XML)').click()
  const refusal = main(page).getByRole('alert')
  await refusal.getByText('it was issued without a VAT ID or a tax number of the seller.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await link(refusal, 'Seller in the settings').click()
  const sentence = 'EN 16931 the seller still needs a VAT ID or a tax number.'
  await main(page).getByText(sentence).waitFor()
  await main(page).getByText('EN 16931 wants a VAT ID or a tax number.').waitFor()
  await main(page).getByText('Missing for XRechnung').first().waitFor()
  await main(page).getByLabel('Tax number').fill('12-3456789')
  await expect.poll(() => main(page).getByText('a VAT ID or a tax number').count()).toBe(0)
  await main(page).getByRole('region', { name: 'On invoices' }).getByText('Tax number 12-3456789').waitFor()
})
