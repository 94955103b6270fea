import type { ReactNode } from 'react'
import { Link, Outlet, useRevalidator, useRouteError } from 'react-router'
import { currentSession } from '#features/accounts/browser-session.ts'
import { fetchStanding } from '#features/accounts/client.ts'
import { redirectToLogin, signOutIfForbidden, withOwnEmail } from '#features/accounts/components.tsx'
import { SignInAgain } from '#features/accounts/own-security.ts'
import { FACTOR_PLACE, knownStaff, noteStanding } from '#features/accounts/staff-access.tsx'
import { accountTexts } from '#features/accounts/texts.ts'
import { problemText } from '#kit/browser/client.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { type AdminCheck, adminCheckContext } from '../frame/admin-check.ts'
import { Sidebar } from '../frame/sidebar.tsx'
import type { Route } from './+types/dashboard-layout.ts'

/**
 * When the check fails, the last answer still counts, so that the dashboard stays around the page that cannot be loaded;
 * every call checks the rights again. Without one, the loader throws the error: the error boundary shows it, and the
 * user stays signed in.
 */
async function checkAdmin(request: Request): Promise<AdminCheck> {
  const session = currentSession()
  if (!session) throw await redirectToLogin(request)
  try {
    const standing = await withOwnEmail(session, ({ email }) => fetchStanding(email))
    return noteStanding(session.email, standing)
  } catch (error) {
    if (signOutIfForbidden(error)) throw await redirectToLogin(request)
    return knownStaff(session.email) ?? { error }
  }
}

export const meta: Route.MetaFunction = () => privateMeta('Dashboard')

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request, context }) => {
    context.set(adminCheckContext, await checkAdmin(request))
  },
]

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const check = context.get(adminCheckContext)
  if ('error' in check) throw check.error
  const { isStaff, lacksFactor } = check
  const isShown = isStaff && !lacksFactor
  return { lacksFactor, admin: isShown ? (await import('../admin/admin-menu.tsx')).adminMenu() : undefined }
}
clientLoader.hydrate = true as const

/** The check runs on every navigation, so a change of the role shows on the next one. */
export const shouldRevalidate = () => true

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  return (
    <DashboardFrame sidebar={<Sidebar admin={loaderData.admin} />} isOfStaff={loaderData.admin !== undefined}>
      {loaderData.admin?.notice}
      {loaderData.lacksFactor && (
        <Notice tone="waiting" action={<Link to={FACTOR_PLACE}>Set up second factor</Link>}>
          {accountTexts.factor.required}
        </Notice>
      )}
      <Outlet />
      <SignInAgain />
    </DashboardFrame>
  )
}

type DashboardFrameProps = { sidebar?: ReactNode; isOfStaff?: boolean; children: ReactNode }

function DashboardFrame({ sidebar, isOfStaff, children }: DashboardFrameProps) {
  return (
    <PageLayout className="[--page-width:none]">
      {/* At least as high as the window, so that the footer does not move when the data arrives. */}
      <div
        {...(isOfStaff && { 'data-desk': true })}
        className="flex min-h-svh flex-col gap-6 md:flex-row md:gap-8"
      >
        {sidebar}
        <div className="grid min-w-0 not-has-[[data-wide-page]]:max-w-300 flex-1 grid-cols-1 content-start gap-6 md:gap-8">
          {children}
        </div>
      </div>
    </PageLayout>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  return (
    <DashboardFrame>
      <PageHeading title="Dashboard" />
      <FailureState
        title="The dashboard could not be loaded"
        detail={problemText(error)}
        busy={state === 'loading'}
        onRetry={revalidate}
      />
    </DashboardFrame>
  )
}
