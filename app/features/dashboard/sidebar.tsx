import { type ReactNode, useEffect, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { classNames } from '#kit/ui/class-names.ts'
import { BoxIcon, PersonIcon, StarIcon } from '#kit/ui/icons.tsx'

export type Entry = { to: string; label: string; icon: ReactNode }

/** What admins see instead of the pages of customers: their own, and what is above them. */
export type AdminMenu = { entries: Entry[]; tools: ReactNode }

const PROFILE: Entry = { to: '/dashboard', label: 'My Profile', icon: <PersonIcon size={20} /> }

const CUSTOMER_ENTRIES: Entry[] = [
  { to: '/dashboard/myorders', label: 'My Orders', icon: <BoxIcon size={20} /> },
  { to: '/dashboard/review', label: 'Add a Review', icon: <StarIcon size={20} /> },
]

/** The dashboard's navigation. On small screens the '+' button opens it. */
export function Sidebar({ admin }: { admin: AdminMenu | undefined }) {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation changes the key and closes the sidebar.
  useEffect(() => setOpen(false), [key])

  return (
    <div className="grid content-start gap-3 md:w-52 md:shrink-0">
      {admin?.tools}
      <button
        type="button"
        aria-expanded={open}
        aria-controls="dashboard-places"
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded border border-edge px-3 font-medium hover:border-ink md:hidden"
      >
        <span className={classNames('w-5 text-center text-lg transition-transform', open && 'rotate-45')}>
          +
        </span>
        Dashboard
      </button>
      <nav
        id="dashboard-places"
        aria-label="Dashboard"
        className={classNames('md:sticky md:top-6 md:block', !open && 'hidden')}
      >
        <ul className="grid gap-1 py-2 md:py-0">
          {[PROFILE, ...(admin?.entries ?? CUSTOMER_ENTRIES)].map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className="flex min-h-11 items-center gap-3 rounded px-3 text-muted no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-link"
              >
                {icon}
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
