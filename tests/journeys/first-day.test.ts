import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { plainPicture } from '../support/pictures.ts'
import { ADMIN, emptyStorage, startShop } from '../support/running-shop.ts'
import { rowOfCells, workbook } from '../support/workbook.ts'
import { axeViolations } from './axe.ts'
import { counter } from './counter.ts'
import { test as base } from './journey.ts'
import { button, heading, link, main, placeOrder, toast } from './steps.ts'

/** As a shop is after its first start. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  .extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const resources = new AsyncDisposableStack()
    onCleanup(() => resources.disposeAsync())
    return resources.use(await startShop({ storage: resources.use(await emptyStorage()) }))
  })

const PARTS = 200

/** Forty actions on a busy machine. */
const TIMEOUT_MS = 180_000

/** A price list with own names of columns, a category and a size that the shop does not know. */
function priceList() {
  const heads = [
    'Part No.',
    'Article name',
    'Unit price',
    'Stock',
    'Product group',
    'Thread',
    'Description',
    'Picture',
  ]
  const rows = Array.from({ length: PARTS }, (_, at) => [
    ...[`HN-${at + 1}`, `Hexagon nut ${at + 1}`, 0.25 + at / 1000, 1000 + at],
    ...['Hexagon nuts', `M${4 + (at % 9)}`, 'A nut of steel.', 'nut.png'],
  ])
  return Buffer.from(workbook([heads, ...rows].map((cells, at) => rowOfCells(at + 1, cells)).join('')))
}

const SELLER = {
  Name: 'Muster Teile GmbH',
  'E-mail': 'verkauf@example.com',
  'VAT ID': 'DE136695976',
}

const ADDRESS = { Street: 'Industriestr. 5', City: 'Stuttgart', 'Postal code': '70565' }

const BANK = { Bank: 'Sample Bank', IBAN: 'DE89 3704 0044 0532 0130 00' }

const METHOD = {
  Name: 'Parcel',
  'Working days, at least': '1',
  'Working days, at most': '3',
}

const step = (page: Page, name: string): Locator =>
  main(page).getByRole('list', { name: 'First steps' }).getByRole('listitem').filter({ hasText: name })

type Act = ReturnType<typeof counter>['act']

/** A window in which each action is counted. */
interface Day {
  readonly page: Page
  readonly act: Act
  fill(fields: Readonly<Record<string, string>>): Promise<void>
}

const fillBy =
  (page: Page, act: Act): Day['fill'] =>
  async (fields) => {
    for (const [label, text] of Object.entries(fields))
      await act(() => main(page).getByLabel(label, { exact: true }).fill(text))
  }

const openPart = ({ page, act }: Day, name: string) => act(() => link(main(page), name).click())

/** The settings, from the list of first steps on. */
async function enterSettings(day: Day): Promise<void> {
  const { page, act, fill } = day
  await act(() => step(page, 'Company and bank account').getByRole('link').click())
  await fill(SELLER)
  await act(() => main(page).getByLabel('Country', { exact: true }).selectOption('Germany'))
  await fill(ADDRESS)
  await fill(BANK)
  await openPart(day, 'Shop')
  await fill({ 'Name of the shop': 'Muster Teile' })
  await act(() => main(page).getByLabel('Currency').selectOption('EUR, euros'))
  await openPart(day, 'Tax')
  await act(() => button(main(page), 'Use the standard rates of the 27 EU countries').click())
  await openPart(day, 'Delivery')
  await fill({ 'Time zone': 'Europe/Berlin' })
  await act(() => button(main(page), 'Add method').click())
  await fill(METHOD)
  await act(() =>
    main(page)
      .getByLabel(/^Price in \w+, price 1 of Parcel$/)
      .fill('6.90'),
  )
  await act(() => button(main(page), /^Save \d+ changes$/).click())
  await toast(page, 'Settings saved')
}

/** Parts in a spreadsheet, whose category the shop does not have yet. */
async function importParts(day: Day): Promise<void> {
  const { page, act } = day
  await act(() => link(page, 'Manage Product').click())
  await openPart(day, 'Import')
  await act(() =>
    main(page)
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'Nuts.xlsx', mimeType: '', buffer: priceList() }),
  )
  await main(page).getByText('The shop does not have the category “Hexagon nuts” yet.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const picture = await plainPicture(400, 300).png().toBuffer()
  await act(() =>
    main(page)
      .getByLabel('Choose pictures or a ZIP')
      .setInputFiles({ name: 'nut.png', mimeType: 'image/png', buffer: picture }),
  )
  await main(page).getByText('1 picture is sent.').waitFor()
  await act(() => main(page).getByLabel('Thread', { exact: true }).check())
  await act(() => button(main(page), 'Add the category “Hexagon nuts”').click())
  await main(page).getByText('The shop does not have the category').waitFor({ state: 'detached' })
  expect(await main(page).getByLabel('What Thread means').inputValue()).toBe('attribute:thread')
  await act(() => button(main(page), `Compare ${PARTS} rows`).click())
  await act(() => button(main(page), `Apply ${PARTS} rows`).click())
  await toast(page, 'The import is applied.')
}

test('an empty shop has its first order, with 200 parts from a spreadsheet, after at most forty actions', {
  timeout: TIMEOUT_MS,
}, async ({ open, shop }) => {
  const browserWindow = await open({ reducedMotion: 'reduce' })
  // What is typed is no whole example yet.
  browserWindow.expectErrors(/^422 POST \/api\/settings\/example$/)
  const { page } = browserWindow
  const { act, counted } = counter(page)
  const day: Day = { page, act, fill: fillBy(page, act) }
  await page.goto('/login')
  await day.fill({ Email: ADMIN.email, Password: ADMIN.password })
  await act(() => button(main(page), 'Login').click())

  await enterSettings(day)
  await importParts(day)
  // The test order.
  await act(() => link(page, 'Overview').click())
  for (const done of [
    'Company and bank account',
    'Name and currency',
    'Tax',
    'Delivery',
    'Categories',
    'Parts',
  ])
    await step(page, done).getByText('Done', { exact: true }).waitFor()
  await act(() => step(page, 'A test order').getByRole('link').click())
  await act(() => page.getByRole('article').first().getByRole('link', { name: 'Order' }).click())
  await page.waitForURL('**/order/*')
  await day.fill({ Phone: '+49 711 555 0100', Address: 'Industriestr. 5, 70565 Stuttgart' })
  await act(() => placeOrder(page).click())
  await heading(page, 'Payment').waitFor()

  const { actions, pages } = counted()
  expect(actions, pages.join()).toBeLessThanOrEqual(40)
  const admin = await shop.signIn(ADMIN)
  const [order, ...others] = (await shop.call('GET', '/api/orders', { as: admin })).body
  expect(others).toEqual([])
  expect(order).toMatchObject({ quantity: 100, delivery: { name: 'Parcel', price: 6.9 } })
  // The prices include the tax.
  expect(order.payable).toBeCloseTo(order.totalPrice + 6.9, 2)
  const { body } = await shop.call('GET', '/api/part/HN-1')
  expect(body).toMatchObject({ category: 'hexagon-nuts', attributes: [{ key: 'thread', value: 'M4' }] })
  const steps: { step: string; isDone: boolean }[] = (
    await shop.call('GET', '/api/first-steps', { as: admin })
  ).body
  expect(steps.filter(({ isDone }) => !isDone).map(({ step: left }) => left)).toEqual(['texts', 'factor'])
})
