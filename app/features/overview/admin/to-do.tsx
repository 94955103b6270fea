import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { countText, formatCount } from '#kit/text/count-text.ts'
import { AlertIcon, BoxIcon, CheckIcon, ChevronIcon, ClockIcon, TruckIcon } from '#kit/ui/mark/icons.tsx'
import { LOW_LISTED } from '../limits.ts'
import { LOW_STOCK_PATH } from '../paths.ts'
import type { Overview } from '../schema.ts'
import { endsSoon } from './soon-parts.ts'
import { SOON_DAYS } from './texts.ts'

type Open = Overview['open']

interface Item {
  readonly key: string
  readonly count: number
  readonly isTotalCut?: boolean
  /** What so many are, after their number. */
  readonly text: (one: boolean) => string
  readonly icon: ReactNode
  readonly to?: string
  /** The orders that it is about, where no list shows them. */
  readonly orders?: Open['disputes']['orders']
}

const ALERT = <AlertIcon size={20} className="text-bad" />

const isCut =
  ({ atLeast }: Open) =>
  (name: Open['atLeast'][number]): boolean =>
    atLeast.includes(name)

const itemsOf = (open: Open, low: Overview['low']): Item[] => [
  ...orderItems(open),
  ...otherItems(open, low.filter(endsSoon)),
]

/** The orders to ship and to be paid. */
const orderItems = (open: Open): Item[] => {
  const isTotalCut = isCut(open)
  return [
    {
      key: 'late',
      count: open.late,
      isTotalCut: isTotalCut('late'),
      text: (one) => `${one ? 'order was' : 'orders were'} promised to ship before today`,
      icon: ALERT,
      to: manageOrdersPath({ status: 'late', sort: 'ships' }),
    },
    {
      key: 'to ship today',
      count: open.toShipToday,
      isTotalCut: isTotalCut('toShipToday'),
      text: (one) => `${one ? 'order' : 'orders'} to ship today`,
      icon: <TruckIcon size={20} className="text-wait" />,
      to: manageOrdersPath({ status: 'to_ship_today', sort: 'ships' }),
    },
    {
      key: 'to ship',
      count: open.toShip,
      isTotalCut: isTotalCut('toShip'),
      text: (one) => `${one ? 'order' : 'orders'} to ship in all`,
      icon: <TruckIcon size={20} className="text-muted" />,
      to: manageOrdersPath({ status: 'to_ship' }),
    },
    {
      key: 'lapsing',
      count: open.lapsing,
      isTotalCut: isTotalCut('lapsing'),
      text: (one) => `unpaid ${one ? 'order lapses' : 'orders lapse'} within 24 hours`,
      icon: <ClockIcon size={20} className="text-wait" />,
      to: manageOrdersPath({ status: 'lapsing' }),
    },
    {
      key: 'unpaid',
      count: open.unpaid,
      isTotalCut: isTotalCut('unpaid'),
      text: (one) => `unpaid ${one ? 'order' : 'orders'} in all`,
      icon: <ClockIcon size={20} className="text-muted" />,
      to: manageOrdersPath({ status: 'unpaid' }),
    },
  ]
}

/** The parts that run out, and what went wrong. */
const otherItems = (open: Open, soon: Overview['low']): Item[] => {
  const isTotalCut = isCut(open)
  return [
    {
      key: 'running out',
      count: soon.length,
      // The list has no more parts than these.
      isTotalCut: soon.length === LOW_LISTED,
      text: (one) => `${one ? 'part runs' : 'parts run'} out within ${SOON_DAYS} days`,
      icon: <BoxIcon size={20} className="text-wait" />,
      to: '#running-out',
    },
    {
      key: 'low stock',
      count: open.lowStock,
      isTotalCut: isTotalCut('lowStock'),
      text: (one) => `${one ? 'part' : 'parts'} at or below ${one ? 'its' : 'their'} reorder point`,
      icon: <BoxIcon size={20} className="text-wait" />,
      to: LOW_STOCK_PATH,
    },
    {
      key: 'disputes',
      count: open.disputes.count,
      isTotalCut: isTotalCut('disputes'),
      text: (one) => `${one ? 'payment is' : 'payments are'} disputed at the bank`,
      icon: ALERT,
      to: manageOrdersPath({ status: 'disputed' }),
    },
    {
      key: 'held',
      ...open.held,
      isTotalCut: isTotalCut('held'),
      text: (one) =>
        `${one ? 'part is' : 'parts are'} held for more than half of the stock by the unpaid orders of one account`,
      icon: ALERT,
    },
    {
      key: 'mails',
      ...open.mailsFailing,
      text: (one) => `${one ? 'mail' : 'mails'} could not be sent and will be tried again`,
      icon: ALERT,
    },
    {
      key: 'refunds',
      ...open.refundsFailing,
      isTotalCut: isTotalCut('refundsFailing'),
      text: (one) => `${one ? 'refund has' : 'refunds have'} failed`,
      icon: ALERT,
    },
  ]
}

/** What waits to be done, each with the list behind it. */
export function ToDo({ open, low }: Pick<Overview, 'open' | 'low'>) {
  const items = itemsOf(open, low).filter(({ count }) => count > 0)
  if (items.length === 0)
    return (
      <p className="flex items-center gap-2 border-line border-y py-3 text-muted">
        <CheckIcon size={20} className="text-good" />
        Nothing waits to be done.
      </p>
    )
  return (
    <ul className="border-line border-t">
      {items.map((item) => (
        <ToDoItem key={item.key} item={item} />
      ))}
    </ul>
  )
}

function ToDoItem({ item: { count, isTotalCut, text, icon, to, orders = [] } }: { item: Item }) {
  const number = (
    <>
      {icon}
      <span className="min-w-18 text-end font-semibold text-lg">
        {countText({ total: count, isTotalCut })}
      </span>
    </>
  )
  const place = 'flex min-h-12 items-center gap-3 px-1 py-2'
  if (to !== undefined)
    return (
      <li className="border-line border-b">
        <Link to={to} className={`${place} text-ink no-underline hover:bg-sunken hover:underline`}>
          {number}
          <span className="min-w-0">{text(count === 1)}</span>
          <ChevronIcon className="ml-auto text-muted" />
        </Link>
      </li>
    )
  const more = count - orders.length
  return (
    <li className={`${place} border-line border-b`}>
      {number}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        {text(count === 1)}
        {orders.map(({ _id, number: orderNumber }) => (
          <Link
            key={_id}
            to={orderPagePath(_id)}
            className="inline-flex min-h-6 items-center font-mono text-sm"
          >
            {orderNumber}
          </Link>
        ))}
        {orders.length > 0 && more > 0 && (
          <span className="text-muted text-sm">{`and ${formatCount(more)} more`}</span>
        )}
      </span>
    </li>
  )
}
