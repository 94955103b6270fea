import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { RIGHTS, type Right } from './features/accounts/rights.ts'

/** Who may see a page: of staff, who has one of the rights. */
export type Access = 'everyone' | 'signed in' | readonly Right[]

/** A page of the shop. */
export interface Page {
  /** Its address, with names for the parts that differ, such as `/part/:sku`. */
  readonly path: string
  readonly access: Access
  /** Its module. */
  readonly file: string
  /** Visitors get it from the server too, as search engines do; its own `signedInOnly` leads them to the sign-in page. */
  readonly isRendered?: true
  /** Below `/dashboard` without its sidebar: nothing beside it leads away. */
  readonly isAlone?: true
}

const page = (
  path: string,
  access: Access,
  file: string,
  more: Pick<Page, 'isRendered' | 'isAlone'> = {},
): Page => ({
  path,
  access,
  file,
  ...more,
})

/** Staff with one of these rights. */
const staff = (...rights: readonly Right[]): readonly Right[] => rights

export const isForStaff = ({ access }: Pick<Page, 'access'>): boolean => typeof access === 'object'

/** Every page of the shop and who may see it; the calls are in `api.ts`. */
export const pages = [
  page('/', 'everyone', 'features/site/pages/home.tsx'),
  page('/parts', 'everyone', 'features/browse/pages/parts.tsx'),
  page('/parts/:category', 'everyone', 'features/browse/pages/category.tsx'),
  page('/blog', 'everyone', 'features/site/pages/blog.tsx'),
  page('/portfolio', 'everyone', 'features/site/pages/portfolio.tsx'),
  page('/login', 'everyone', 'features/accounts/pages/login.tsx'),
  page('/sign-in-code', 'everyone', 'features/accounts/pages/sign-in-code.tsx'),
  page('/signed-in', 'everyone', 'features/accounts/pages/signed-in.tsx'),
  page('/register', 'everyone', 'features/accounts/pages/register.tsx'),
  page('/forgotpass', 'everyone', 'features/accounts/pages/forgot-password.tsx'),
  page('/reset-password', 'everyone', 'features/accounts/pages/reset-password.tsx'),
  page('/verify-email', 'everyone', 'features/accounts/pages/verify-email.tsx'),
  page('/new-email', 'everyone', 'features/accounts/pages/new-email.tsx'),
  page('/new-email/undo', 'everyone', 'features/accounts/pages/undo-new-email.tsx'),
  page('/terms', 'everyone', 'features/site/pages/terms.tsx'),
  page('/privacy', 'everyone', 'features/site/pages/privacy.tsx'),
  page('/returns', 'everyone', 'features/site/pages/returns.tsx'),
  page('/imprint', 'everyone', 'features/site/pages/imprint.tsx'),
  page('/compare', 'everyone', 'features/browse/pages/compare.tsx'),
  page('/cart', 'everyone', 'features/cart/pages/cart.tsx'),
  page('/part/:sku', 'everyone', 'features/browse/pages/part.tsx'),
  page('/order/:productId', 'signed in', 'features/checkout/pages/order.tsx', { isRendered: true }),
  page('/list/:token', 'everyone', 'features/saved-lists/pages/shared-list.tsx'),
  page('/join/:token', 'everyone', 'features/companies/pages/join.tsx'),
  page('/pay/:token', 'everyone', 'features/payments/pages/pay.tsx'),
  page('/receipt/:token', 'everyone', 'features/payments/pages/receipt.tsx'),
  page('/checkout', 'signed in', 'features/checkout/pages/checkout.tsx'),
  page('/dashboard', 'signed in', 'features/accounts/pages/profile.tsx'),
  page('/dashboard/myorders', 'signed in', 'features/my-orders/pages/my-orders.tsx'),
  page('/dashboard/myorders/cancelled', 'signed in', 'features/my-orders/pages/cancelled-orders.tsx'),
  page('/dashboard/myinvoices', 'signed in', 'features/invoices/pages/my-invoices.tsx'),
  page('/dashboard/order/:id', 'signed in', 'features/my-orders/pages/order-details.tsx'),
  page('/dashboard/order/:id/again', 'signed in', 'features/my-orders/pages/order-again.tsx'),
  page('/dashboard/addresses', 'signed in', 'features/delivery/pages/addresses.tsx'),
  page('/dashboard/lists', 'signed in', 'features/saved-lists/pages/lists.tsx'),
  page('/dashboard/list/:id', 'signed in', 'features/saved-lists/pages/list.tsx'),
  page('/dashboard/approvals', 'signed in', 'features/my-orders/pages/approvals.tsx'),
  page('/dashboard/company', 'signed in', 'features/companies/pages/company.tsx'),
  page('/dashboard/offers', 'signed in', 'features/offers/pages/offers.tsx'),
  page('/dashboard/offers/new', 'signed in', 'features/offers/pages/new-offer.tsx'),
  page('/dashboard/offer/:id', 'signed in', 'features/offers/pages/offer.tsx'),
  page('/dashboard/security', 'signed in', 'features/account-security/pages/security.tsx'),
  page('/dashboard/review', 'signed in', 'features/reviews/pages/add-review.tsx'),
  page('/dashboard/payment/:id', 'signed in', 'features/payments/pages/payment.tsx', { isAlone: true }),
  page('/dashboard/overview', staff(...RIGHTS), 'features/overview/pages/overview.tsx'),
  page('/dashboard/audit', staff('people'), 'features/audit/pages/audit.tsx'),
  page('/dashboard/alluser', staff('people', 'orders'), 'features/manage-users/pages/all-users.tsx'),
  page('/dashboard/companies', staff('people', 'money'), 'features/companies/pages/companies.tsx'),
  page('/dashboard/user-events/:email', staff('people'), 'features/account-security/pages/user-events.tsx'),
  page('/dashboard/customers', staff('orders', 'money'), 'features/customers/pages/customers.tsx'),
  page('/dashboard/customers/new', staff('orders'), 'features/customers/pages/new-customer.tsx'),
  page('/dashboard/customer/:id', staff('orders', 'money'), 'features/customers/pages/customer.tsx'),
  page('/dashboard/customer/:id/order', staff('orders'), 'features/manage-orders/pages/enter-order.tsx'),
  page('/dashboard/manageorders', staff('orders', 'money'), 'features/manage-orders/pages/manage-orders.tsx'),
  page('/dashboard/returns', staff('orders', 'money'), 'features/returns/pages/manage-returns.tsx'),
  page('/dashboard/manageoffers', staff('orders'), 'features/manage-offers/pages/manage-offers.tsx'),
  page('/dashboard/manageoffer/:id', staff('orders'), 'features/manage-offers/pages/manage-offer.tsx'),
  page('/dashboard/invoices', staff('money'), 'features/invoices/pages/invoices.tsx'),
  page('/dashboard/addproduct', staff('products'), 'features/manage-products/pages/add-product.tsx'),
  page('/dashboard/manageproducts', staff('products'), 'features/manage-products/pages/manage-products.tsx'),
  page('/dashboard/categories', staff('products'), 'features/manage-categories/pages/categories.tsx'),
  page('/dashboard/product/:id', staff('products'), 'features/manage-products/pages/edit-product.tsx'),
  page('/dashboard/stockcount', staff('products'), 'features/stock-count/pages/stock-count.tsx'),
  page('/dashboard/reviews', staff('products'), 'features/reviews/pages/manage-reviews.tsx'),
  page('/dashboard/settings', staff('settings'), 'features/settings/pages/settings.tsx'),
  page('/dashboard/texts', staff('settings'), 'features/site/pages/texts.tsx'),
  page('/dashboard/texts/mails', staff('settings'), 'features/site/pages/mail-texts.tsx'),
  page('/dashboard/synonyms', staff('products'), 'features/manage-categories/pages/synonyms.tsx'),
  page('/dashboard/import', staff('products'), 'features/catalog-import/pages/imports.tsx'),
  page('/dashboard/import/:id', staff('products'), 'features/catalog-import/pages/import.tsx'),
  page('/*', 'everyone', 'features/site/pages/not-found.tsx'),
]

