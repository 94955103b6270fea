import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import { SAMPLE_CUSTOMERS } from './customers.ts'
import { between, lowOf, oneOf, type Random, randomOf } from './random.ts'

/** The sample trade is the same in each shop that starts it at the same moment with the same parts. */
const SEED = 20_260

const ORDERS = 300
const DAYS = 90

/** The youngest thing of the plan is so old: nothing of it is in the future of any process. */
const YOUNGEST_MS = 10 * MINUTE_MS

const OPENS_MS = 13 * HOUR_MS
const CLOSES_MS = 20 * HOUR_MS

/** An order as it is planned; its parts are chosen when it is placed, from what there is then. */
export interface PlannedOrder {
  readonly number: number
  /** The place of its customer in the list. */
  readonly customer: number
  readonly at: number
  /** What becomes of it at first, and when. An unpaid one lapses when its hold is over. */
  readonly end: 'paid' | 'cancelled' | 'unpaid'
  readonly endsAt: number
  readonly isBig: boolean
  readonly isExpress: boolean
  readonly poNumber: string | undefined
  readonly note: string | undefined
  /** Of the chances that choose its parts. */
  readonly seed: number
}

/** What is done at a time. `half` ships about half of the pieces, `all` what is left. */
export type Step = { readonly at: number; readonly order: PlannedOrder } & (
  | { readonly kind: 'place' }
  | { readonly kind: 'ship'; readonly part: 'half' | 'all' }
  | { readonly kind: 'refund'; readonly of: 'pieces' | 'delivery' | 'everything' }
)

/** All steps of a sample trade that was started at a time (ms), in their sequence. */
export function planTrade(startedAt: number): readonly Step[] {
  const random = randomOf(SEED)
  const orders = timesOf(startedAt, random).map((at, index) => planOrder(at, index + 1, startedAt, random))
  return orders
    .flatMap((order) => stepsOf(order, startedAt, randomOf(order.seed)))
    .filter(({ kind, at }) => kind === 'place' || at <= startedAt - YOUNGEST_MS)
    .sort((one, other) => one.at - other.at || one.order.number - other.order.number)
}

const isWeekend = (ms: number): boolean => [0, 6].includes(new Date(ms).getUTCDay())

/** More on working days than on others, and more as the weeks go on. */
function timesOf(startedAt: number, random: Random): number[] {
  const today = Math.floor(startedAt / DAY_MS) * DAY_MS
  const days = Array.from({ length: DAYS }, (_, index) => {
    const begins = today - (DAYS - 1 - index) * DAY_MS
    const closes = Math.min(begins + CLOSES_MS, startedAt - HOUR_MS)
    const opens = Math.min(begins + OPENS_MS, closes)
    const weight = (isWeekend(begins) ? 0.2 : 1) * (0.7 + (0.7 * index) / DAYS)
    return { opens, closes, weight: closes <= begins ? 0 : weight }
  })
  const all = days.reduce((sum, { weight }) => sum + weight, 0)
  const dayAt = (share: number) => {
    let until = 0
    return days.find(({ weight }) => {
      until += weight
      return until > share * all
    })
  }
  return Array.from({ length: ORDERS }, (_, index) => {
    const { opens = 0, closes = 0 } = dayAt((index + random()) / ORDERS) ?? {}
    return Math.round(between(random, opens, closes))
  }).sort((one, other) => one - other)
}

const NOTES = [
  'Deliver to the goods entrance.',
  'Please pack each size in a bag of its own.',
  'Call before delivery.',
  'Certificates by e-mail, please.',
]

function planOrder(at: number, number: number, startedAt: number, random: Random): PlannedOrder {
  const ageDays = (startedAt - at) / DAY_MS
  // Customers come one after another, and the first ones order most.
  const known = Math.min(SAMPLE_CUSTOMERS.length, 8 + Math.floor((DAYS - ageDays) / 3))
  const end = endOf(random(), ageDays)
  return {
    number,
    customer: lowOf(random, known, 1.6),
    at,
    end,
    endsAt: at + between(random, 1, end === 'cancelled' ? 40 : 9) * MINUTE_MS,
    isBig: random() < 0.06,
    isExpress: random() < 0.18,
    poNumber: random() < 0.55 ? `PO-${10_000 + Math.floor(random() * 90_000)}` : undefined,
    note: random() < 0.12 ? oneOf(random, NOTES) : undefined,
    seed: Math.floor(random() * 2 ** 31),
  }
}

function endOf(chance: number, ageDays: number): PlannedOrder['end'] {
  if (chance < 0.04) return 'cancelled'
  // Not those whose hold is about to end: they would be reminded of it at once.
  const isUnpaid = (chance < 0.08 && ageDays > 4) || (chance < 0.3 && ageDays < 1.5)
  return isUnpaid ? 'unpaid' : 'paid'
}

function stepsOf(order: PlannedOrder, startedAt: number, random: Random): Step[] {
  // A payment gets its invoice, whose numbers go up with the time.
  const placed: Step = { kind: 'place', at: order.endsAt, order }
  if (order.end !== 'paid') return [placed]
  const chance = random()
  if (chance < 0.02)
    return [
      placed,
      { kind: 'refund', of: 'everything', at: order.endsAt + between(random, 2, 20) * HOUR_MS, order },
    ]
  // A few wait for too long.
  const isLate = chance > 0.985 && startedAt - order.at < 30 * DAY_MS
  if (isLate) return [placed]
  const first = packedAt(order.endsAt, lowOf(random, 3, 1.8), random)
  const second = random() < 0.13 ? packedAt(first, 1 + lowOf(random, 4, 1), random) : undefined
  const shipped: Step[] =
    second === undefined
      ? [{ kind: 'ship', part: 'all', at: first, order }]
      : [
          { kind: 'ship', part: 'half', at: first, order },
          { kind: 'ship', part: 'all', at: second, order },
        ]
  if (chance > 0.1) return [placed, ...shipped]
  const of = chance < 0.07 ? 'pieces' : 'delivery'
  const at = workingTime((second ?? first) + between(random, 2, 9) * DAY_MS)
  return [placed, ...shipped, { kind: 'refund', of, at, order }]
}

/** When parcels leave that are packed so many days later: on a working day, and not before. */
function packedAt(after: number, days: number, random: Random): number {
  const day = Math.floor(after / DAY_MS) * DAY_MS + days * DAY_MS
  return workingTime(Math.max(after + HOUR_MS, day + between(random, 14, 20) * HOUR_MS))
}

/** The same time, or that of the next working day. */
const workingTime = (at: number): number => (isWeekend(at) ? workingTime(at + DAY_MS) : Math.round(at))
