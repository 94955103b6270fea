import type { Page, Route } from 'playwright-core'
import { ADDRESSES_PATH } from '#features/delivery/paths.ts'
import { orderAgainPath, orderPagePath } from '#features/orders/paths.ts'
import { press, type Scene, type Screen } from './screen.ts'

/** The pages of an order and the checkout, as the customer of the scene sees them. */
export const orderScreens = ({ soldOut, unpaid, paid, cancelled, several }: Scene): readonly Screen[] => [
  { name: 'order-page', path: orderPagePath(unpaid._id) },
  { name: 'order-page-several', path: orderPagePath(several._id) },
  { name: 'order-page-change', path: orderPagePath(several._id), act: press('Change') },
  { name: 'order-page-lines', path: orderPagePath(several._id), act: editLines },
  { name: 'order-page-lines-wrong', path: orderPagePath(several._id), act: editLinesWrongly },
  { name: 'order-page-paid', path: orderPagePath(paid._id) },
  { name: 'order-page-cancelled', path: orderPagePath(cancelled._id) },
  { name: 'order-page-lapsing', path: orderPagePath(several._id), intercepted: lapsingOrder },
  { name: 'order-page-failing', path: orderPagePath(unpaid._id), failing: '**/api/myorder/*' },
  { name: 'order-page-unknown', path: orderPagePath('unknown') },
  { name: 'order-again', path: orderAgainPath(several._id), ready: 'main table' },
  {
    name: 'order-again-changed',
    path: orderAgainPath(several._id),
    ready: 'main table',
    intercepted: changedSince,
  },
  { name: 'checkout-empty', path: '/checkout', ready: 'main h2' },
  { name: 'checkout', path: '/checkout', act: withCart(several.lines) },
  { name: 'checkout-errors', path: '/checkout', ready: 'main form table', act: placeWithoutAddress },
  {
    name: 'checkout-changed',
    path: '/checkout',
    intercepted: ['**/api/quote', cheaperAtFirst],
    act: async (page) => {
      await withCart(several.lines)(page)
      await placeChangedOrder(page)
    },
  },
  { name: 'checkout-loading', path: '/checkout', ready: 'main form', loading: '**/api/quote' },
  { name: 'checkout-failing', path: '/checkout', failing: '**/api/quote' },
  {
    name: 'checkout-wrong-line',
    path: '/checkout',
    act: withCart([...several.lines, { productId: soldOut._id, quantity: 100 }]),
  },
]

/** The checkout and the address book of a customer with saved addresses. */
export const addressScreens = ({ several }: Scene): readonly Screen[] => [
  { name: 'addresses', path: ADDRESSES_PATH },
  { name: 'addresses-edit', path: ADDRESSES_PATH, act: press('Edit') },
  { name: 'addresses-failing', path: ADDRESSES_PATH, failing: '**/api/address' },
  { name: 'checkout-saved', path: '/checkout', act: withCart(several.lines) },
  { name: 'checkout-abroad', path: '/checkout', ready: 'main form table', act: deliverToLyon },
  {
    name: 'checkout-not-served',
    path: '/checkout',
    intercepted: [
      '**/api/quote',
      async (route) => {
        const response = await route.fetch()
        const none = { deliveries: [], noDelivery: 'The shop does not deliver to this country.' }
        await route.fulfill({ response, json: { ...(await response.json()), ...none } })
      },
    ],
  },
]

async function deliverToLyon(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Another address' }).first().check()
  await page.getByLabel('Country').selectOption('FR')
  await page.getByLabel('Postal code').fill('690')
  await page.getByLabel('VAT ID').fill('FR123')
  await page.getByLabel('PO number').focus()
  await page.getByText('This is not a VAT ID').waitFor()
}

