import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { BrandMark } from './art/brand-mark.tsx'
import { CloseIcon, MenuIcon } from './icons.tsx'
import { Container } from './page-layout.tsx'

export type FrameLink = { to: string; label: string }

type SiteHeaderProps = {
  brand?: string
  links: FrameLink[]
  /** The Login link or the Logout button. */
  authSlot: ReactNode
}

/** Top bar with the skip link. The small screen's menu is a popover, so it opens and closes without scripts. */
export function SiteHeader({ brand = 'Parts Shop', links, authSlot }: SiteHeaderProps) {
  return (
    <header className="relative border-line border-b bg-paper">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <Container className="flex h-14 items-center gap-2 md:h-16 md:gap-6">
        <Link
          to="/"
          className="mr-auto flex min-h-11 items-center gap-2 font-semibold text-ink no-underline md:mr-0"
        >
          <BrandMark className="size-6" />
          {brand}
        </Link>
        <SiteMenu links={links} />
        {authSlot}
      </Container>
    </header>
  )
}

function SiteMenu({ links }: { links: FrameLink[] }) {
  const menu = useRef<HTMLElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the navigation that closes the menu.
  useEffect(() => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }, [key])

  return (
    <>
      <nav
        ref={menu}
        id="site-menu"
        popover="auto"
        aria-label="Main"
        className="site-menu"
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {links.map(({ to, label }) => (
          <NavLink key={to} to={to} end={to === '/'} prefetch="intent" className="site-link">
            {label}
          </NavLink>
        ))}
      </nav>
      <button
        type="button"
        popoverTarget="site-menu"
        aria-label="Menu"
        aria-expanded={isOpen}
        className="site-menu-button order-last -mr-3 grid size-11 cursor-pointer place-items-center rounded md:hidden"
      >
        <MenuIcon size={20} />
        <CloseIcon size={20} />
      </button>
    </>
  )
}

type FooterList = { title: string; links: FrameLink[] }
type SocialLink = { label: string; href: string; icon: ReactNode }

type SiteFooterProps = { brand?: string; lists: FooterList[]; social: SocialLink[] }

export function SiteFooter({ brand = 'Parts Shop', lists, social }: SiteFooterProps) {
  return (
    <footer className="mt-auto border-line border-t bg-sunken">
      <Container className="grid gap-8 py-8 md:grid-cols-[1fr_3fr] md:py-12">
        <div className="flex items-center justify-between gap-4 md:flex-col md:items-start md:justify-start md:gap-2">
          <p className="flex items-center gap-2 font-semibold">
            <BrandMark className="size-6" />
            {brand}
          </p>
          <SocialLinks social={social} />
        </div>
        <div className="grid gap-6 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
          {lists.map((list) => (
            <FooterColumn key={list.title} {...list} />
          ))}
        </div>
      </Container>
      <Container className="text-muted text-sm">
        <p suppressHydrationWarning className="border-line border-t py-4">
          © {new Date().getFullYear()} {brand}
        </p>
      </Container>
    </footer>
  )
}

function SocialLinks({ social }: Pick<SiteFooterProps, 'social'>) {
  return (
    <div className="-mx-3 flex">
      {social.map(({ label, href, icon }) => (
        <a
          key={href}
          href={href}
          aria-label={label}
          rel="noreferrer"
          className="grid size-11 place-items-center rounded text-muted hover:text-link"
        >
          {icon}
        </a>
      ))}
    </div>
  )
}

function FooterColumn({ title, links }: FooterList) {
  return (
    <div>
      <h2 className="font-semibold text-sm">{title}</h2>
      <ul className="mt-2">
        {links.map(({ to, label }) => (
          <li key={label}>
            <Link
              to={to}
              className="inline-flex min-h-8 items-center text-muted text-sm no-underline hover:text-link hover:underline pointer-coarse:min-h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
