import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ADDRESSES_PATH } from '#features/delivery/paths.ts'
import { SAVED_LISTS_PATH } from '#features/saved-lists/paths.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { BoxIcon, MenuIcon, PersonIcon, StarIcon, TruckIcon } from '#kit/ui/mark/icons.tsx'

export type Entry = {
  to: string
  label: string
  icon: ReactNode
  /** How the paths of the pages below it begin, besides its own path. */
  below?: string
}

/** What admins see instead of the pages of customers: their own, what is above them, and what is above each page. */
export type AdminMenu = { entries: Entry[]; tools: ReactNode; notice: ReactNode }

const PROFILE: Entry = { to: '/dashboard', label: 'My Profile', icon: <PersonIcon size={20} /> }

/** The pages of customers, after the profile. */
export const CUSTOMER_ENTRIES: Entry[] = [
  { to: '/dashboard/myorders', label: 'My Orders', icon: <BoxIcon size={20} />, below: '/dashboard/order/' },
  { to: '/dashboard/review', label: 'Add a Review', icon: <StarIcon size={20} /> },
  { to: ADDRESSES_PATH, label: 'Addresses', icon: <TruckIcon size={20} /> },
  { to: SAVED_LISTS_PATH, label: 'Lists', icon: <MenuIcon size={20} />, below: '/dashboard/list/' },
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
        <ul className="grid gap-1 py-2 md:py-0">
          {[PROFILE, ...(admin?.entries ?? CUSTOMER_ENTRIES)].map(({ to, label, icon, below }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={currentOf(pathname, to, below)}
                className="flex min-h-11 items-center gap-3 rounded px-3 text-muted no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-link"
              >
                {icon}
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

/** `page` on the page itself, `true` on a page below it. */
function currentOf(pathname: string, to: string, below: string | undefined): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  const isBelow = pathname.startsWith(`${to}/`) && to !== PROFILE.to
  return isBelow || (below !== undefined && pathname.startsWith(below)) ? 'true' : undefined
}
