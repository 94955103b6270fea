import type { Page } from 'playwright-core'
import { partPath } from '#features/catalog/paths.ts'
import { ADDRESSES_PATH } from '#features/delivery/paths.ts'
import { orderWithoutPhone, press, type Scene, type Screen } from './screen.ts'

const COMPARE = '/compare?sku=SC-912-M6-20&sku=SC-912-M10-60'

export const visitorScreens: readonly Screen[] = [
  { name: 'home', path: '/', ready: 'button[aria-label="Next slide"]' },
  { name: 'home-found', path: '/?q=M8&sort=price' },
  { name: 'home-sold-out', path: '/?q=sample' },
  { name: 'home-nothing-found', path: '/?q=nothing-has-this-name' },
  { name: 'search-suggestions', path: '/blog', act: typeSearch },
  { name: 'search-results', path: '/parts?q=m8' },
  { name: 'search-results-second-page', path: '/parts?q=steel&page=2' },
  { name: 'search-no-results', path: '/parts?q=nothing-has-this-name+washer' },
  { name: 'shortcuts', path: '/blog', act: openShortcuts },
  { name: 'catalogue', path: '/parts' },
  { name: 'main-category', path: '/parts/fasteners?thread=M8' },
  { name: 'category', path: '/parts/hexagon-screws', act: compareAndOrder },
  { name: 'category-sorted', path: '/parts/nuts?thread=M6&sort=-price' },
  { name: 'category-nothing-found', path: '/parts/hexagon-screws?thread=M16&length=..30&color=red' },
  {
    name: 'category-filters',
    path: '/parts/hexagon-screws?thread=M8',
    act: (page) => page.locator('.filter-button').evaluate(click),
  },
  { name: 'menu', path: '/', act: (page) => page.locator('.site-menu-button').evaluate(click) },
  { name: 'compare', path: `${COMPARE}&sku=OR-3601-117-NBR&sku=BB-608-2RS` },
  { name: 'compare-off-step', path: `${COMPARE}&quantity=550` },
  { name: 'compare-differences', path: `${COMPARE}&differences=1` },
  { name: 'compare-one', path: '/compare?sku=SC-912-M6-20&sku=unknown' },
  { name: 'compare-none', path: '/compare' },
  { name: 'part-3d', path: '/part/hx-933-m8-40', act: showModel },
  { name: 'part-in-cart', path: '/part/hx-933-m8-40', act: press('Add to cart') },
  { name: 'blog', path: '/blog', act: (page) => page.locator('summary').first().click() },
  { name: 'portfolio', path: '/portfolio' },
  { name: 'login', path: '/login' },
  { name: 'login-refused', path: '/login', act: signInWithWrongPassword },
  { name: 'login-errors', path: '/login', act: press('Login') },
  { name: 'register', path: '/register' },
  { name: 'forgot-password', path: '/forgotpass' },
  { name: 'new-password', path: '/reset-password?token=sample' },
  { name: 'new-password-dead-link', path: '/reset-password' },
  { name: 'confirm-address-dead-link', path: '/verify-email?token=sample' },
  { name: 'terms', path: '/terms' },
  { name: 'imprint', path: '/imprint' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'sandbox-mail', path: '/sandbox/mail' },
  { name: 'api-docs', path: '/api/docs' },
]

