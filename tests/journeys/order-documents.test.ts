import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { readPdf } from '../support/pdf.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'

const buttonOf = (page: Page, name: string) => page.getByRole('button', { name: `${name} (PDF)` })

/** Saves a document by its button; resolves to its name and its text. */
async function save(page: Page, name: string) {
  const [download] = await Promise.all([page.waitForEvent('download'), buttonOf(page, name).click()])
  const { pages } = readPdf(await readFile(await download.path()))
  return { fileName: download.suggestedFilename(), text: pages.join('\n') }
}

test('a customer saves the documents of an order, again after a failure; an admin also the packing slip', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const [product] = (await shop.call('GET', '/api/product?limit=1')).body as Product[]
  if (!product) throw new Error('The shop has no product.')
  const order = await shop.order(customer, product, product.minimum)
  const path = `/dashboard/order/${order._id}`
  const { page, expectErrors } = await open({ as: customer, viewport: { width: 320, height: 800 } })
  await page.goto(shop.url + path)
  expect((await save(page, 'Order confirmation')).fileName).toBe(`confirmation-${order.number}.pdf`)
  expect(await buttonOf(page, 'Invoice').count()).toBe(0)

  await shop.pay(customer, order)
  await page.reload()
  expectErrors(/invoice.pdf$/)
  await page.route('**/invoice.pdf', (route) => route.abort())
  await buttonOf(page, 'Invoice').click()
  await page.getByRole('alert').getByText('The shop could not be reached.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.unroute('**/invoice.pdf')
  const invoice = await save(page, 'Invoice')
  expect(invoice.fileName).toBe('INV-000001.pdf')
  expect(invoice.text).toContain(order.number)
  expect(await page.getByRole('alert').getByText('could not be reached').count()).toBe(0)
  expect(await buttonOf(page, 'Packing slip').count()).toBe(0)

  const { page: adminPage } = await open({ as: admin })
  await adminPage.goto(shop.url + path)
  expect((await save(adminPage, 'Packing slip')).text).toContain(product.sku)
})
