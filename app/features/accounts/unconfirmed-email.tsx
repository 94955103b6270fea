import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { fetchAccount, useSession } from './browser-session.ts'

/** Whether the account has an unconfirmed address; undefined until that is known, and for visitors. */
export function useIsEmailUnconfirmed(): boolean | undefined {
  const email = useSession()?.email
  const [known, setKnown] = useState<{ email: string; isUnconfirmed: boolean }>()
  useEffect(() => {
    if (email === undefined) return
    void fetchAccount().then(({ isUnconfirmed }) => setKnown({ email, isUnconfirmed }))
  }, [email])
  return known?.email === email ? known?.isUnconfirmed : undefined
}

/**
 * A link to the page that sends the confirmation mail again, after `children`; only for accounts with an unconfirmed
 * address.
 */
export function ConfirmEmailLink({ children }: { children?: ReactNode }) {
  if (!useIsEmailUnconfirmed()) return null
  return (
    <>
      {children}
      <Link to="/verify-email">Send the confirmation mail again</Link>
    </>
  )
}
