import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { safeReturnTo, useSession } from '../browser-session.ts'

type SignInPageProps = { title: ReactNode; lead?: ReactNode; children: ReactNode }

/** The narrow page of one short form. */
export function FormPage({ title, lead, children }: SignInPageProps) {
  return (
    <PageLayout width="form">
      <div className="grid grid-cols-1 gap-6">
        <PageHeading title={title} lead={lead} />
        {children}
        <noscript>This form needs JavaScript.</noscript>
      </div>
    </PageLayout>
  )
}

/**
 * Where who has signed in goes: to the page that was wanted, else to where he or she starts. Loaded then, since nobody needs it
 * before.
 */
export const pageAfter = async (returnTo: string): Promise<string> =>
  returnTo === '/'
    ? import('./landing.ts').then(
        ({ landingPath }) => landingPath(),
        () => '/',
      )
    : returnTo

/**
 * Redirects a signed-in visitor to `returnTo`, staff without one to the overview, and replaces the history entry, so that Back
 * does not show the form. `hiding` is the class that hides the form until then.
 */
export function useReturnTo(): { returnTo: string; hiding: string } {
  const session = useSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const returnTo = safeReturnTo(search.get('returnTo'))
  useEffect(() => {
    if (!session) return
    let isOver = false
    void pageAfter(returnTo).then((path) => isOver || navigate(path, { replace: true }))
    return () => {
      isOver = true
    }
  }, [session, returnTo, navigate])
  const hiding = session === undefined ? 'in-data-[session=in]:invisible' : session ? 'invisible' : ''
  return { returnTo, hiding }
}

/** The message of the sign-in service; `help` is a link shown beside it. */
export function SignInError({ error, help }: { error: unknown; help?: ReactNode }) {
  if (error === null) return null
  return (
    <Notice tone="bad" className="mb-2" action={help}>
      {`Error: ${problemText(error)}`}
    </Notice>
  )
}

/** A submit button, disabled until the page is hydrated: before, the browser would submit the form itself. */
export function HydratedButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const isHydrated = useSession() !== undefined
  return <Button {...rest} type="submit" disabled={disabled || !isHydrated} />
}
