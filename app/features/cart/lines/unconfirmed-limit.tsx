import { Link, useRouteLoaderData } from 'react-router'
import type { HoldHours } from '#features/accounts/hold-hours.ts'
import { useIsEmailUnconfirmed } from '#features/accounts/unconfirmed-email.tsx'
import { formatTotal } from '#kit/money.ts'

/** What an account can order before its e-mail is confirmed: said to such accounts alone, and plainly when the cart is over it. */
export function UnconfirmedLimit({ total }: { total: number }) {
  const most = useRouteLoaderData<() => { hold: HoldHours }>('root')?.hold.unconfirmedMost
  const isUnconfirmed = useIsEmailUnconfirmed() === true
  if (!most || !isUnconfirmed) return null
  const isOver = total > most.dollars
  return (
    <p className={`cart-limit text-sm ${isOver ? 'text-wait' : 'text-muted'}`}>
      {'Until you '}
      <Link to="/verify-email">confirm your e-mail</Link>
      {`, you can have ${most.orders} unpaid orders, worth ${formatTotal(most.dollars)} in all.`}
      {isOver && ' This cart is over that: confirm your e-mail first.'}
    </p>
  )
}
