import { Outlet } from 'react-router'
import { Spinner } from '#kit/ui/mark/spinner.tsx'
import { SignedIn, signedInOnly } from '../components.tsx'
import type { Route } from './+types/signed-in-layout.ts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [signedInOnly]

/** Empty: on the first load, client middleware runs only for routes with a loader. */
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

export default function SignedInLayout() {
  return (
    <SignedIn>
      <Outlet />
    </SignedIn>
  )
}
