import { Link } from 'react-router'
import { ConfirmEmailLink } from '#features/accounts/unconfirmed-email.tsx'
import { MY_ORDERS_PATH } from '#features/orders/paths.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { orderNotice } from './order-refusals.ts'

type OrderRefusalProps = {
  /** What the form threw; null without an error. */
  error: unknown
  className?: string
}

/** Why an order was not placed, with the ways out where it exceeds the limits of unpaid orders. */
export function OrderRefusal({ error, className }: OrderRefusalProps) {
  if (error === null) return null
  const { text, limit } = orderNotice(error)
  const action = limit && (
    <>
      {limit.hasUnpaid && <Link to={MY_ORDERS_PATH}>My Orders</Link>}
      <ConfirmEmailLink />
    </>
  )
  return (
    <Notice tone="bad" action={action} {...(className !== undefined && { className })}>
      {text}
    </Notice>
  )
}