const DASHBOARD = '/dashboard'

const isInDashboard = ({ path, isAlone }: Page): boolean =>
  !isAlone && (path === DASHBOARD || path.startsWith(`${DASHBOARD}/`))

/** The routes of the pages: layouts let nobody in whom a page is not for. */
function routesOf(pages: readonly Page[]): RouteConfigEntry[] {
  const isOpen = ({ access, isRendered }: Page): boolean => access === 'everyone' || isRendered === true
  const own = pages.filter((each) => !isOpen(each) && !isForStaff(each))
  const below = (among: readonly Page[], base: string) => among.map((each) => routeOf(each, base))
  return [
    ...below(pages.filter(isOpen), '/'),
    layout('features/accounts/pages/signed-in-layout.tsx', [
      ...below(
        own.filter((each) => !isInDashboard(each)),
        '/',
      ),
      route('dashboard', 'features/dashboard/pages/dashboard-layout.tsx', [
        ...below(own.filter(isInDashboard), DASHBOARD),
        layout('features/dashboard/pages/admin-layout.tsx', below(pages.filter(isForStaff), DASHBOARD)),
      ]),
    ]),
  ]
}

function routeOf({ path, file }: Page, base: string): RouteConfigEntry {
  if (!path.startsWith(base)) throw new Error(`${path} is a page for staff, so it belongs below ${base}.`)
  const rest = path.slice(base.length).replace(/^\//, '')
  return rest === '' ? index(file) : route(rest, file)
}

export default routesOf(pages)
