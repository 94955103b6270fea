import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { fileOfParts } from '../support/sample-product.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, link, main, rowOf, toast } from './steps.ts'

const CHANGED = 200

const IMAGE = '/drawings/HX-933-M8-40.svg'

test('the price list: export, change 200 prices, find the wrong row, apply, undo', async ({
  open,
  shop,
  admin,
}) => {
  const parts = Array.from({ length: CHANGED }, (_, at) => ({ sku: `PL-${at}`, price: 1.25, image: IMAGE }))
  const headers = { 'Content-Type': 'text/csv' }
  const filled = await shop.call('POST', '/api/import', { body: fileOfParts(parts), as: admin, headers })
  await shop.call('POST', `/api/import/${filled.body._id}/apply`, { as: admin })
  const read = async (sku: string): Promise<Product> => (await shop.call('GET', `/api/part/${sku}`)).body

  const browserWindow = await open({ as: admin })
  const { page } = browserWindow
  await page.goto('/dashboard/import')
  await heading(page, 'Import').waitFor()
  await rowOf(page, '200 products are new').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await button(main(page), 'Export all products').click()
  const exported = readFileSync(await (await downloading).path(), 'utf8')

  const lines = exported
    .replaceAll(/,1\.25,100:1\.25,/g, ',1.1,100:1.25,')
    .replace(/^(PL-7,[^,]*),,1\.1,/m, '$1,,about one,')
  await main(page)
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })
  await heading(page, 'prices.csv').waitFor()
  await main(page)
    .getByText(/^Row \d+: price: "about one" is not a number\.$/)
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await link(main(page), '1 row is wrong').click()
  await rowOf(page, 'PL-7').getByText('"about one" is not a number.').waitFor()
  await link(main(page), `${CHANGED - 1} prices fall`).click()
  await rowOf(page, 'PL-188').getByText('$1.25').waitFor()
  await leaveRowsOut(page)

  // Another admin changes a part meanwhile.
  const { _id } = await read('PL-10')
  await shop.call('POST', `/api/product/${_id}/stock`, { body: { change: 1, reason: 'Found.' }, as: admin })
  browserWindow.expectErrors(/^409 POST \/api\/import\//)
  await button(main(page), `Apply ${CHANGED - 2} rows`).click()
  await main(page)
    .getByRole('alert')
    .getByText(/^Changed since the file was compared: PL-10\./)
    .waitFor()
  expect((await read('PL-11')).price).toBe(1.25)
  await button(main(page), 'Compare again').click()
  await main(page).getByRole('alert').waitFor({ state: 'detached' })
  await button(main(page), `Apply ${CHANGED - 2} rows`).click()
  await toast(page, 'The import is applied.')
  expect([(await read('PL-11')).price, (await read('PL-7')).price, (await read('PL-190')).price]).toEqual([
    1.1, 1.25, 1.25,
  ])

  await page.reload()
  // The connection is cut after the shop has begun: the page asks what became of it.
  browserWindow.expectErrors(/^net::ERR_FAILED POST \/api\/import\//)
  await page.route('**/api/import/*/undo', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(main(page), 'Undo this import').click()
  await button(page.getByRole('dialog'), 'Undo the import').click()
  await toast(page, 'The import is undone.')
  expect((await read('PL-11')).price).toBe(1.25)
})

/** Leaves one row out, then four more at once, and takes these in again. */
async function leaveRowsOut(page: Page): Promise<void> {
  await button(rowOf(page, 'PL-190'), /^Leave out row \d+$/).click()
  await link(main(page), '1 row is left out').waitFor()
  await rowOf(page, 'PL-189').getByRole('checkbox').click()
  await rowOf(page, 'PL-186')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Chosen rows' })
  await bar.getByText('4 chosen', { exact: true }).waitFor()
  await button(bar, 'Leave out').click()
  await link(main(page), '5 rows are left out').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(bar, 'Take in').click()
  await link(main(page), '1 row is left out').waitFor()
  await button(bar, 'Clear').click()
}