export const customerScreens = ({
  product,
  inSteps,
  soldOut,
  nearlySoldOut,
  unpaid,
  paid,
  several,
}: Scene): readonly Screen[] => [
  { name: 'part', path: partPath(product.sku) },
  { name: 'part-off-step', path: partPath(inSteps.sku), act: typeQuantity('120') },
  { name: 'part-sold-out', path: partPath(soldOut.sku) },
  { name: 'part-nearly-sold-out', path: partPath(nearlySoldOut.sku) },
  { name: 'part-unknown', path: partPath('unknown') },
  { name: 'order-asked-quantity', path: `/order/${product._id}?quantity=500`, ready: 'form' },
  { name: 'order', path: `/order/${product._id}`, ready: 'form' },
  { name: 'order-errors', path: `/order/${product._id}`, ready: 'form', act: orderWithoutPhone },
  { name: 'order-loading', path: `/order/${product._id}`, ready: 'form', loading: '**/api/user/*' },
  { name: 'order-too-few', path: `/order/${product._id}`, ready: 'form', act: typeQuantity('99') },
  { name: 'order-as-read', path: `/order/${product._id}`, ready: 'form', act: typeQuantity('1.000') },
  { name: 'order-off-step', path: `/order/${inSteps._id}`, ready: 'form', act: typeQuantity('120') },
  { name: 'order-sold-out', path: `/order/${soldOut._id}`, ready: 'form' },
  { name: 'order-nearly-sold-out', path: `/order/${nearlySoldOut._id}`, ready: 'form' },
  { name: 'my-profile', path: '/dashboard' },
  { name: 'dashboard-failing', path: '/dashboard', failing: '**/api/admin/*' },
  { name: 'my-orders', path: '/dashboard/myorders', ready: 'table' },
  { name: 'my-orders-cancel', path: '/dashboard/myorders', ready: 'table', act: press('Cancel') },
  { name: 'my-orders-cancelled', path: '/dashboard/myorders/cancelled', ready: 'table' },
  { name: 'my-orders-failing', path: '/dashboard/myorders', failing: '**/api/myorders?*' },
  { name: 'add-review', path: '/dashboard/review' },
  { name: 'add-review-errors', path: '/dashboard/review', act: press('Post review') },
  { name: 'payment', path: `/dashboard/payment/${unpaid._id}`, ready: 'label:has-text("Card number")' },
  {
    name: 'payment-of-several',
    path: `/dashboard/payment/${several._id}`,
    ready: 'label:has-text("Card number")',
  },
  { name: 'payment-done', path: `/dashboard/payment/${paid._id}` },
  { name: 'payment-failing', path: `/dashboard/payment/${unpaid._id}`, failing: '**/api/myorder/*' },
  { name: 'payment-unknown', path: '/dashboard/payment/unknown' },
]

export const newcomerScreens: readonly Screen[] = [
  { name: 'my-profile-empty', path: '/dashboard' },
  { name: 'my-orders-empty', path: '/dashboard/myorders' },
  { name: 'my-orders-none-cancelled', path: '/dashboard/myorders/cancelled' },
  { name: 'lists-empty', path: '/dashboard/lists' },
  { name: 'addresses-empty', path: ADDRESSES_PATH },
  { name: 'addresses-new', path: ADDRESSES_PATH, act: press('Add an address') },
]

