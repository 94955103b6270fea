import type { Page } from 'playwright-core'
import { LIST, MAIL_OF_TWENTY } from '../../tests/journeys/pasted-list.ts'
import { plainPicture } from '../../tests/support/pictures.ts'

/** A state of a page that needs more than its address. Its name begins with that of the page, by which pages are chosen. */
export interface State {
  readonly name: string
  /** With things in braces, as `tests/support/pages.ts` has them. */
  readonly path: string
  readonly act?: (page: Page) => Promise<unknown>
}

const main = (page: Page) => page.getByRole('main')

const press = (name: string | RegExp) => (page: Page) =>
  main(page).getByRole('button', { name }).first().click()

const fill = (label: string | RegExp, text: string) => (page: Page) =>
  page.getByLabel(label).first().fill(text)

const choose = (label: string, option: string) => (page: Page) => page.getByLabel(label).selectOption(option)

const see = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()

const key = (name: string) => (page: Page) => page.keyboard.press(name)

/** Also clicks a button that is hidden at the width. */
const click = (selector: string) => (page: Page) =>
  page
    .locator(selector)
    .first()
    .evaluate((element: HTMLElement) => element.click())

/** One after the other. */
const steps =
  (...acts: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const act of acts) await act(page)
  }

const upload = (label: string, name: string, mimeType: string, content: Buffer) => (page: Page) =>
  page.getByLabel(label).setInputFiles({ name, mimeType, buffer: content })

const paste = (text: string) =>
  steps(
    (page) =>
      page.evaluate(() => {
        localStorage.removeItem('cart')
        sessionStorage.clear()
      }),
    (page) => page.reload(),
    fill('Part numbers and quantities', text),
    see('need a look'),
  )

const fillCart = steps(paste(LIST), press(/^Add \d+ lines/), press('Close the list'))

/** Puts a part into the cart, as a visitor's that joins the account's. */
const withCart = steps(
  (page) =>
    page.evaluate(async () => {
      const parts = await (await fetch('/api/product?limit=3')).json()
      const lines = parts.map(({ _id }: { _id: string }) => ({ productId: _id, quantity: 1000 }))
      localStorage.setItem('cart', JSON.stringify({ version: 1, lines }))
    }),
  (page) => page.reload(),
  (page) => page.locator('main form table').waitFor(),
)

const crop = async (page: Page): Promise<void> => {
  const picture = await plainPicture(1200, 1200, '#2a6f97').png().toBuffer()
  await upload('Choose a picture', 'part.png', 'image/png', picture)(page)
  await page.getByRole('dialog').getByTestId('cropper').waitFor()
}

export const visitorStates: readonly State[] = [
  { name: 'home-found', path: '/?q=M8&sort=price' },
  { name: 'home-nothing-found', path: '/?q=nothing-has-this-name' },
  { name: 'home-menu', path: '/', act: click('.site-menu-button') },
  { name: 'blog-search', path: '/blog', act: steps(fill('Search the shop', 'm8 screw'), key('ArrowDown')) },
  {
    name: 'blog-shortcuts',
    path: '/blog',
    act: (page) => page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
  },
  { name: 'parts-found', path: '/parts?q=m8' },
  { name: 'parts-nothing-found', path: '/parts?q=nothing-has-this-name+washer' },
  { name: 'category-main', path: '/parts/fasteners?thread=M8' },
  { name: 'category-filters', path: '/parts/hexagon-screws?thread=M8', act: click('.filter-button') },
  {
    name: 'category-chosen',
    path: '/parts/hexagon-screws',
    act: (page) => main(page).locator('tbody').getByRole('checkbox').first().check(),
  },
  {
    name: 'compare-differences',
    path: '/compare?sku=SC-912-M6-20&sku=SC-912-M10-60&sku=BB-608-2RS&differences=1',
  },
  { name: 'compare-none', path: '/compare' },
  {
    name: 'part-3d',
    path: '/part/hx-933-m8-40',
    act: steps(press('3-D view'), (page) =>
      main(page).getByRole('button', { name: 'Dimensions', disabled: false }).click({ timeout: 60_000 }),
    ),
  },
  { name: 'part-in-cart', path: '/part/hx-933-m8-40', act: press('Add to cart') },
  { name: 'login-errors', path: '/login', act: press('Login') },
  { name: 'reset-password-dead-link', path: '/reset-password' },
  { name: 'cart-pasted', path: '/cart', act: paste(LIST) },
  { name: 'cart-mail', path: '/cart', act: paste(MAIL_OF_TWENTY) },
  { name: 'cart-filled', path: '/cart', act: fillCart },
  {
    name: 'cart-estimate',
    path: '/cart',
    act: steps(
      fillCart,
      press('Estimate delivery and tax'),
      choose('Deliver to', 'FR'),
      see('The checkout has the exact sum.'),
    ),
  },
  { name: 'pay-dead-link', path: '/pay/0000' },
  { name: 'sandbox-mail', path: '/sandbox/mail' },
]