/** The pages of orders as an admin sees them. */
export const managedOrderScreens = ({ unpaid, paid, shipped, several }: Scene): readonly Screen[] => [
  { name: 'managed-order-unpaid', path: orderPagePath(unpaid._id) },
  { name: 'managed-order-unpaid-several', path: orderPagePath(several._id) },
  { name: 'managed-order-to-ship', path: orderPagePath(paid._id) },
  { name: 'managed-order-all-shipped', path: orderPagePath(shipped._id) },
  {
    name: 'managed-order-loading',
    path: orderPagePath(paid._id),
    ready: 'main',
    loading: '**/api/myorder/*',
  },
  { name: 'managed-order-failing', path: orderPagePath(paid._id), failing: '**/api/myorder/*' },
  {
    name: 'managed-order-wrong-quantity',
    path: orderPagePath(paid._id),
    act: (page) => page.getByLabel(/^Pieces to ship of/).fill('9000'),
  },
  // Each width ships another part of it.
  { name: 'managed-order-shipped', path: orderPagePath(paid._id), act: shipPart },
  // Its shipment is older than ten seconds.
  {
    name: 'managed-order-take-back',
    path: orderPagePath(shipped._id),
    ready: 'h2:has-text("Shipments")',
    act: press('Take back'),
  },
  { name: 'managed-order-refund', path: orderPagePath(paid._id), act: openRefund },
  {
    name: 'managed-order-refund-confirm',
    path: orderPagePath(paid._id),
    act: async (page) => {
      await openRefund(page)
      await press(/^Refund \$/)(page)
    },
  },
  {
    name: 'managed-order-refund-lines',
    path: orderPagePath(paid._id),
    act: async (page) => {
      await openRefund(page)
      await page.getByRole('radio', { name: 'By line' }).check()
      await page.getByLabel(/^Pieces to refund of/).fill('40')
      await page.getByLabel('Message to the customer').fill('Sorry for the two boxes.')
    },
  },
  { name: 'managed-order-refunds', path: orderPagePath(paid._id), intercepted: refundedOrder },
]

async function openRefund(page: Page): Promise<void> {
  await press('Refund')(page)
  await page.getByLabel('Reason').fill('Two boxes arrived broken')
}

/** The order with refunds in each state, one of which was made at the payment provider. */
const refundedOrder = [
  '**/api/myorder/*',
  async (route: Route) => {
    const response = await route.fetch()
    const made = { at: new Date().toISOString(), by: 'admin@example.com', amount: 1 }
    const refunds = [
      {
        ...made,
        _id: '1',
        reason: 'Two boxes arrived broken',
        message: 'Sorry for the two boxes.',
        lines: [{ position: 0, quantity: 10, amount: 1 }],
        state: 'succeeded',
      },
      { ...made, _id: '2', reason: 'A discount', state: 'pending' },
      { ...made, _id: '3', reason: 'A late delivery', state: 'asked' },
      {
        ...made,
        _id: '4',
        reason: 'Ordered by mistake',
        state: 'failed',
        failure: 'expired_or_canceled_card',
      },
    ]
    const refunded = { refunds, refundedAmount: 2.5, refundableAmount: 1, restockedAt: made.at }
    await route.fulfill({ response, json: { ...(await response.json()), ...refunded } })
  },
] as const satisfies Screen['intercepted']

async function shipPart(page: Page): Promise<void> {
  await page.getByLabel(/^Pieces to ship of/).fill('50')
  await page.getByLabel('Carrier').fill('DHL')
  await page.getByLabel('Tracking number', { exact: true }).fill('JD014600003SE')
  await press(/^Ship 50/)(page)
  await page.getByRole('button', { name: /^Undo/ }).waitFor()
}

/** The order as it is shown twenty minutes before its hold ends. */
const lapsingOrder = [
  '**/api/myorder/*',
  async (route: Route) => {
    const response = await route.fetch()
    const holdUntil = new Date(Date.now() + 20 * 60_000).toISOString()
    await route.fulfill({ response, json: { ...(await response.json()), holdUntil } })
  },
] as const satisfies Screen['intercepted']

