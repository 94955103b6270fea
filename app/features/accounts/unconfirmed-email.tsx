import { type ReactNode, useEffect, useState } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { fetchAccount, useSession } from './browser-session.ts'
import { type HoldHours, hoursText } from './hold-hours.ts'

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

/** How long the pieces are held, before they are ordered: by the account, once it is known. Two lines high at all times. */
export function HoldNote({ className = '' }: { className?: string }) {
  const shop = useRouteLoaderData<() => { hold: HoldHours }>('root')
  const isUnconfirmed = useIsEmailUnconfirmed()
  if (!shop) return null
  return (
    <p className={`min-h-10 text-muted text-sm ${className}`}>
      <HoldWords {...shop.hold} isUnconfirmed={isUnconfirmed} />
    </p>
  )
}

type HoldWordsProps = HoldHours & { isUnconfirmed: boolean | undefined }

function HoldWords({ hours, unconfirmedHours, isUnconfirmed }: HoldWordsProps) {
  const text = `The pieces are held for ${hoursText(hours)} until you pay`
  if (unconfirmedHours === undefined || isUnconfirmed === false) return `${text}.`
  const short = hoursText(unconfirmedHours)
  if (isUnconfirmed === undefined) return `${text}, and for ${short} until your e-mail is confirmed.`
  return (
    <>
      {`The pieces are held for ${short} until you `}
      <Link to="/verify-email">confirm your e-mail</Link>
      {`, then for ${hoursText(hours)}.`}
    </>
  )
}
