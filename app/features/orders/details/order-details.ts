import '../tables.ts'
import type { Selectable } from 'kysely'
import { findEmails, type SignedInUser } from '#features/accounts/accounts.ts'
import { hasRight, MAY_READ_ORDERS } from '#features/accounts/rights.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { centsToDollars } from '#kit/money.ts'
import { toIso } from '#kit/time.ts'
import { findDisputes } from '../disputes/order-disputes.ts'
import { fromAbove, type RefundRecord, type ReturnedStep } from '../handed/handed.ts'
import { leftToRefund, type RefundedLine, readGoneParts, readRefundedParts } from '../left-to-refund.ts'
import { sumPieces } from '../left-to-ship.ts'
import { notAmongThem, readableOrders } from '../owners/own-orders.ts'
import { goneDetail } from '../records/gone-shipment.ts'
import { orderNotFound } from '../records/lock-order.ts'
import { type OrderWithLines, selectAllOrders, toOrder, withOwnLines } from '../records/order-rows.ts'
import { heldCents, refundableCents } from '../records/refundable.ts'
import { findRestockable } from '../records/restockable.ts'
import { type OrderWithShipments, toManagedOrder, withOwnShipments } from '../records/shipment-rows.ts'
import type {
  Order,
  OrderDetails,
  OrderDispute,
  OrderRefund,
  RefundedAmount,
  RefundedOf,
  Shipment,
  ShipmentLine,
  TimelineEvent,
} from '../schema.ts'
import {
  type EventSource,
  LINK_ACTOR,
  type OrderEventKind,
  orderEventKinds,
  PROVIDER_ACTOR,
  SHOP_ACTOR,
} from '../states.ts'
import { isOwed } from '../transitions/on-account.ts'
import { changedDetail } from './timeline-text.ts'

/** The order, for those who may read it; a cancelled one for staff only. See {@link findReadableOrder}. */
export async function findOrderFor(db: Db, reader: SignedInUser, orderId: string): Promise<Order> {
  const order = await findReadableOrder(db, reader, orderId)
  if (hasRight(reader, MAY_READ_ORDERS)) return toManagedOrder(await withOwnShipments(db, order))
  if (order.cancelled_at !== null) throw orderNotFound()
  return toOrder(order)
}

/** The same with its events and shipments, and for staff with its refunds. */
export async function findOrderDetails(db: Db, reader: SignedInUser, orderId: string): Promise<OrderDetails> {
  const isManaged = hasRight(reader, MAY_READ_ORDERS)
  const order = await withOwnShipments(db, await findReadableOrder(db, reader, orderId))
  const rows = await findEvents(db, order)
  const hasMoney = order.paid_at !== null || order.account_days !== null
  const steps = hasMoney ? await fromAbove().listReturnSteps(db, orderId) : []
  const actors = [...rows, ...steps].map(({ actor }) => actor)
  const emails = isManaged ? await findEmails(db, actors) : undefined
  const former = isManaged ? await findFormerContacts(db, orderId) : undefined
  const creditNotes = hasMoney ? await fromAbove().listCreditNotes(db, orderId) : []
  const refunds = hasMoney ? await fromAbove().listRefunds(db, orderId) : []
  const receipts = order.account_days === null ? undefined : await fromAbove().listReceipts(db, orderId)
  return {
    ...(isManaged ? toManagedOrder(order) : toOrder(order)),
    events: [
      ...rows.map((row) => ({
        ...toEvent(withFormerContact(row, former?.get(row.id)), order.user_id, emails?.get(row.actor)),
        ...refundOf(row, refunds),
      })),
      ...steps.map((step) => toReturned(step, emails?.get(step.actor))),
    ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    shipments: isManaged ? [...order.shipments] : order.shipments.map(withoutReason),
    ...(creditNotes.length > 0 && { creditNotes }),
    ...(receipts && { receipts }),
    ...(isManaged && (await staffOnlyMembers(db, order, refunds))),
  }
}

const withoutReason = ({ lostReason: _, ...shipment }: Shipment): Shipment => shipment

async function staffOnlyMembers(db: Db, order: OrderWithShipments, refunds: readonly RefundRecord[]) {
  const restockable = await findRestockable(db, order)
  const disputes = await listDisputes(db, order)
  return {
    refunds: refunds.map(toRefund),
    ...((order.paid_at !== null || isOwed(order)) && {
      refundableAmount: centsToDollars(refundableCents(order)),
      ...(heldCents(order) > 0 && { heldAmount: centsToDollars(heldCents(order)) }),
      ...(disputes.length > 0 && { disputes }),
      refundable: toRefundable(order, refunds),
    }),
    ...(restockable.length > 0 && { restockable }),
  }
}

/** What of lines and delivery is left after the refunds that have not failed; a line with none left is left out. */
function toRefundable(row: OrderWithLines, refunds: readonly RefundRecord[]): OrderDetails['refundable'] {
  const counting = refunds.filter(({ state }) => state !== 'failed').map(readGoneParts)
  const { lines, deliveryCents } = leftToRefund(toOrder(row), counting)
  return {
    lines: lines.filter(({ quantity }) => quantity > 0).map(toAmount),
    delivery: centsToDollars(deliveryCents),
  }
}

/**
 * The order, also a cancelled one, for its owner and for staff. Refused (404) for everyone else, so that its existence stays
 * hidden.
 */
export async function findReadableOrder(
  db: Db,
  reader: SignedInUser,
  orderId: string,
): Promise<OrderWithLines> {
  const row = await selectAllOrders(db)
    .where('orders.id', '=', orderId)
    .where(readableOrders(reader))
    .executeTakeFirst()
  if (!row) throw notAmongThem(reader, MAY_READ_ORDERS)
  return withOwnLines(db, row)
}

type EventRow = Selectable<Schema['order_events']> & { readonly actor_name?: string }

/** An order has a few events; this bounds those of a customer who changes it again and again. */
const MAXIMUM_EVENTS = 500

/** How the order began and its newest events, oldest first. */
async function findEvents(db: Db, { id: orderId, company_id }: OrderWithLines): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy((eb) => eb.case().when('kind', 'in', ['placed', 'held']).then(0).else(1).end())
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAXIMUM_EVENTS)
    .execute()
  const approvals = company_id === null ? [] : await findApprovals(db, orderId)
  const covered = await findCovered(db, orderId)
  return [...rows, ...approvals, ...covered].sort(
    (one, other) => one.at - other.at || rank(one) - rank(other),
  )
}

