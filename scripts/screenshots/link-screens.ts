import type { Page } from 'playwright-core'
import { press, type Scene, type Screen } from './screen.ts'

/** The page of a payment link, whose reader has no account. */
export const linkScreens = ({ links }: Scene): readonly Screen[] => [
  { name: 'pay', path: `/pay/${links.one}`, ready: 'label:has-text("Card number")' },
  { name: 'pay-several', path: `/pay/${links.several}`, ready: 'label:has-text("Card number")' },
  {
    name: 'pay-po-number-refused',
    path: `/pay/${links.one}`,
    ready: 'label:has-text("Card number")',
    act: typeLongPoNumber,
  },
  { name: 'pay-loading', path: `/pay/${links.one}`, loading: '**/api/config' },
  { name: 'pay-failing', path: `/pay/${links.one}`, failing: '**/api/config' },
  { name: 'pay-done', path: `/pay/${links.paid}` },
  { name: 'pay-dead-link', path: '/pay/0000' },
]

/** The panel of payment links on the order's page. */
export const linkPanelScreens = ({ unpaid, several }: Scene): readonly Screen[] => [
  {
    name: 'payment-link-none',
    path: `/dashboard/order/${unpaid._id}`,
    ready: 'button:has-text("Create payment link")',
  },
  {
    name: 'payment-link-new',
    path: `/dashboard/order/${several._id}`,
    ready: 'button:has-text("link")',
    act: press(/^(Create payment|Renew) link$/),
  },
  {
    name: 'payment-link-there',
    path: `/dashboard/order/${several._id}`,
    ready: 'button:has-text("End link")',
  },
]

async function typeLongPoNumber(page: Page): Promise<void> {
  await page.getByLabel('PO number').fill('PO-4711 '.repeat(9))
  await press('Save')(page)
  await page.getByText('64 characters').waitFor()
}
