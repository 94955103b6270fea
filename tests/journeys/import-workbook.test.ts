import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { plainPicture } from '../support/pictures.ts'
import { rowOfCells, workbookOf } from '../support/workbook.ts'
import { axeViolations } from './axe.ts'
import { counter } from './counter.ts'
import { test } from './journey.ts'
import { button, heading, link, main, rowOf, toast } from './steps.ts'

const PARTS = 200

const NUTS = {
  name: 'Workbook nuts',
  attributes: [
    { key: 'gewinde', label: 'Gewinde', kind: 'text' },
    { key: 'flats', label: 'Across flats', unit: 'mm', kind: 'number' },
  ],
  shape: { slug: 'hexagon-nut', parameters: { thread: 'gewinde', flats: 'flats', standard: 'DIN 934' } },
}

const HEADS = [
  'Artikelnummer',
  'Bezeichnung',
  'VK netto',
  'Lagerbestand',
  'Warengruppe',
  'Gewinde',
  'Mindestmenge',
  'Lieferant',
]

/** The price list of another shop: below a title, with its own names, beside another sheet. */
function priceList() {
  const rows = Array.from({ length: PARTS }, (_, at) =>
    rowOfCells(at + 4, [
      `WB-${at}`,
      `Sechskantmutter ${at}`,
      0.25 + at / 1000,
      1000 + at,
      NUTS.name,
      'M8',
      '1.000',
      'Muster',
    ]),
  )
  const list = rowOfCells(1, ['Preisliste 2027']) + rowOfCells(3, HEADS) + rows.join('')
  return Buffer.from(workbookOf({ Preise: list, Hinweise: rowOfCells(1, ['Alle Preise netto']) }))
}

const pictures = async () =>
  Buffer.from(
    zipSync({
      'bilder/wb-0.png': new Uint8Array(await plainPicture(40, 30).png().toBuffer()),
      'bilder/other.png': new Uint8Array(await plainPicture(40, 30).png().toBuffer()),
      'bilder/wb-1.png': strToU8('<script>no picture</script>'),
    }),
  )

const upload = (page: Page, label: string, name: string, buffer: Buffer) =>
  main(page).getByLabel(label).setInputFiles({ name, mimeType: '', buffer })

test('a workbook of 200 parts with other names of columns: read, added, undone and added again', async ({
  open,
  shop,
  admin,
}) => {
  await shop.call('PUT', '/api/category/workbook-nuts', { as: admin, body: NUTS })
  const status = async (sku: string) => (await shop.call('GET', `/api/part/${sku}`)).status
  const browserWindow = await open({ as: admin })
  const { page } = browserWindow
  const { act, counted } = counter(page)
  await page.goto('/dashboard/import')
  await act(() => upload(page, 'Choose a file', 'Preisliste.xlsx', priceList()))
  await section(page, 'Which sheet of Preisliste.xlsx to read').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await act(() => main(page).getByLabel('Sheet', { exact: true }).selectOption('Preise'))
  await section(page, 'What the columns of Preisliste.xlsx mean').waitFor()
  await main(page).getByText('200 rows of the sheet “Preise”, named in row 3.').waitFor()
  expect(await meanings(page)).toEqual([
    ...['sku', 'name', 'price', 'quantity', 'category', 'attribute:gewinde', 'minimum'],
    '',
  ])
  expect(await axeViolations(page)).toEqual([])
  await act(() => main(page).getByLabel('1,000 (it parts thousands)').check())
  await act(() => main(page).getByLabel('Description of all new parts').fill('Eine Mutter.'))
  browserWindow.expectErrors(/^415 POST \/api\/image/)
  await act(async () => upload(page, 'Choose pictures or a ZIP', 'bilder.zip', await pictures()))
  await main(page).getByText('2 pictures are sent.').waitFor()
  await main(page).getByText('bilder/wb-1.png: A picture has to be a PNG, JPEG, WebP or AVIF file.').waitFor()
  await act(() => button(main(page), 'Compare 200 rows').click())

  await heading(page, 'Preisliste.xlsx').waitFor()
  await main(page).getByText('200 parts are new').waitFor()
  await main(page).getByText('1 picture was found for the rows.').waitFor()
  await main(page).getByText('bilder/other.png').waitFor()
  expect(await rowOf(page, 'WB-7').count()).toBe(0)
  await button(main(page), 'Show the new parts').click()
  await rowOf(page, 'Sechskantmutter 7').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  await act(() => button(main(page), 'Apply 200 rows').click())
  await toast(page, 'The import is applied.')
  const added = (await shop.call('GET', '/api/part/WB-7')).body
  expect(added).toMatchObject({ minimum: 1000, category: 'workbook-nuts', description: 'Eine Mutter.' })
  expect(added.image).toBe(`/drawings/part/${added._id}.svg`)
  expect((await shop.call('GET', '/api/part/WB-0')).body.image).toMatch(/^\/images\//)

  await act(() => button(main(page), 'Undo this import').click())
  const dialog = page.getByRole('dialog')
  await dialog.getByText('200 parts that the import added are archived.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await act(() => button(dialog, 'Undo the import').click())
  await toast(page, 'The import is undone.')
  expect(await status('WB-7')).toBe(404)
  await act(() => button(main(page), 'Apply it again').click())
  await toast(page, 'The import is applied again.')
  expect(await status('WB-7')).toBe(200)
  expect(counted()).toMatchObject({ actions: 10 })

  await page.goto('/dashboard/import')
  await upload(page, 'Choose a file', 'Preisliste.xlsx', priceList())
  await main(page).getByLabel('Sheet', { exact: true }).selectOption('Preise')
  await main(page).getByText('As in the last file with these columns.').first().waitFor()
  await button(main(page), 'Compare 200 rows').click()
  await link(main(page), '200 rows change nothing').waitFor()
})

const section = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true, level: 2 })

/** What each column is said to mean. */
const meanings = (page: Page): Promise<string[]> =>
  main(page)
    .getByLabel(/^What .* means$/)
    .evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).value))