/** Who asked for its approval and who decided, as events: the newest of them. */
async function findApprovals(db: Db, orderId: string): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('order_approvals')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAXIMUM_EVENTS)
    .execute()
  return rows.map(({ note, ...row }) => ({ ...row, detail: note, ...NONE_GONE }))
}

const NONE_GONE = { shipment_id: null, pieces: null, carrier: null, is_lost: null }

/** When pieces came into stock that it lacked, as events. */
async function findCovered(db: Db, orderId: string): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('covered_backorders')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAXIMUM_EVENTS)
    .execute()
  return rows.map(({ lines, ...row }) => {
    const pieces = sumPieces(JSON.parse(lines) as ShipmentLine[])
    return { ...row, ...NONE_GONE, kind: 'covered', actor: SHOP_ACTOR, detail: String(pieces) }
  })
}

/** What phone number and address of the order were before the events that changed them after the payment. */
async function findFormerContacts(db: Db, orderId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('former_contacts')
    .select(['event_id', 'contact'])
    .where('order_id', '=', orderId)
    .execute()
  return new Map(rows.map(({ event_id, contact }) => [event_id, contact]))
}

const withFormerContact = (row: EventRow, contact: string | undefined): EventRow =>
  contact === undefined ? row : { ...row, detail: changedDetail(row.detail ?? '', contact) }

const rank = ({ kind }: EventRow): number => orderEventKinds.indexOf(kind)

const toEvent = (row: EventRow, customerId: string, email: string | undefined): TimelineEvent => ({
  kind: row.kind,
  at: toIso(row.at),
  by: sourceOf(row, customerId),
  ...(email !== undefined && { email }),
  ...(row.detail !== null && { detail: row.detail }),
  ...(row.actor_name !== undefined && { who: row.actor_name }),
  ...goneOf(row),
})

const toReturned = ({ text, by, at }: ReturnedStep, email: string | undefined): TimelineEvent => ({
  ...{ kind: 'returned', at: toIso(at), by, detail: text },
  ...(email !== undefined && { email }),
})

/** Of the shipment that was cancelled or lost. */
const goneOf = ({ shipment_id: _id, pieces, carrier, is_lost }: EventRow): Pick<TimelineEvent, 'detail'> =>
  _id === null || pieces === null
    ? {}
    : { detail: goneDetail({ _id, pieces, ...(carrier !== null && { carrier }), isLost: is_lost === 1 }) }

/** What no customer does, also not an admin as the customer of an own order. */
const BY_ADMINS: readonly OrderEventKind[] = ['shipped', 'reverted', 'refunded', 'restocked']

/** Who caused the event. */
function sourceOf({ kind, actor }: EventRow, customerId: string): EventSource {
  if (actor === SHOP_ACTOR || actor === PROVIDER_ACTOR || actor === LINK_ACTOR) return actor
  if (kind === 'approved' || kind === 'declined') return 'approver'
  if (BY_ADMINS.includes(kind)) return 'admin'
  return actor === customerId ? 'customer' : 'admin'
}

/** The disputes of an order, in the sequence of their ids. */
async function listDisputes(db: Db, { id, dispute }: OrderWithShipments): Promise<OrderDispute[]> {
  if (dispute === null) return []
  const rows = await findDisputes(db, id)
  return rows.map(({ id: _id, state, amountCents, reason, dueAt, isAnswered }) => ({
    _id,
    state,
    amount: centsToDollars(amountCents),
    ...(reason !== null && { reason }),
    ...(dueAt !== null && { dueAt: toIso(dueAt) }),
    ...(isAnswered && { answered: true as const }),
  }))
}

/** A refund for admins. */
const toRefund = (row: RefundRecord): OrderRefund => ({
  ...toRefunded(row),
  _id: row.id,
  at: toIso(row.created_at),
  by: row.actor_email,
  reason: row.reason,
  state: row.state,
  ...(row.failure !== null && { failure: row.failure }),
})

/** What a refund is of, as its customer may read it too. */
function toRefunded(row: RefundRecord): RefundedOf {
  const { lines, deliveryCents } = readRefundedParts(row)
  return {
    amount: centsToDollars(row.amount_cents),
    ...(lines.length > 0 && { lines: lines.map(toAmount) }),
    ...(deliveryCents !== null && { delivery: centsToDollars(deliveryCents) }),
    ...(row.message !== null && { message: row.message }),
  }
}

const toAmount = ({ position, quantity, cents }: RefundedLine): RefundedAmount => ({
  position,
  quantity,
  amount: centsToDollars(cents),
})

/** What is refunded by an event that a refund was made. */
function refundOf({ id }: EventRow, refunds: readonly RefundRecord[]): Pick<TimelineEvent, 'refund'> {
  const refund = refunds.find(({ event_id }) => event_id === id)
  return refund ? { refund: toRefunded(refund) } : {}
}
