import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { AuthSlot } from '#features/accounts/auth-slot.tsx'
import { useSession } from '#features/accounts/browser-session.ts'
import { ShopSearch } from '#features/browse/components.tsx'
import { CartLink } from '#features/cart/components.tsx'
import { catalogue } from '#features/catalog/paths.ts'
import { type ShopIdentity, shopName } from '#kit/identity/shop-identity.ts'
import { texts } from '#kit/texts.ts'
import { LinkedInIcon, YouTubeIcon } from '#kit/ui/mark/icons.tsx'
import { Shortcuts } from '#kit/ui/overlay/shortcuts.tsx'
import { type FooterList, type FrameLink, SiteFooter, SiteHeader } from '#kit/ui/page/site-frame.tsx'

const PUBLIC_LINKS: FrameLink[] = [
  { to: '/', label: 'Home' },
  { to: catalogue.path, label: catalogue.name },
  { to: '/blog', label: 'Blog' },
  { to: '/portfolio', label: 'Portfolio' },
]

const DASHBOARD_LINK: FrameLink = { to: '/dashboard', label: 'Dashboard' }

const FOOTER_LISTS: FooterList[] = [
  {
    title: 'Shop',
    links: [
      { to: '/#products', label: 'Featured products' },
      { to: catalogue.path, label: 'All parts' },
    ],
  },
  {
    title: 'Reading',
    links: [
      { to: '/blog', label: 'Questions and answers' },
      { to: '/portfolio', label: 'About the developer' },
      { to: '/terms', label: 'Terms' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/returns', label: 'Returns' },
      { to: '/imprint', label: 'Imprint' },
    ],
  },
]

const OPEN_ACCOUNT: FrameLink = { to: '/register', label: 'Open an account' }

const SET_PASSWORD: FrameLink = { to: '/forgotpass', label: 'Set a new password' }

const SOCIAL = [
  { label: 'LinkedIn', href: 'https://www.linkedin.com/', icon: <LinkedInIcon size={20} /> },
  { label: 'YouTube', href: 'https://www.youtube.com/', icon: <YouTubeIcon size={20} /> },
]

/** What the frame shows of the shop besides its name. */
type FrameProps = Pick<ShopIdentity, 'absent' | 'logo'>

const present = (links: FrameLink[], absent: readonly string[]): FrameLink[] =>
  links.filter(({ to }) => !absent.includes(to))

/** The header. Until hydration the page's `data-session` attribute decides by CSS whether the Dashboard link shows. */
export function ShopHeader({ absent, logo }: FrameProps) {
  const session = useSession()
  const links = present(PUBLIC_LINKS, absent)
  return (
    <div className={session === undefined ? 'contents until-awake' : 'contents'}>
      <SiteHeader
        brand={shopName()}
        logo={logo?.path}
        links={session === null ? links : [...links, DASHBOARD_LINK]}
        search={<ShopSearch />}
        cartSlot={<CartLink />}
        authSlot={<AuthSlot />}
      />
    </div>
  )
}

/** The footer. Signed-in users see no link to open an account; until hydration `data-session` decides by CSS. */
export function ShopFooter({ absent, logo }: FrameProps) {
  const session = useSession()
  const openAccount =
    session === undefined ? { ...OPEN_ACCOUNT, className: 'in-data-[session=in]:hidden' } : OPEN_ACCOUNT
  const lists = FOOTER_LISTS.map((list) => ({ ...list, links: present(list.links, absent) }))
  const account = { title: 'Account', links: session ? [SET_PASSWORD] : [openAccount, SET_PASSWORD] }
  return (
    <SiteFooter brand={shopName()} logo={logo?.path} lists={[...lists, account]} social={SOCIAL}>
      <Shortcuts />
    </SiteFooter>
  )
}

export function SandboxBanner() {
  return (
    <p className="border-wait-edge border-b bg-wait-tint px-4 py-2 text-center text-sm text-wait print:hidden">
      {texts.sandboxBanner}
    </p>
  )
}

// Outside of React, because the frame is mounted again when an error page appears or disappears.
let shownPath: string | undefined

/** Focuses the new page's content after a navigation, as a browser does after a full load. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const before = shownPath
    shownPath = pathname
    if (before === undefined || before === pathname) return
    const content = document.getElementById('content')
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true })
  }, [pathname])
}