export const adminScreens: readonly Screen[] = [
  { name: 'admin-profile', path: '/dashboard' },
  {
    name: 'admin-sidebar',
    path: '/dashboard',
    act: (page) => page.locator('[aria-controls=dashboard-places]').evaluate(click),
  },
  { name: 'manage-orders', path: '/dashboard/manageorders', ready: 'table' },
  { name: 'manage-orders-cancelled', path: '/dashboard/manageorders?status=cancelled', ready: 'table' },
  {
    name: 'manage-orders-details',
    path: '/dashboard/manageorders',
    ready: 'table',
    act: press(/^Details of order/),
  },
  {
    name: 'manage-orders-toast',
    path: '/dashboard/manageorders',
    ready: 'table',
    act: press(/^(Pending|Shipped)$/),
  },
  {
    name: 'manage-orders-chosen',
    path: '/dashboard/manageorders',
    ready: 'table',
    act: async (page) => {
      for (const index of [0, 1, 2]) await page.locator('[data-choose]').nth(index).click()
    },
  },
  {
    name: 'manage-orders-tracking',
    path: '/dashboard/manageorders',
    ready: 'table',
    act: async (page) => {
      for (const index of [0, 3, 5]) await page.locator('[data-choose]').nth(index).click()
      await press('Tracking')(page)
      await page.getByLabel('Tracking numbers').fill('00340434161094027318\n00340434161094027319\n1Z9')
    },
  },
  {
    name: 'manage-orders-columns',
    path: '/dashboard/manageorders',
    ready: 'table',
    act: (page) => page.keyboard.press('c'),
  },
  {
    name: 'manage-orders-not-shipped',
    path: '/dashboard/manageorders?status=unpaid',
    ready: 'table',
    act: async (page) => {
      await page.locator('[data-choose]').first().click()
      await press('Mark shipped')(page)
    },
  },
  {
    name: 'manage-orders-save-view',
    path: '/dashboard/manageorders?status=pending&days=7',
    ready: 'table',
    act: press('Save this view'),
  },
  {
    name: 'manage-orders-days',
    path: '/dashboard/manageorders?from=2026-01-01&to=2026-01-31',
    act: (page) => page.getByText('Without ').first().waitFor(),
  },
  { name: 'manage-orders-no-match', path: '/dashboard/manageorders?q=nothing-has-this-name' },
  { name: 'manage-orders-failing', path: '/dashboard/manageorders', failing: '**/api/orders*' },
  { name: 'all-users', path: '/dashboard/alluser', ready: 'td:has-text("@")' },
  { name: 'all-users-loading', path: '/dashboard/alluser', loading: '**/api/user?*' },
  { name: 'all-users-failing', path: '/dashboard/alluser', failing: '**/api/user?*' },
  { name: 'add-product', path: '/dashboard/addproduct' },
  { name: 'add-product-attributes', path: '/dashboard/addproduct', act: chooseCategory },
  { name: 'add-product-errors', path: '/dashboard/addproduct', act: press('Add Product') },
  { name: 'add-product-two-readings', path: '/dashboard/addproduct', act: typeAmbiguousProduct },
  { name: 'manage-products', path: '/dashboard/manageproducts', ready: 'main li:has-text("Delete")' },
  { name: 'manage-products-loading', path: '/dashboard/manageproducts', loading: '**/api/product?*' },
  { name: 'manage-products-failing', path: '/dashboard/manageproducts', failing: '**/api/product?*' },
]

export const emptyShopScreens: readonly Screen[] = [
  { name: 'empty-home', path: '/' },
  { name: 'empty-manage-orders', path: '/dashboard/manageorders' },
  { name: 'empty-overview', path: '/dashboard/overview' },
  { name: 'empty-invoices', path: '/dashboard/invoices', ready: 'main h2' },
  { name: 'empty-audit', path: '/dashboard/audit', ready: 'h2' },
  {
    name: 'empty-manage-products',
    path: '/dashboard/manageproducts',
    ready: 'h2:has-text("No products yet")',
  },
]

/** Also clicks a button that is hidden at the current width. */
function click(element: SVGElement | HTMLElement): void {
  if (element instanceof HTMLElement) element.click()
}

/** Chooses two parts to compare, and types a quantity of one and too few of another. */
async function compareAndOrder(page: Page): Promise<void> {
  const rows = page.getByRole('main').locator('tbody').getByRole('row')
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check()
  await rows.nth(0).getByRole('textbox').fill('1000')
  await rows.nth(1).getByRole('textbox').fill('20')
}

const typeQuantity = (text: string) => (page: Page) => page.getByLabel('Quantity').fill(text)

async function chooseCategory(page: Page): Promise<void> {
  await page.getByText('More about this part').click()
  await page.getByLabel('Category').selectOption({ index: 2 })
  await press('Add a price break')(page)
}

async function typeAmbiguousProduct(page: Page): Promise<void> {
  await page.getByLabel('Price').fill('1,000')
  await page.getByLabel('Quantity').fill('1.000')
  await page.getByLabel('Image URL').fill('/nowhere.png')
  await page.getByLabel('Part number').focus()
  await page.getByText('No picture came from this address.').waitFor()
}

async function typeSearch(page: Page): Promise<void> {
  await page.getByLabel('Search the shop').fill('m8 screw')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
}

async function openShortcuts(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('dialog').waitFor()
}

async function signInWithWrongPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password').fill('not the password')
  await press('Login')(page)
  await page.getByRole('main').getByRole('alert').waitFor()
}

/** The part in 3-D with its dimensions; the first model that a shop makes takes a while. */
async function showModel(page: Page): Promise<void> {
  await press('3-D view')(page)
  const dimensions = page.getByRole('main').getByRole('button', { name: 'Dimensions' })
  await dimensions.and(page.locator(':enabled')).click({ timeout: 60_000 })
}
