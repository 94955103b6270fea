import { Outlet } from 'react-router'
import { signOut } from '#features/accounts/browser-session.ts'
import { FACTOR_PLACE } from '#features/accounts/staff-access.tsx'
import { redirectWithCode } from '#kit/browser/page-code.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { adminCheckContext } from '../frame/admin-check.ts'
import type { Route } from './+types/admin-layout.ts'

/**
 * Others than staff are signed out, and staff who need a second factor are led to set one up; of the staff each call says who may
 * not. There is no `returnTo`: it would lead them here again.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ context }) => {
    const check = context.get(adminCheckContext)
    if ('error' in check || (check.isStaff && !check.lacksFactor)) return
    if (check.isStaff) throw await redirectWithCode(FACTOR_PLACE)
    void signOut()
    notify.error('This part of the dashboard is for staff. You have been signed out.')
    throw await redirectWithCode('/login')
  },
]

/** Empty: on the first load, client middleware runs only for routes with a loader. */
export async function clientLoader() {
  return null
}
clientLoader.hydrate = true as const

export default function AdminLayout() {
  return <Outlet />
}