/** What the order of several lines would cost now: the first more, the second short, the third no longer sold. */
const changedSince = [
  '**/api/myorder/*/again',
  async (route: Route) => {
    const response = await route.fetch()
    const quote = await response.json()
    const [first, second, { given, quantity, then }] = quote.lines
    const lines = [
      { ...first, unitPrice: first.unitPrice * 2, lineTotal: first.lineTotal * 2 },
      { ...second, available: 600, problem: 'out_of_stock' },
      {
        given,
        quantity,
        then,
        problem: 'unknown',
        fixes: [{ sku: 'HX-933-M8-50', name: 'Sample', image: '' }],
      },
    ]
    const totalPrice = first.lineTotal * 2 + second.lineTotal
    await route.fulfill({ response, json: { lines, totalPrice, orderable: false } })
  },
] as const satisfies Screen['intercepted']

/** Says half of the price until the order was refused. */
async function cheaperAtFirst(route: Route): Promise<void> {
  const response = await route.fetch()
  const quote = await response.json()
  const isRefused = await route
    .request()
    .frame()
    .evaluate(() => performance.getEntriesByName('refused').length > 0)
    // The page was left meanwhile, for that of another width: there nothing was refused yet.
    .catch(() => false)
  if (isRefused) return route.fulfill({ response })
  const lines = quote.lines.map((line: { lineTotal: number }) => ({ ...line, lineTotal: line.lineTotal / 2 }))
  await route.fulfill({
    response,
    json: { ...quote, lines, totalPrice: quote.totalPrice / 2, payable: quote.payable / 2 },
  })
}

async function placeChangedOrder(page: Page): Promise<void> {
  await page.getByLabel('Street').fill('2 Congress Avenue')
  await page.getByLabel('City').fill('Austin')
  await page.getByLabel('State').selectOption('TX')
  await page.getByLabel('ZIP code').fill('78701')
  const refused = page.waitForResponse('**/api/order')
  await page.route('**/api/order', async (route) => {
    const response = await route.fetch()
    await page.evaluate(() => performance.mark('refused'))
    await route.fulfill({ response })
  })
  await press(/^Place order/)(page)
  await refused
  await page.getByText('have changed').waitFor()
  await page.unroute('**/api/order')
}

/** One line with more pieces, one removed, one added. */
async function editLines(page: Page): Promise<void> {
  await press('Edit lines')(page)
  const fields = page.getByRole('main').getByRole('spinbutton')
  await fields.first().fill('2500')
  await press(/^Remove /)(page)
  await fields.first().fill('2500')
  await page.getByLabel('Add a part').fill('HX-4017-M12-50 400')
  await press('Add')(page)
  await page.getByRole('main').getByText('was added.').waitFor()
  await page.getByRole('button', { name: 'Save changes', disabled: false }).waitFor()
}

/** Too few pieces of one part, too many of another, and words that several parts have. */
async function editLinesWrongly(page: Page): Promise<void> {
  await press('Edit lines')(page)
  const fields = page.getByRole('main').getByRole('spinbutton')
  await fields.nth(0).fill('7')
  await fields.nth(1).fill('99999999')
  await page.getByLabel('Add a part').fill('hexagon screw M8 500')
  await press('Add')(page)
  await page.getByRole('main').getByText('Which part is it?').waitFor()
}

async function placeWithoutAddress(page: Page): Promise<void> {
  await page.getByLabel('Country').waitFor()
  await press(/^Place order/)(page)
}

/** Puts these lines into the cart, as a visitor's that joins the account's. */
const withCart = (lines: readonly { productId: string; quantity: number }[]) => async (page: Page) => {
  await page.evaluate(
    (cart) => localStorage.setItem('cart', cart),
    JSON.stringify({ version: 1, lines: lines.map(({ productId, quantity }) => ({ productId, quantity })) }),
  )
  await page.reload()
  await page.locator('main form table').waitFor()
}
