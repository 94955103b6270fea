import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { COMPANY_PATH } from '#features/companies/paths.ts'
import { ADDRESSES_PATH } from '#features/delivery/paths.ts'
import { MY_INVOICES_PATH } from '#features/invoices/paths.ts'
import { OFFERS_PATH } from '#features/offers/paths.ts'
import { APPROVALS_PATH } from '#features/orders/paths.ts'
import { SAVED_LISTS_PATH } from '#features/saved-lists/paths.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { BoxIcon, LockIcon, MenuIcon, PersonIcon, StarIcon, TruckIcon } from '#kit/ui/mark/icons.tsx'
import { SheetIcon } from '#kit/ui/mark/sheet-icon.tsx'

export type Entry = {
  to: string
  label: string
  icon: ReactNode
  /** How the paths of the pages below it begin, besides its own path. */
  below?: readonly string[]
}

/** Entries with what they are about above them, if that is said. */
export type EntryGroup = { heading?: string; entries: readonly Entry[] }

/**
 * What staff see: their pages, what is above them, and what is above each page. Admins see them instead of the pages of
 * customers, other staff above these.
 */
export type AdminMenu = { groups: EntryGroup[]; tools: ReactNode; notice: ReactNode; isAdmin: boolean }

/**
 * The profile leads to the company, and that to what waits there: who orders for none sees nothing else of it. My Orders and the cart
 * lead to offers.
 */
export const PROFILE: Entry = {
  to: '/dashboard',
  label: 'My Profile',
  icon: <PersonIcon size={20} />,
  below: [COMPANY_PATH, APPROVALS_PATH, OFFERS_PATH, '/dashboard/offer/'],
}

const SECURITY: Entry = { to: '/dashboard/security', label: 'Security', icon: <LockIcon size={20} /> }

/** The pages of customers, after the profile. */
export const CUSTOMER_ENTRIES: Entry[] = [
  {
    to: '/dashboard/myorders',
    label: 'My Orders',
    icon: <BoxIcon size={20} />,
    below: ['/dashboard/order/'],
  },
  { to: '/dashboard/review', label: 'Add a Review', icon: <StarIcon size={20} /> },
  { to: MY_INVOICES_PATH, label: 'Invoices', icon: <SheetIcon size={20} /> },
  { to: ADDRESSES_PATH, label: 'Addresses', icon: <TruckIcon size={20} /> },
  { to: SAVED_LISTS_PATH, label: 'Lists', icon: <MenuIcon size={20} />, below: ['/dashboard/list/'] },
  SECURITY,
]

/** The dashboard's navigation. On small screens the '+' button opens it. */
export function Sidebar({ admin }: { admin: AdminMenu | undefined }) {
  const [open, setOpen] = useState(false)
  const { key, pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation changes the key and closes the sidebar.
  useEffect(() => setOpen(false), [key])

  return (
    <div className="flex flex-wrap content-start gap-3 md:grid md:w-52 md:shrink-0">
      {admin?.tools}
      <button
        type="button"
        aria-expanded={open}
        aria-controls="dashboard-places"
        onClick={() => setOpen(!open)}
        className="flex min-h-11 flex-1 cursor-pointer items-center gap-3 rounded border border-edge px-3 font-medium hover:border-ink md:hidden"
      >
        <span className={classNames('w-5 text-center text-lg transition-transform', open && 'rotate-45')}>
          +
        </span>
        Dashboard
      </button>
      <nav
        id="dashboard-places"
        aria-label="Dashboard"
        className={classNames('basis-full md:sticky md:top-6 md:block', !open && 'hidden')}
      >
        {groupsOf(admin).map((group) => (
          <Group key={group.entries[0]?.to} group={group} pathname={pathname} />
        ))}
      </nav>
    </div>
  )
}

function Group({ group: { heading, entries }, pathname }: { group: EntryGroup; pathname: string }) {
  const id = useId()
  return (
    <>
      {heading !== undefined && (
        <p id={id} className="mt-3 px-3 font-medium text-muted text-xs uppercase tracking-wide">
          {heading}
        </p>
      )}
      <ul className="grid gap-1 py-1" {...(heading !== undefined && { 'aria-labelledby': id })}>
        {entries.map(({ to, label, icon, below }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={currentOf(pathname, to, below)}
              className="flex min-h-11 items-center gap-3 rounded px-3 text-muted no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-link pointer-fine:min-h-9"
            >
              {icon}
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The profile, the pages of staff, and what is one's own. */
function groupsOf(menu: AdminMenu | undefined): EntryGroup[] {
  if (!menu) return [{ entries: [PROFILE, ...CUSTOMER_ENTRIES] }]
  const own = menu.isAdmin ? [SECURITY] : ownEntries(menu)
  return [{ entries: [PROFILE] }, ...menu.groups, { heading: 'Your account', entries: own }]
}

/** The pages of customers; one that has the name of a page of staff is told apart. */
function ownEntries({ groups }: AdminMenu): Entry[] {
  const named = new Set(groups.flatMap(({ entries }) => entries.map(({ label }) => label)))
  return CUSTOMER_ENTRIES.map((entry) =>
    named.has(entry.label) ? { ...entry, label: `My ${entry.label}` } : entry,
  )
}

/** `page` on the page itself, `true` on a page below it. */
function currentOf(pathname: string, to: string, below: readonly string[] = []): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  const isBelow = pathname.startsWith(`${to}/`) && to !== PROFILE.to
  return isBelow || below.some((path) => pathname.startsWith(path)) ? 'true' : undefined
}
