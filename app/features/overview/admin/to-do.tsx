import { Link } from 'react-router'
import { MAY_READ_ORDERS, type Wanted } from '#features/accounts/rights.ts'
import { LinkForRight, may } from '#features/accounts/staff-access.tsx'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import { MANAGE_OFFERS_PATH } from '#features/offers/paths.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { returnsPath } from '#features/returns/paths.ts'
import { countText, formatCount } from '#kit/text/count-text.ts'
import { monthDayText } from '#kit/text/moment-text.ts'
import {
  AlertIcon,
  BoxIcon,
  CheckIcon,
  ChevronIcon,
  ClockIcon,
  StarIcon,
  TruckIcon,
} from '#kit/ui/mark/icons.tsx'
import { LOW_LISTED } from '../limits.ts'
import { LOW_STOCK_PATH, PLANNED_PRICES_PATH } from '../paths.ts'
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
  readonly Icon: typeof AlertIcon
  readonly tone: Tone
  readonly to?: string
  /** Who may see the page that it leads to. */
  readonly right?: Wanted
  /** The orders that it is about, where no list shows them. */
  readonly orders?: Open['disputes']['orders']
}

/** How much it waits: the first is done first. */
const TONES = ['bad', 'wait', 'muted'] as const

type Tone = (typeof TONES)[number]
const TEXT_OF: Readonly<Record<Tone, string>> = { bad: 'text-bad', wait: 'text-wait', muted: 'text-muted' }

const ALERT = { Icon: AlertIcon, tone: 'bad' } as const

const isCut =
  ({ atLeast }: Open) =>
  (name: Open['atLeast'][number]): boolean =>
    atLeast.includes(name)

/** What waits most comes first. */
const itemsOf = (open: Open, low: Overview['low']): Item[] =>
  [...orderItems(open), ...otherItems(open, low.filter(endsSoon))].toSorted(
    (one, other) => TONES.indexOf(one.tone) - TONES.indexOf(other.tone),
  )

/** The orders to ship and to be paid. */
const orderItems = (open: Open): Item[] => {
  const isTotalCut = isCut(open)
  return [
    {
      key: 'late',
      count: open.late,
      isTotalCut: isTotalCut('late'),
      text: (one) => `${one ? 'order was' : 'orders were'} promised to ship before today`,
      ...ALERT,
      to: manageOrdersPath({ status: 'late', sort: 'ships' }),
      right: MAY_READ_ORDERS,
    },
    {
      key: 'to ship today',
      count: open.toShipToday,
      isTotalCut: isTotalCut('toShipToday'),
      text: (one) => `${one ? 'order' : 'orders'} to ship today`,
      Icon: TruckIcon,
      tone: 'wait',
      to: manageOrdersPath({ status: 'to_ship_today', sort: 'ships' }),
      right: MAY_READ_ORDERS,
    },
    {
      key: 'to ship',
      count: open.toShip,
      isTotalCut: isTotalCut('toShip'),
      text: (one) => `${one ? 'order' : 'orders'} to ship in all`,
      Icon: TruckIcon,
      tone: 'muted',
      to: manageOrdersPath({ status: 'to_ship', sort: 'oldest' }),
      right: MAY_READ_ORDERS,
    },
    {
      key: 'lapsing',
      count: open.lapsing,
      isTotalCut: isTotalCut('lapsing'),
      text: (one) => `unpaid ${one ? 'order lapses' : 'orders lapse'} within 24 hours`,
      Icon: ClockIcon,
      tone: 'wait',
      to: manageOrdersPath({ status: 'lapsing' }),
      right: MAY_READ_ORDERS,
    },
    {
      key: 'unpaid',
      count: open.unpaid,
      isTotalCut: isTotalCut('unpaid'),
      text: (one) => `unpaid ${one ? 'order' : 'orders'} in all`,
      Icon: ClockIcon,
      tone: 'muted',
      to: manageOrdersPath({ status: 'unpaid' }),
      right: MAY_READ_ORDERS,
    },
  ]
}

/** "dispute to answer by Dec 5" */
function disputesText(one: boolean, dueAt: string | undefined): string {
  if (dueAt === undefined) return `${one ? 'payment is' : 'payments are'} disputed at the bank`
  const day = monthDayText(dueAt, Date.now())
  return one ? `dispute to answer by ${day}` : `disputes, the first to answer by ${day}`
}

