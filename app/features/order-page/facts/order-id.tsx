import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { orderPagePath } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'

type OrderIdProps = {
  order: Pick<Order, '_id' | 'number'>
  /** The state of the address that the link leads to. */
  state?: unknown
  /** In a dense table one line, without the text of the id. */
  isDense?: boolean
  /** What stands beside the number is below it, with a button that copies the id. */
  isInLine?: boolean
  /** What stands beside the number. */
  children?: ReactNode
}

/** The number of an order as the link to its page, with the id below it, to copy. */
export function OrderId({ order: { _id, number }, state, isDense, isInLine, children }: OrderIdProps) {
  const link = (
    <Link
      to={orderPagePath(_id)}
      state={state}
      data-row-link
      className="whitespace-nowrap font-mono text-[0.8125rem]"
    >
      {number}
    </Link>
  )
  const id = <CopyId value={_id} what="order id" isSmall />
  if (isInLine)
    return (
      <span className="grid justify-items-start gap-x-4 @min-[1300px]:flex @min-[1300px]:items-center">
        {link}
        <span className="flex flex-wrap items-center gap-x-2 @min-[1300px]:flex-nowrap [&_[title]:not(time)]:sr-only">
          {children}
          {id}
        </span>
      </span>
    )
  return (
    <span
      className={classNames(
        'grid justify-items-start @max-[704px]:not-in-[.short]:justify-items-end',
        isDense &&
          '@min-[960px]:flex @min-[960px]:items-center @min-[960px]:gap-x-1 @max-[448px]:[&>span:last-child]:sr-only @min-[960px]:@max-[1300px]:[&>span:last-child>[title]]:sr-only',
      )}
    >
      <span className="flex flex-wrap items-baseline gap-x-2">
        {link}
        {children}
      </span>
      {id}
    </span>
  )
}
