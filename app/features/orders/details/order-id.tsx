import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { orderPagePath } from '../paths.ts'
import type { Order } from '../schema.ts'

type OrderIdProps = {
  order: Pick<Order, '_id' | 'number'>
  /** The state of the address that the link leads to. */
  state?: unknown
  /** What stands beside the number. */
  children?: ReactNode
}

/** The number of an order as the link to its page, with the id below it, to copy. */
export function OrderId({ order: { _id, number }, state, children }: OrderIdProps) {
  return (
    <span className="grid justify-items-start @max-[704px]:not-in-[.short]:justify-items-end">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Link
          to={orderPagePath(_id)}
          state={state}
          data-row-link
          className="whitespace-nowrap font-mono text-[0.8125rem]"
        >
          {number}
        </Link>
        {children}
      </span>
      <CopyId value={_id} what="order id" isSmall />
    </span>
  )
}
