import type { Page } from 'playwright-core'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { LIST, MAIL_OF_TWENTY } from '../../tests/journeys/pasted-list.ts'
import { plainPicture } from '../../tests/support/pictures.ts'

export type Act = (page: Page) => Promise<unknown>

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
  (...acts: readonly Act[]): Act =>
  async (page) => {
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

const seeLines = (page: Page) => page.locator('main form table').waitFor()

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
  seeLines,
)

const crop = async (page: Page): Promise<void> => {
  const picture = await plainPicture(1200, 1200, '#2a6f97').png().toBuffer()
  await upload('Choose a picture', 'part.png', 'image/png', picture)(page)
  await page.getByRole('dialog').getByTestId('cropper').waitFor()
}

const pick = (count: number) => (page: Page) =>
  page.locator('[data-choose]').evaluateAll((boxes, many) => {
    for (const box of boxes.slice(0, many)) (box as HTMLElement).click()
  }, count)

/**
 * States of pages that need more than an address, by a name that begins with that of the page: the file that `app/routes.ts`
 * names, which says who sees it. Before it is `admin-` for a page that admins see otherwise than their customers do. Each is the
 * query of the page, or another address of it, if it has one; and what is done there, one after the other.
 */
export const STATES: Readonly<Record<string, readonly (string | Act)[]>> = {
  'home-found': ['?q=M8&sort=price'],
  'home-nothing-found': ['?q=nothing-has-this-name'],
  'home-menu': [click('.site-menu-button')],
  'blog-search': [fill('Search the shop', 'm8 screw'), key('ArrowDown')],
  'blog-shortcuts': [(page) => page.getByRole('button', { name: 'Keyboard shortcuts' }).click()],
  'parts-found': ['?q=m8'],
  'parts-nothing-found': ['?q=nothing-has-this-name+washer'],
  'category-main': ['/parts/fasteners?thread=M8'],
  'category-filters': ['/parts/hexagon-screws?thread=M8', click('.filter-button')],
  'category-chosen': [
    '/parts/hexagon-screws',
    (page) => main(page).locator('tbody').getByRole('checkbox').first().check(),
  ],
  'compare-differences': ['/compare?sku=SC-912-M6-20&sku=SC-912-M10-60&sku=BB-608-2RS&differences=1'],
  'compare-none': ['/compare'],
  'part-3d': [
    '/part/hx-933-m8-40',
    press('3-D view'),
    (page) =>
      main(page).getByRole('button', { name: 'Dimensions', disabled: false }).click({ timeout: 60_000 }),
  ],
  'part-in-cart': ['/part/hx-933-m8-40', press('Add to cart')],
  'login-errors': [press('Login')],
  'reset-password-dead-link': ['/reset-password'],
  'cart-pasted': [paste(LIST)],
  'cart-mail': [paste(MAIL_OF_TWENTY)],
  'cart-filled': [fillCart],
  'cart-estimate': [
    fillCart,
    press('Estimate delivery and tax'),
    choose('Deliver to', 'FR'),
    see('The checkout has the exact total.'),
  ],
  'pay-dead-link': ['/pay/0000'],
  'order-too-few': [fill('Quantity', '99')],
  'order-errors': [fill('Phone', ''), press(/^Place order/)],
  'checkout-filled': [withCart],
  'checkout-errors': [withCart, fill('VAT ID', 'FR123')],
  'my-orders-cancel': [press('Cancel')],
  'order-details-change': [press('Change')],
  'order-details-lines': [
    press('Edit lines'),
    fill('Add a part', 'hexagon screw M8 500'),
    press('Add'),
    see('Which part is it?'),
  ],
  'order-details-link': [press(/^(Create payment|Renew) link$/)],
  'order-details-unknown': ['/dashboard/order/unknown'],
  'addresses-new': [press('Add an address')],
  'add-review-errors': [press('Post review')],
  'admin-profile-sidebar': [click('[aria-controls=dashboard-places]')],
  'manage-orders-details': [press(/^Details of order/)],
  'manage-orders-chosen': [pick(3)],
  'manage-orders-tracking': [
    pick(2),
    press('Tracking'),
    fill('Tracking numbers', '00340434161094027318\n1Z9'),
  ],
  'manage-orders-columns': [key('c')],
  'manage-orders-cancelled': ['?status=cancelled'],
  'manage-orders-no-match': ['?q=nothing-has-this-name'],
  'manage-orders-save-view': ['?status=pending&days=7', press('Save this view')],
  'admin-order-details-managed': ['/dashboard/order/{paid}', fill(/^Pieces to ship of/, '9000')],
  'admin-order-details-refund': [
    '/dashboard/order/{paid}',
    press('Refund'),
    fill('Reason', 'Two boxes arrived broken'),
    press(/^Refund \$/),
  ],
  'customer-note': [fill('New note', 'Call before noon.')],
  'customer-unknown': ['/dashboard/customer/unknown'],
  'enter-order-filled': [fill('Part numbers and quantities', LIST), seeLines],
  'invoices-month': ['?range=this-month'],
  'invoices-details': [press(/^Details of/)],
  'overview-table': ['?days=7', press('Show as table')],
  'audit-no-match': ['?by=nobody@example.com'],
  'all-users-palette': [
    key('Control+k'),
    (page) => page.getByRole('dialog').getByRole('combobox').fill('m8'),
    see(/shown/),
  ],
  'add-product-errors': [press('Add Product')],
  'add-product-more': [(page) => page.getByText('More about this part').click()],
  'edit-product-errors': [fill('Minimum', '1,000'), press(/^Save/)],
  'edit-product-crop': [crop],
  'edit-product-stock': [press('Change the stock')],
  'edit-product-plan': [
    fill(/^Price per piece in .*, price break 1$/, '9.5'),
    fill('From the day', isoDay(Date.now() + 40 * DAY_MS)),
  ],
  'edit-product-planned': [
    fill(/^Price per piece in .*, price break 1$/, '9.5'),
    fill('From the day', isoDay(Date.now() + 50 * DAY_MS)),
    press('Plan the typed prices'),
    see('Delete the plan'),
  ],
  'manage-products-sheet': ['?view=sheet'],
  'manage-products-prices': [
    '?view=sheet&q=M8',
    fill('Change prices by', '+4%'),
    press(/^Change \d+ products$/),
  ],
  'manage-products-plan': [
    '?view=sheet&q=M8',
    fill('Change prices by', '+4%'),
    press(/^Change \d+ products$/),
    press('Plan for a day'),
  ],
  'manage-products-planned': ['?view=planned'],
  'manage-products-archived': ['?view=archived'],
  'manage-products-chosen': [pick(3)],
  'manage-products-details': [press(/^Details of/)],
  'manage-products-no-match': ['?q=nothing-has-this-name'],
  'manage-products-sold-out': ['?view=out'],
  'stock-count-sheet': ['?part={product}', fill(/^Counted of/, '1k')],
  'stock-count-missing': ['?part={product}', fill(/^Counted of/, '0')],
  'categories-edit': ['?edit=nuts', click('form details summary')],
  'categories-errors': ['?edit=-', press('Add category')],
  'categories-models': ['?models=hinges-and-brackets'],
  'manage-reviews-hidden': ['?hidden=true'],
  'texts-terms': ['?page=terms'],
  'settings-errors': [fill('IBAN', 'DE89 3704 0044 0532 0130 01'), press(/^Save/)],
  'settings-tax': ['?part=tax', press('Add rate')],
  'settings-datev': ['?part=datev', press('Add account'), press(/^Save/)],
  'settings-mails': ['?part=mails', fill('Low stock', 'desk'), press(/^Save/)],
  'settings-delivery': ['?part=delivery', (page) => page.getByText('Express').first().click()],
  'imports-columns': [
    upload('Choose a file', 'prices.csv', 'text/csv', Buffer.from('Artikelnummer;Preis;Foo\nA;1.234;red')),
  ],
  'imports-new-categories': [
    upload(
      'Choose a file',
      'nuts.csv',
      'text/csv',
      Buffer.from(
        'Part No.;Article name;Unit price;Stock;Product group;Thread;Width (mm)\nHN-1;Nut A;0.25;900;Wing nuts;M4;7\nHN-2;Nut B;0.31;800;Cage nuts;M5;8\n',
      ),
    ),
    see('The shop does not have these 2 categories yet'),
  ],
  'imports-refused': [upload('Choose a file', 'prices.csv', 'text/csv', Buffer.from('PK\u0003\u0004'))],
}
