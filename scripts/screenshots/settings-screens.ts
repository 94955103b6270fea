import type { Page } from 'playwright-core'
import { press, type Screen } from './screen.ts'

const SETTINGS = '/dashboard/settings'
const TAX = `${SETTINGS}?part=tax`
const MAILS = `${SETTINGS}?part=mails`
const DELIVERY = `${SETTINGS}?part=delivery`

/** The example is computed. */
const READY = 'main [role=status][aria-busy=false]'

const open = (page: Page) => page.getByText('Express').first().click()

async function typePrice(page: Page): Promise<void> {
  await open(page)
  await page.getByLabel('Price in dollars, price 2 of Express').fill('35')
}

async function wrongIban(page: Page): Promise<void> {
  await page.getByLabel('Bank', { exact: true }).fill('Sample Bank')
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
  await press(/^Save/)(page)
  await page.getByText('check its digits').first().waitFor()
}

/** What EN 16931 wants of the seller is missing, and a bank is there. */
async function clearSeller(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByLabel('Bank', { exact: true }).fill('Sample Bank')
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
}

const typeAddresses = (page: Page) =>
  page.getByLabel('New orders').fill('desk@shop.example\nwarehouse.of.the.second.building@shop.example')

async function wrongAddress(page: Page): Promise<void> {
  await page.getByLabel('Low stock').fill('buying@shop.example, desk')
  await press(/^Save/)(page)
  await page.getByText('desk: The e-mail address is not valid.').first().waitFor()
}

async function addRates(page: Page): Promise<void> {
  for (const [country, percent] of [
    ['FR', '20'],
    ['US', '8.875'],
  ] as const) {
    await press('Add rate')(page)
    const row = page.getByRole('region', { name: 'Rates' }).getByRole('listitem').last()
    await row.getByLabel('Country').selectOption(country)
    await row.getByLabel('Percent').fill(percent)
  }
}

/** Somebody else changes the same settings while they are typed here. */
async function conflict(page: Page): Promise<void> {
  await page.getByLabel('Cut-off').fill('10:00')
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    const { revision, ...values } = route.request().postDataJSON()
    await route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: {
        status: 409,
        code: 'revision_changed',
        detail: 'The settings were changed meanwhile.',
        settings: {
          ...values,
          revision: revision + 1,
          delivery: { ...values.delivery, cutOff: '18:00', countries: ['US'] },
        },
      },
    })
  })
  await press(/^Save/)(page)
  await page.getByText('Another admin changed it').waitFor()
}

/** The settings of the shop. */
export const settingsScreens: readonly Screen[] = [
  { name: 'settings', path: SETTINGS, ready: READY },
  { name: 'settings-incomplete', path: SETTINGS, ready: READY, act: clearSeller },
  { name: 'settings-errors', path: SETTINGS, ready: READY, act: wrongIban },
  { name: 'settings-loading', path: SETTINGS, loading: '**/api/settings' },
  { name: 'settings-failing', path: SETTINGS, failing: '**/api/settings' },
  { name: 'texts', path: '/dashboard/texts', ready: 'textarea' },
  { name: 'texts-terms', path: '/dashboard/texts?page=terms', ready: 'textarea' },
  { name: 'texts-imprint', path: '/dashboard/texts?page=imprint', ready: 'textarea' },
  { name: 'texts-failing', path: '/dashboard/texts', failing: '**/api/texts' },
  { name: 'search-words', path: '/dashboard/synonyms', ready: 'textarea' },
  { name: 'search-words-loading', path: '/dashboard/synonyms', loading: '**/api/synonyms' },
  { name: 'search-words-failing', path: '/dashboard/synonyms', failing: '**/api/synonyms' },
  { name: 'settings-tax', path: TAX, ready: READY },
  { name: 'settings-tax-rates', path: TAX, ready: READY, act: addRates },
  { name: 'settings-mails', path: MAILS, ready: 'textarea', act: typeAddresses },
  { name: 'settings-mails-wrong', path: MAILS, ready: 'textarea', act: wrongAddress },
  { name: 'settings-delivery', path: DELIVERY, ready: READY },
  { name: 'settings-delivery-method', path: DELIVERY, ready: READY, act: typePrice },
  { name: 'settings-delivery-conflict', path: DELIVERY, ready: READY, act: conflict },
  {
    name: 'settings-delivery-example-failing',
    path: DELIVERY,
    failing: '**/api/settings/example',
    ready: 'main [role=status] p',
  },
]
