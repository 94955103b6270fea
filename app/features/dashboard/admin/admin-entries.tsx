import { MAY_READ_ORDERS, RIGHTS, type Right } from '#features/accounts/rights.ts'
import { may } from '#features/accounts/staff-access.tsx'
import { addProductPath } from '#features/catalog/paths.ts'
import { IMPORTS_PATH } from '#features/catalog-import/paths.ts'
import { CUSTOMERS_PATH, NEW_CUSTOMER_PATH } from '#features/customers/paths.ts'
import { invoicesPath } from '#features/invoices/paths.ts'
import { MANAGE_OFFERS_PATH } from '#features/offers/paths.ts'
import { manageProducts } from '#features/overview/paths.ts'
import { RETURNS_PATH } from '#features/returns/paths.ts'
import { ChartIcon, ListIcon, PlusIcon, SlidersIcon } from '#kit/ui/admin/admin-icons.tsx'
import { BoxIcon, MenuIcon, PersonIcon, StarIcon, TruckIcon } from '#kit/ui/mark/icons.tsx'
import { SheetIcon } from '#kit/ui/mark/sheet-icon.tsx'
import type { Entry, EntryGroup } from '../frame/sidebar.tsx'

/** Who may see a page: who has one of these rights, those of the page in `app/routes.ts`. */
type ForStaff = { readonly rights: readonly Right[] }

/** A page that is reached from another one, which the sidebar marks meanwhile. */
type PageWithin = Pick<Entry, 'to' | 'label'> & ForStaff

/** A page of the staff. */
type StaffEntry = Entry & ForStaff & { readonly within?: readonly PageWithin[] }

type StaffGroup = { readonly heading: string; readonly entries: readonly StaffEntry[] }

/** The pages of staff; `sidebar.tsx` has the profile, as everybody has one. The first four, in this sequence, are the specification's. */
export const STAFF_GROUPS: readonly StaffGroup[] = [
  {
    heading: 'Orders',
    entries: [
      {
        to: '/dashboard/manageorders',
        rights: ['orders', 'money'],
        label: 'Manage Orders',
        icon: <TruckIcon size={20} />,
        below: ['/dashboard/order/', '/dashboard/manageoffer/'],
        within: [
          { to: RETURNS_PATH, rights: ['orders', 'money'], label: 'Returns' },
          { to: MANAGE_OFFERS_PATH, rights: ['orders'], label: 'Offers' },
        ],
      },
    ],
  },
  {
    heading: 'Parts',
    entries: [
      {
        to: addProductPath(),
        rights: ['products'],
        label: 'Add Product',
        icon: <PlusIcon size={20} />,
      },
      {
        to: manageProducts.path,
        rights: ['products'],
        label: 'Manage Product',
        icon: <BoxIcon size={20} />,
        below: ['/dashboard/product/'],
        within: [
          { to: IMPORTS_PATH, rights: ['products'], label: 'Import' },
          { to: '/dashboard/stockcount', rights: ['products'], label: 'Stock count' },
        ],
      },
    ],
  },
  {
    heading: 'Customers',
    entries: [
      {
        to: '/dashboard/alluser',
        rights: ['people', 'orders'],
        label: 'All User',
        icon: <PersonIcon size={20} />,
        below: ['/dashboard/user-events/'],
      },
      {
        to: CUSTOMERS_PATH,
        rights: MAY_READ_ORDERS,
        label: 'Customers',
        icon: <PersonIcon size={20} />,
        below: ['/dashboard/customer/'],
        within: [
          { to: NEW_CUSTOMER_PATH, rights: ['orders'], label: 'New customer' },
          { to: '/dashboard/companies', rights: ['people', 'money'], label: 'Companies' },
        ],
      },
    ],
  },
  {
    heading: 'Money',
    entries: [{ to: invoicesPath(), rights: ['money'], label: 'Invoices', icon: <SheetIcon size={20} /> }],
  },
  {
    heading: 'Shop',
    entries: [
      { to: '/dashboard/overview', rights: RIGHTS, label: 'Overview', icon: <ChartIcon size={20} /> },
      {
        to: '/dashboard/categories',
        rights: ['products'],
        label: 'Categories',
        icon: <MenuIcon size={20} />,
        within: [{ to: '/dashboard/synonyms', rights: ['products'], label: 'Search words' }],
      },
      { to: '/dashboard/reviews', rights: ['products'], label: 'Reviews', icon: <StarIcon size={20} /> },
      {
        to: '/dashboard/settings',
        rights: ['settings'],
        label: 'Settings',
        icon: <SlidersIcon size={20} />,
        within: [
          { to: '/dashboard/texts', rights: ['settings'], label: 'Texts' },
          { to: '/dashboard/texts/mails', rights: ['settings'], label: 'Texts of mails' },
        ],
      },
      { to: '/dashboard/audit', rights: ['people'], label: 'Audit', icon: <ListIcon size={20} /> },
    ],
  },
]

/** Every page of staff, also those within another one. */
export const STAFF_PAGES: readonly PageWithin[] = STAFF_GROUPS.flatMap(({ entries }) =>
  entries.flatMap(({ to, label, rights, within = [] }) => [{ to, label, rights }, ...within]),
)

/** Those that the signed-in user may see, which the palette finds. */
export const shownPages = (): readonly PageWithin[] => STAFF_PAGES.filter(({ rights }) => may(rights))

/** The groups of the sidebar as the signed-in user sees them. */
export const shownGroups = (): EntryGroup[] =>
  STAFF_GROUPS.map(({ heading, entries }) => ({
    heading,
    entries: entries
      .filter(({ rights }) => may(rights))
      .map(({ within = [], below = [], ...entry }) => ({
        ...entry,
        below: [...below, ...within.flatMap(({ to }) => [to, `${to}/`])],
      })),
  })).filter(({ entries }) => entries.length > 0)
