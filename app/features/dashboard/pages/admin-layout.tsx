import { Outlet } from 'react-router'
import { signOut } from '#features/accounts/browser-session.ts'
import { redirectWithCode } from '#kit/browser/page-code.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { adminCheckContext } from '../frame/admin-check.ts'
import type { Route } from './+types/admin-layout.ts'

/** Others than admins are signed out. There is no `returnTo`: it would lead them here again. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ context }) => {
    const check = context.get(adminCheckContext)
    if ('error' in check || check.admin) return
    void signOut()
    notify.error('This part of the dashboard is for admins. You have been signed out.')
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
