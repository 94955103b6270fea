import { Navigate, Outlet, useLocation } from 'react-router'
import { pathAfterEnd, toLogin } from '#features/accounts/parts.tsx'
import { currentSession, useSession } from '#features/accounts/session.ts'
import { Spinner } from '#kit/ui/spinner.tsx'
import type { Route } from './+types/signed-in-layout.ts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (!currentSession()) throw toLogin(request)
  },
]

/** Empty, and there because the guard above runs on the first load only where something loads. */
export async function clientLoader() {
  return null
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
      <Spinner />
      <noscript>This page needs JavaScript.</noscript>
    </main>
  )
}

/** Lets signed-in visitors in. Signing out, here or in another tab, leads to the sign-in page. */
export default function SignedInLayout() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session === null) return <Navigate to={pathAfterEnd(pathname + search)} replace />
  return <Outlet />
}