/** What customers wrote. */
const saidItems = (open: Open): Item[] => {
  const isTotalCut = isCut(open)
  return [
    {
      key: 'to answer',
      count: open.toAnswer,
      isTotalCut: isTotalCut('toAnswer'),
      text: (one) => `${one ? 'order has' : 'orders have'} a message of the customer to answer`,
      ...ALERT,
      to: manageOrdersPath({ status: 'to_answer' }),
      right: MAY_READ_ORDERS,
    },
    {
      key: 'returns',
      count: open.returns,
      isTotalCut: isTotalCut('returns'),
      text: (one) => `${one ? 'return waits' : 'returns wait'} for an answer, a refund or a replacement`,
      Icon: BoxIcon,
      tone: 'wait',
      to: returnsPath(),
      right: MAY_READ_ORDERS,
    },
    {
      key: 'offers',
      count: open.offers,
      isTotalCut: isTotalCut('offers'),
      text: (one) => `${one ? 'offer waits' : 'offers wait'} for a price or an answer`,
      ...ALERT,
      to: MANAGE_OFFERS_PATH,
      right: 'orders',
    },
    {
      key: 'new reviews',
      count: open.newReviews,
      isTotalCut: isTotalCut('newReviews'),
      text: (one) => `new ${one ? 'review' : 'reviews'} to read`,
      Icon: StarIcon,
      tone: 'wait',
      to: '/dashboard/reviews',
      right: 'products',
    },
  ]
}

/** What customers wrote, the parts that run out, and what went wrong. */
const otherItems = (open: Open, soon: Overview['low']): Item[] => {
  const isTotalCut = isCut(open)
  return [
    ...saidItems(open),
    {
      key: 'running out',
      count: soon.length,
      // The list has no more parts than these.
      isTotalCut: soon.length === LOW_LISTED,
      text: (one) => `${one ? 'part runs' : 'parts run'} out within ${SOON_DAYS} days`,
      Icon: BoxIcon,
      tone: 'wait',
      to: '#running-out',
    },
    {
      key: 'low stock',
      count: open.lowStock,
      isTotalCut: isTotalCut('lowStock'),
      text: (one) => `${one ? 'part' : 'parts'} at or below ${one ? 'its' : 'their'} reorder point`,
      Icon: BoxIcon,
      tone: 'wait',
      to: LOW_STOCK_PATH,
      right: 'products',
    },
    {
      key: 'plans to decide',
      count: open.plansToDecide,
      isTotalCut: isTotalCut('plansToDecide'),
      text: (one) =>
        `planned ${one ? 'price' : 'prices'} to decide: the prices of now were changed after planning`,
      Icon: ClockIcon,
      tone: 'wait',
      to: PLANNED_PRICES_PATH,
      right: 'products',
    },
    {
      key: 'disputes',
      count: open.disputes.count,
      isTotalCut: isTotalCut('disputes'),
      text: (one) => disputesText(one, open.disputes.dueAt),
      ...ALERT,
      to: manageOrdersPath({ status: 'disputed' }),
      right: MAY_READ_ORDERS,
    },
    {
      key: 'held',
      ...open.held,
      isTotalCut: isTotalCut('held'),
      text: (one) =>
        `${one ? 'part is' : 'parts are'} held for more than half of the stock by the unpaid orders of one account`,
      ...ALERT,
    },
    {
      key: 'mails',
      ...open.mailsFailing,
      text: (one) => `${one ? 'mail' : 'mails'} could not be sent and will be tried again`,
      ...ALERT,
    },
    {
      key: 'refunds',
      ...open.refundsFailing,
      isTotalCut: isTotalCut('refundsFailing'),
      text: (one) => `${one ? 'refund has' : 'refunds have'} failed`,
      ...ALERT,
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

function ToDoItem({ item }: { item: Item }) {
  const { count, isTotalCut, text, Icon, tone, to, right, orders = [] } = item
  const number = (
    <>
      <Icon size={20} className={`shrink-0 ${TEXT_OF[tone]}`} />
      <span className="min-w-18 text-end font-semibold text-lg">
        {countText({ total: count, isTotalCut })}
      </span>
    </>
  )
  const place = 'flex min-h-12 items-center gap-3 px-1 py-2'
  if (to !== undefined && (right === undefined || may(right)))
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
          <LinkForRight
            right={MAY_READ_ORDERS}
            key={_id}
            to={orderPagePath(_id)}
            className="inline-flex min-h-6 items-center font-mono text-sm"
          >
            {orderNumber}
          </LinkForRight>
        ))}
        {orders.length > 0 && more > 0 && (
          <span className="text-muted text-sm">{`and ${formatCount(more)} more`}</span>
        )}
      </span>
    </li>
  )
}