export const customerStates: readonly State[] = [
  { name: 'order-too-few', path: '/order/{product}', act: fill('Quantity', '99') },
  { name: 'order-errors', path: '/order/{product}', act: steps(fill('Phone', ''), press(/^Place order/)) },
  { name: 'checkout-filled', path: '/checkout', act: withCart },
  { name: 'checkout-errors', path: '/checkout', act: steps(withCart, fill('VAT ID', 'FR123')) },
  { name: 'my-orders-cancel', path: '/dashboard/myorders', act: press('Cancel') },
  { name: 'order-details-change', path: '/dashboard/order/{order}', act: press('Change') },
  {
    name: 'order-details-lines',
    path: '/dashboard/order/{order}',
    act: steps(
      press('Edit lines'),
      fill('Add a part', 'hexagon screw M8 500'),
      press('Add'),
      see('Which part is it?'),
    ),
  },
  {
    name: 'order-details-link',
    path: '/dashboard/order/{order}',
    act: press(/^(Create payment|Renew) link$/),
  },
  { name: 'order-details-unknown', path: '/dashboard/order/unknown' },
  { name: 'addresses-new', path: '/dashboard/addresses', act: press('Add an address') },
  { name: 'add-review-errors', path: '/dashboard/review', act: press('Post review') },
]

const SHEET = '/dashboard/manageproducts?view=sheet'
const SETTINGS = '/dashboard/settings'
const pick = (count: number) => (page: Page) =>
  page.locator('[data-choose]').evaluateAll((boxes, many) => {
    for (const box of boxes.slice(0, many)) (box as HTMLElement).click()
  }, count)

export const adminStates: readonly State[] = [
  { name: 'profile-sidebar', path: '/dashboard', act: click('[aria-controls=dashboard-places]') },
  { name: 'manage-orders-details', path: '/dashboard/manageorders', act: press(/^Details of order/) },
  { name: 'manage-orders-chosen', path: '/dashboard/manageorders', act: pick(3) },
  {
    name: 'manage-orders-tracking',
    path: '/dashboard/manageorders',
    act: steps(pick(2), press('Tracking'), fill('Tracking numbers', '00340434161094027318\n1Z9')),
  },
  { name: 'manage-orders-columns', path: '/dashboard/manageorders', act: key('c') },
  { name: 'manage-orders-cancelled', path: '/dashboard/manageorders?status=cancelled' },
  { name: 'manage-orders-no-match', path: '/dashboard/manageorders?q=nothing-has-this-name' },
  {
    name: 'manage-orders-save-view',
    path: '/dashboard/manageorders?status=pending&days=7',
    act: press('Save this view'),
  },
  { name: 'order-details-managed', path: '/dashboard/order/{paid}', act: fill(/^Pieces to ship of/, '9000') },
  {
    name: 'order-details-refund',
    path: '/dashboard/order/{paid}',
    act: steps(press('Refund'), fill('Reason', 'Two boxes arrived broken'), press(/^Refund \$/)),
  },
  { name: 'customer-note', path: '/dashboard/customer/{user}', act: fill('New note', 'Call before noon.') },
  { name: 'customer-unknown', path: '/dashboard/customer/unknown' },
  {
    name: 'enter-order-filled',
    path: '/dashboard/customer/{user}/order',
    act: steps(fill('Part numbers and quantities', LIST), (page) =>
      page.locator('main form table').waitFor(),
    ),
  },
  { name: 'invoices-details', path: '/dashboard/invoices', act: press(/^Details of/) },
  { name: 'overview-table', path: '/dashboard/overview?days=7', act: press('Show as table') },
  { name: 'audit-no-match', path: '/dashboard/audit?by=nobody@example.com' },
  {
    name: 'all-users-palette',
    path: '/dashboard/alluser',
    act: steps(
      key('Control+k'),
      (page) => page.getByRole('dialog').getByRole('combobox').fill('m8'),
      see(/shown/),
    ),
  },
  { name: 'add-product-errors', path: '/dashboard/addproduct', act: press('Add Product') },
  {
    name: 'add-product-more',
    path: '/dashboard/addproduct',
    act: (page) => page.getByText('More about this part').click(),
  },
  {
    name: 'edit-product-errors',
    path: '/dashboard/product/{product}',
    act: steps(fill('Minimum', '1,000'), press(/^Save/)),
  },
  { name: 'edit-product-crop', path: '/dashboard/product/{product}', act: crop },
  { name: 'edit-product-stock', path: '/dashboard/product/{product}', act: press('Change the stock') },
  { name: 'manage-products-sheet', path: SHEET },
  {
    name: 'manage-products-prices',
    path: `${SHEET}&q=M8`,
    act: steps(fill('Change prices by', '+4%'), press(/^Change \d+ products$/)),
  },
  { name: 'manage-products-archived', path: '/dashboard/manageproducts?view=archived' },
  { name: 'categories-edit', path: '/dashboard/categories?edit=nuts', act: click('form details summary') },
  { name: 'categories-errors', path: '/dashboard/categories?edit=-', act: press('Add category') },
  { name: 'categories-models', path: '/dashboard/categories?models=hinges-and-brackets' },
  { name: 'manage-reviews-hidden', path: '/dashboard/reviews?hidden=true' },
  { name: 'texts-terms', path: '/dashboard/texts?page=terms' },
  {
    name: 'settings-errors',
    path: SETTINGS,
    act: steps(fill('IBAN', 'DE89 3704 0044 0532 0130 01'), press(/^Save/)),
  },
  { name: 'settings-tax', path: `${SETTINGS}?part=tax`, act: press('Add rate') },
  {
    name: 'settings-mails',
    path: `${SETTINGS}?part=mails`,
    act: steps(fill('Low stock', 'desk'), press(/^Save/)),
  },
  {
    name: 'settings-delivery',
    path: `${SETTINGS}?part=delivery`,
    act: (page) => page.getByText('Express').first().click(),
  },
  {
    name: 'imports-refused',
    path: '/dashboard/import',
    act: upload('Choose a file', 'prices.csv', 'text/csv', Buffer.from('sku,colour\nA,red')),
  },
]
