import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/button.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { PageLayout } from '#kit/ui/page-layout.tsx'
import { safeReturnTo, useSession } from './browser-session.ts'

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
 * Sends whoever is signed in on to where they came from, in the place of this page: Back never shows the form
 * again. `hiding` keeps the form out of sight meanwhile.
 */
export function useReturnTo(): { returnTo: string; hiding: string } {
  const session = useSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const returnTo = safeReturnTo(search.get('returnTo'))
  useEffect(() => {
    if (session) navigate(returnTo, { replace: true })
  }, [session, returnTo, navigate])
  const hiding = session === undefined ? 'in-data-[session=in]:invisible' : session ? 'invisible' : ''
  return { returnTo, hiding }
}

/** What the sign-in service said, in its words, and beside it what helps, as a link. */
export function SignInError({ error, help }: { error: unknown; help?: ReactNode }) {
  if (error === null) return null
  return (
    <Notice tone="bad" className="mb-2" action={help}>
      {`Error: ${problemText(error)}`}
    </Notice>
  )
}

/** A form's button that waits for the page to wake: sent before, the form would leave the page with its fields. */
export function HydratedButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const isAwake = useSession() !== undefined
  return <Button {...rest} type="submit" disabled={disabled || !isAwake} />
}
