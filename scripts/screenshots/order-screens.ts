import type { Page, Route } from 'playwright-core'
import { orderAgainPath, orderPagePath } from '#features/orders/paths.ts'
import { fail, never, orderWithoutPhone, press, type Scene, type Screen } from './screen.ts'

/** The pages of an order and the checkout, as the customer of the scene sees them. */
export const orderScreens = ({ soldOut, unpaid, paid, several }: Scene): readonly Screen[] => [
  { name: 'order-page', path: orderPagePath(unpaid._id) },
  { name: 'order-page-several', path: orderPagePath(several._id) },
  { name: 'order-page-change', path: orderPagePath(several._id), act: press('Change') },
  { name: 'order-page-paid', path: orderPagePath(paid._id) },
  { name: 'order-page-lapsing', path: orderPagePath(several._id), intercepted: lapsingOrder },
  { name: 'order-page-failing', path: orderPagePath(unpaid._id), intercepted: ['**/api/myorder/*', fail] },
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
  { name: 'checkout-errors', path: '/checkout', ready: 'main form table', act: orderWithoutPhone },
  {
    name: 'checkout-changed',
    path: '/checkout',
    intercepted: ['**/api/quote', cheaperAtFirst],
    act: async (page) => {
      await withCart(several.lines)(page)
      await placeChangedOrder(page)
    },
  },
  { name: 'checkout-loading', path: '/checkout', ready: 'main form', intercepted: ['**/api/quote', never] },
  {
    name: 'checkout-failing',
    path: '/checkout',
    ready: '[role=alert] button',
    intercepted: ['**/api/quote', fail],
  },
  {
    name: 'checkout-wrong-line',
    path: '/checkout',
    act: withCart([...several.lines, { productId: soldOut._id, quantity: 100 }]),
  },
]

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
  if (isRefused) return route.fulfill({ response })
  const lines = quote.lines.map((line: { lineTotal: number }) => ({ ...line, lineTotal: line.lineTotal / 2 }))
  await route.fulfill({ response, json: { ...quote, lines, totalPrice: quote.totalPrice / 2 } })
}

async function placeChangedOrder(page: Page): Promise<void> {
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

/** Puts these lines into the cart, as a visitor's that joins the account's. */
const withCart = (lines: readonly { productId: string; quantity: number }[]) => async (page: Page) => {
  await page.evaluate(
    (cart) => localStorage.setItem('cart', cart),
    JSON.stringify({ version: 1, lines: lines.map(({ productId, quantity }) => ({ productId, quantity })) }),
  )
  await page.reload()
  await page.locator('main form table').waitFor()
}
