import { Outlet } from 'react-router'
import { signOut } from '#features/accounts/browser-session.ts'
import { adminCheckContext } from '#features/dashboard/admin-check.ts'
import { redirectWithCode } from '#kit/browser/page-code.ts'
import { notify } from '#kit/ui/toaster.tsx'
import type { Route } from './+types/admin-layout.ts'

/** Lets admins in. Others are signed out, without a way back: it would lead them here, and out, again. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ context }) => {
    const check = context.get(adminCheckContext)
    if ('error' in check || check.admin) return
    void signOut()
    notify.error('This part of the dashboard is for admins. You have been signed out.')
    throw await redirectWithCode('/login')
  },
]

/** Empty, and there because the guard above runs on the first load only where something loads. */
export async function clientLoader() {
  return null
}
clientLoader.hydrate = true as const

export default function AdminLayout() {
  return <Outlet />
}
