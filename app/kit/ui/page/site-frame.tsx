import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation, useMatches } from 'react-router'
import { BrandMark } from '#kit/ui/art/brand-mark.tsx'
import { CloseIcon, MenuIcon } from '#kit/ui/mark/icons.tsx'
import { Container } from './page-layout.tsx'

/** `className` is set on the list item of a footer link. */
export type FrameLink = { to: string; label: string; className?: string }

type BrandProps = {
  brand: string
  /** The path of the picture of the shop, in place of the mark. */
  logo: string | undefined
}

/** The name of the shop beside its picture. */
const Brand = ({ brand, logo }: BrandProps) => (
  <>
    {logo === undefined ? <BrandMark /> : <img src={`${logo}?w=160`} alt="" />}
    {brand}
  </>
)

type SiteHeaderProps = BrandProps & {
  links: FrameLink[]
  search: ReactNode
  /** The link to the cart, on screens of all widths. */
  cartSlot: ReactNode
  /** The Login link or the Logout button. */
  authSlot: ReactNode
}

/** Top bar with the skip link. The menu on small screens is a popover, so it works without scripts. */
export function SiteHeader({ links, search, cartSlot, authSlot, ...shop }: SiteHeaderProps) {
  return (
    <header className="site-header">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <Container className="site-bar">
        <Link to="/" className="brand">
          <Brand {...shop} />
        </Link>
        <SiteMenu links={links} />
        <div className="site-search">{search}</div>
        {cartSlot}
        {authSlot}
      </Container>
    </header>
  )
}

/** The top bar of a page with the bare frame: the name of the shop, and nothing to click. */
export function BareHeader(shop: BrandProps) {
  return (
    <header className="site-header">
      <Container className="site-bar">
        <p className="brand">
          <Brand {...shop} />
        </p>
      </Container>
    </header>
  )
}

function SiteMenu({ links }: { links: FrameLink[] }) {
  const menu = useRef<HTMLElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation changes the key and closes the menu.
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
          <NavLink key={to} to={to} end={to === '/'} className="site-link">
            {label}
          </NavLink>
        ))}
      </nav>
      <button
        type="button"
        popoverTarget="site-menu"
        aria-label="Menu"
        aria-expanded={isOpen}
        className="site-menu-button"
      >
        <MenuIcon size={20} />
        <CloseIcon size={20} />
      </button>
    </>
  )
}

export type FooterList = { title: string; links: FrameLink[] }
type SocialLink = { label: string; href: string; icon: ReactNode }

type SiteFooterProps = BrandProps & {
  lists: FooterList[]
  social: SocialLink[]
  /** At the end of the last line. */
  children: ReactNode
}

export function SiteFooter({ lists, social, children, ...shop }: SiteFooterProps) {
  return (
    <footer className="site-footer">
      <Container className="footer-top">
        <div className="footer-brand">
          <p className="brand">
            <Brand {...shop} />
          </p>
          <SocialLinks social={social} />
        </div>
        <div className="footer-lists">
          {lists.map((list) => (
            <FooterColumn key={list.title} {...list} />
          ))}
        </div>
      </Container>
      <Container className="text-muted text-sm">
        <div className="flex flex-wrap items-center justify-between gap-x-6 border-line border-t py-2">
          <p suppressHydrationWarning>
            © {new Date().getFullYear()} {shop.brand}
          </p>
          {children}
        </div>
      </Container>
    </footer>
  )
}

function SocialLinks({ social }: Pick<SiteFooterProps, 'social'>) {
  return (
    <div className="social-links">
      {social.map(({ label, href, icon }) => (
        <a key={href} href={href} aria-label={label} rel="noreferrer">
          {icon}
        </a>
      ))}
    </div>
  )
}

function FooterColumn({ title, links }: FooterList) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(({ to, label, className }) => (
          <li key={label} className={className}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The `handle` of a page for people who do not know the shop: without its menus and links, nothing leads away. */
export interface FramedPageHandle {
  readonly frame: 'bare'
}

/** Whether the current page has the frame without menus and links. */
export const useIsBareFrame = (): boolean =>
  useMatches().some(({ handle }) => (handle as Partial<FramedPageHandle> | undefined)?.frame === 'bare')
