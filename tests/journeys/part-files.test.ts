import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { partPath, productPagePath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, isFocused, link, main, productAt, toast } from './steps.ts'

const PDF = {
  name: 'EN 10204 3.1.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
}

const filesOf = async (shop: RunningShop, { sku }: Product): Promise<Product['files']> =>
  (await shop.call('GET', `/api/part/${sku}`)).body.files

const form = (page: Page) => page.getByRole('form', { name: 'Add a file' })

const choose = (page: Page, file: typeof PDF) => form(page).getByLabel('Choose a file').setInputFiles(file)

test('an admin adds files by choice and by drop, is told at the field what is refused, and deletes one', async ({
  open,
  admin,
  shop,
}) => {
  const product = await productAt(shop, 2)
  const { page, expectErrors } = await open({ as: admin })
  expectErrors(/^415 POST \/api\/product\/.*\/file$/)
  await page.goto(productPagePath(product._id))
  await heading(page, product.name).waitFor()
  await button(form(page), 'Add the file').click()
  await form(page).getByText('Choose a file first.').waitFor()
  await expect.poll(() => isFocused(form(page).getByLabel('Choose a file'))).toBe(true)
  await choose(page, { ...PDF, buffer: Buffer.from('PK') })
  await button(form(page), 'Add the file').click()
  await form(page).getByText('A file has to be STEP, STL, DXF, PDF or PNG.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await filesOf(shop, product)).toEqual([])

  await choose(page, { ...PDF, name: 'Bracket.STEP' })
  await expect.poll(() => form(page).getByLabel('Kind').inputValue()).toBe('model')
  await choose(page, PDF)
  await form(page).getByText('EN 10204 3.1.pdf, 15 B').waitFor()
  await button(form(page), 'Add the file').click()
  await toast(page, 'File added')
  const files = page.getByRole('region', { name: 'Files' })
  await files.getByText('Certificate, PDF, 15 B').waitFor()
  await drop(page, PDF)
  await form(page).getByLabel('Kind').selectOption('Drawing')
  await form(page).getByLabel('Title').fill('Drawing of the head')
  await button(form(page), 'Add the file').click()
  await link(files, 'Drawing of the head').waitFor()
  await main(page).getByText('File added', { exact: true }).first().waitFor()
  expect(await filesOf(shop, product)).toMatchObject([
    { kind: 'drawing', title: 'Drawing of the head', name: 'dropped.pdf' },
    { kind: 'certificate', title: PDF.name },
  ])

  await button(files, 'Delete the file Drawing of the head').click()
  const dialog = page.getByRole('dialog', { name: 'Delete the file?' })
  await button(dialog, 'Keep').click()
  expect(await filesOf(shop, product)).toHaveLength(2)
  await button(files, 'Delete the file Drawing of the head').click()
  await button(dialog, 'Delete').click()
  await toast(page, 'File deleted')
  await expect.poll(() => link(files, 'Drawing of the head').count()).toBe(0)
  expect(await filesOf(shop, product)).toMatchObject([{ kind: 'certificate' }])
  expect(await axeViolations(page)).toEqual([])
})

test('the page of a part offers its files with kind, type and size, and says nothing where there are none', async ({
  open,
  admin,
  shop,
}) => {
  const product = await productAt(shop, 3)
  const { page } = await open()
  await page.goto(partPath(product.sku))
  await heading(page, product.name).waitFor()
  expect(await page.getByRole('heading', { name: 'Files' }).count()).toBe(0)
  for (const [kind, title] of [
    ['certificate', 'Test report'],
    ['drawing', 'D'.repeat(200)],
  ] as const) {
    const body = new FormData()
    body.append('file', new File([PDF.buffer], PDF.name))
    body.append('kind', kind)
    body.append('title', title)
    const { status } = await shop.call('POST', `/api/product/${product._id}/file`, { as: admin, body })
    expect(status).toBe(201)
  }
  // A public page may be 2 s old.
  await expect
    .poll(
      async () => {
        await page.reload()
        return page.getByText(/^(Certificate|Drawing), PDF, 15 B$/).count()
      },
      { timeout: 10_000 },
    )
    .toBe(2)
  await page.setViewportSize({ width: 320, height: 900 })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await axeViolations(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    link(main(page), 'Test report').click(),
  ])
  expect(download.suggestedFilename()).toBe(PDF.name)
})

/** Drops a file on the form, as from another window. */
async function drop(page: Page, { buffer }: typeof PDF): Promise<void> {
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    transfer.items.add(new File([bytes], 'dropped.pdf', { type: 'application/pdf' }))
    return transfer
  }, buffer.toString('base64'))
  await form(page).dispatchEvent('drop', { dataTransfer: data })
}
