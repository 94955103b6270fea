import type { Page, Route } from 'playwright-core'
import type { ListedDocument } from '#features/invoices/schema.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { press, type Scene, type Screen } from './screen.ts'

const PATH = '/dashboard/invoices'
const CALL = '**/api/invoice?*'

const openFirst = (page: Page) =>
  page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()

/** The invoices of the shop, as an admin sees them. */
export const invoiceScreens: readonly Screen[] = [
  { name: 'invoices', path: PATH, ready: 'main tbody a', intercepted: [CALL, manyInvoices] },
  { name: 'invoices-few', path: PATH, ready: 'main tbody a' },
  { name: 'invoices-month', path: `${PATH}?range=last-month`, ready: 'main h2' },
  {
    name: 'invoices-days',
    path: `${PATH}?from=2026-01-01&to=2026-03-31&q=atelier&open=true`,
    ready: 'main h2',
  },
  {
    name: 'invoices-details',
    path: PATH,
    ready: 'main tbody a',
    intercepted: [CALL, manyInvoices],
    act: async (page) => {
      await openFirst(page)
      await page.getByLabel('Format').selectOption('xrechnung')
    },
  },
  {
    name: 'invoices-refused',
    path: PATH,
    ready: 'main tbody a',
    act: async (page) => {
      await openFirst(page)
      await press(/XML/)(page)
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
  { name: 'invoices-loading', path: PATH, loading: CALL, ready: 'main' },
  { name: 'invoices-failing', path: PATH, failing: CALL },
]

/** The papers of an order of which money went back, as its customer sees them. */
export const paperScreens = ({ paid }: Scene): readonly Screen[] => [
  {
    name: 'order-page-papers',
    path: orderPagePath(paid._id),
    intercepted: creditedOrder,
    act: (page) => page.getByText('XML for').click(),
  },
]

/** The same as an admin sees them. */
export const managedPaperScreens = ({ paid }: Scene): readonly Screen[] => [
  {
    name: 'managed-order-papers',
    path: orderPagePath(paid._id),
    intercepted: creditedOrder,
    act: async (page) => {
      await page.getByText('XML for').click()
      await press('Invoice (XML)')(page)
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
]

const creditedOrder = [
  '**/api/myorder/*',
  async (route: Route) => {
    const response = await route.fetch()
    const at = new Date(Date.now() - DAY_MS).toISOString()
    const creditNotes = [
      { number: 'CN-000007', at, amount: 12 },
      { number: 'CN-000009', at, amount: 3.5, invoicedAgain: 'INV-000131' },
    ]
    await route.fulfill({ response, json: { ...(await response.json()), creditNotes } })
  },
] as const satisfies Screen['intercepted']

const BUYERS: readonly (Pick<ListedDocument, 'customer'> & Partial<ListedDocument>)[] = [
  { customer: 'Zoé Durand', company: 'Atelier Exemple', country: 'FR', vatId: 'FR40303265045' },
  { customer: 'Ada Sample', country: 'US' },
  { customer: 'Jörg Müller', company: 'Musterbau Maschinen und Anlagen GmbH & Co. KG', country: 'DE' },
  { customer: 'Γιώργος Παπαδόπουλος', company: 'Παράδειγμα Α.Ε.', country: 'GR' },
  { customer: '王小明', company: '样品机械有限公司', country: 'CN' },
  { customer: 'محمد العلي', country: 'AE' },
  { customer: `Institute for ${'the Long Names of Laboratories and '.repeat(5)}Workshops`, country: 'GB' },
]

/** A month of a busy shop, with credit notes, an invoice on account, a reverse charge and a sample. */
function manyInvoices(route: Route): Promise<void> {
  const documents = Array.from({ length: 25 }, (_, index): ListedDocument => {
    const isCredit = index % 6 === 2
    const sign = isCredit ? -1 : 1
    const isReverse = index % 7 === 0
    const net = sign * (Math.round((index + 1) * 12_347.1) / 100)
    const tax = isReverse ? 0 : Math.round(net * 20) / 100
    const at = Date.now() - index * DAY_MS
    const isDue = index % 9 === 4 && !isCredit
    return {
      number: `${isCredit ? 'CN' : 'INV'}-${String(240 - index).padStart(6, '0')}`,
      kind: isCredit ? 'credit_note' : 'invoice',
      date: isoDay(at),
      currency: 'USD',
      order: `K7QM-${2000 + index}`,
      orderId: `sample-${index}`,
      gross: Math.round((net + tax) * 100) / 100,
      ...(index !== 11 && { net, tax, taxPercent: isReverse ? 0 : 20 }),
      ...(isDue
        ? { due: isoDay(at + 30 * DAY_MS) }
        : { paidAt: new Date(at).toISOString(), transactionId: 'pi_3Q8sTzKq7YxVbN0o1Lm2Rf4d' }),
      ...(BUYERS[index % BUYERS.length] as (typeof BUYERS)[number]),
    }
  })
  return route.fulfill({
    json: documents,
    headers: { 'X-Total-Count': '240', Link: '</api/invoice?limit=50&after=next>; rel="next"' },
  })
}
