import { type ReactNode, use } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router'
import { markSessionScript } from '#features/accounts/auth-slot.tsx'
import { holdHoursOf } from '#features/orders/orders.ts'
import { SandboxBanner, ShopFooter, ShopHeader, useFocusOnNavigation } from '#features/site/frame.tsx'
import { NextPage } from '#features/site/next-page.tsx'
import { isNotFound, problemText } from '#kit/browser/client.ts'
import { DEFAULT_IDENTITY, shopIdentity, shopName } from '#kit/identity/shop-identity.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { texts } from '#kit/texts.ts'
import favicon from '#kit/ui/art/favicon.svg'
import font from '#kit/ui/fonts/shop-sans.woff2'
import { Toaster } from '#kit/ui/overlay/toaster.tsx'
import { Nonce, Styles } from '#kit/ui/page/document-context.ts'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { NotFound } from '#kit/ui/page/not-found.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { BareHeader, useIsBareFrame } from '#kit/ui/page/site-frame.tsx'
import type { Route } from './+types/root.ts'

export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { sandboxBanner, googleMode, publicUrl } = shop.config
  const hasGoogle = googleMode !== 'off'
  return { sandboxBanner, hasGoogle, publicUrl, hold: holdHoursOf(shop), ...shopIdentity() }
}

export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ error }) =>
  error ? privateMeta(isNotFound(error) ? 'Page not found' : 'Something went wrong') : [{ title: shopName() }]

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(Nonce)
  const styles = use(Styles)
  const shop = useRouteLoaderData<typeof loader>('root')
  const { absent, logo } = shop ?? DEFAULT_IDENTITY
  const isBare = useIsBareFrame()
  useFocusOnNavigation()
  return (
    <html lang="en" data-currency={shop?.currency} data-shop={shop?.name} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1512" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        {/* In the page, because a request for it takes as long as the page itself on a phone. */}
        <style href="shop" precedence="default" nonce={nonce}>
          {styles}
        </style>
        <Links />
        <script nonce={nonce} suppressHydrationWarning>
          {markSessionScript}
        </script>
      </head>
      <body>
        {shop?.sandboxBanner && <SandboxBanner />}
        {isBare ? (
          <BareHeader brand={shopName()} logo={logo?.path} />
        ) : (
          <ShopHeader absent={absent} logo={logo} />
        )}
        {children}
        {!isBare && <ShopFooter absent={absent} logo={logo} />}
        <NextPage />
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

const isUnavailable = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 503

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { revalidate, state } = useRevalidator()
  if (isNotFound(error)) return <NotFound />
  return (
    <PageLayout width="reading">
      <PageHeading title="Something went wrong" />
      <FailureState
        title="This page could not be shown"
        detail={isUnavailable(error) ? texts.unavailable : problemText(error)}
        busy={state === 'loading'}
        // Not a reload of the whole page, which without a connection shows the browser's own error page.
        onRetry={revalidate}
      />
    </PageLayout>
  )
}
