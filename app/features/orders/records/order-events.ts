import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { sumPieces } from '../left-to-ship.ts'
import type { ShipmentLine } from '../schema.ts'
import { orderSignal } from '../signals.ts'
import { type ApprovalEventKind, approvalEventKinds, type OrderEventKind } from '../states.ts'
import { insertCovered } from './backorder-rows.ts'
import { type GoneShipment, goneDetail } from './gone-shipment.ts'
import '../tables.ts'

/** One event of an order: what happened, who did it, and when (`at` in milliseconds). */
export interface OrderEvent {
  readonly orderId: string
  readonly kind: OrderEventKind
  /** A user's id, or a part of the shop. */
  readonly actor: string
  readonly at: number
  /** Of an event of the approval: what the timeline calls the actor. */
  readonly actorName?: string
  readonly detail?: string
  /** The pieces on backorder that came into stock. */
  readonly covered?: readonly ShipmentLine[]
  /** The shipment that was cancelled or lost: it is kept in columns, and is the detail where the event is told. */
  readonly gone?: GoneShipment
  /** Of a change of a paid order: what phone number and address were before, for admins only. No signal and no log has it. */
  readonly formerContact?: string
}

/**
 * Writes an event of an order and sends `orderSignal` after the commit; call it in the transaction of the change. Resolves to its
 * id.
 */
export async function recordEvent(trx: Db, event: OrderEvent): Promise<string | undefined> {
  const [id] = await insertEvents(trx, [event])
  afterCommit(trx, () => sendEvent(event))
  return id
}

/** As `recordEvent`, without the signals: after the commit call `sendEvent` in the request that each event is of. */
export async function insertEvents(trx: Db, events: readonly OrderEvent[]): Promise<string[]> {
  const recorded = events.map((event) => ({ id: newId(event.at), event }))
  await insertApprovals(trx, recorded)
  await insertCovered(
    trx,
    recorded.flatMap(({ id, event: { orderId, at, covered: lines } }) =>
      lines ? [{ id, orderId, at, lines }] : [],
    ),
  )
  const others = recorded.filter(
    ({ event: { kind, covered } }) => !isOfApproval(kind) && covered === undefined,
  )
  const rows = others.map(({ id, event: { orderId, kind, actor, at, detail, gone } }) => ({
    id,
    order_id: orderId,
    kind,
    actor,
    at,
    detail: detail ?? null,
    shipment_id: gone?._id ?? null,
    pieces: gone?.pieces ?? null,
    carrier: gone?.carrier ?? null,
    is_lost: gone ? toFlag(gone.isLost) : null,
  }))
  if (rows.length > 0) await trx.insertInto('order_events').values(rows).execute()
  const former = recorded.flatMap(({ id, event: { orderId, formerContact: contact } }) =>
    contact === undefined ? [] : [{ event_id: id, order_id: orderId, contact }],
  )
  if (former.length > 0) await trx.insertInto('former_contacts').values(former).execute()
  return recorded.map(({ id }) => id)
}

const isOfApproval = (kind: OrderEventKind): kind is ApprovalEventKind =>
  approvalEventKinds.some((each) => each === kind)

async function insertApprovals(
  trx: Db,
  recorded: readonly { readonly id: string; readonly event: OrderEvent }[],
): Promise<void> {
  const rows = recorded.flatMap(({ id, event: { orderId, kind, actor, actorName, detail, at } }) =>
    isOfApproval(kind)
      ? [{ id, order_id: orderId, kind, actor, actor_name: actorName ?? '', note: detail ?? null, at }]
      : [],
  )
  if (rows.length > 0) await trx.insertInto('order_approvals').values(rows).execute()
}

const toFlag = (is: boolean): 0 | 1 => (is ? 1 : 0)

/** The note of who decided about an order is theirs: no log has it. */
export function sendEvent({
  formerContact: _,
  actorName: __,
  gone,
  covered,
  detail: told,
  ...event
}: OrderEvent): void {
  const says = covered ? String(sumPieces(covered)) : told
  const detail = gone ? goneDetail(gone) : isOfApproval(event.kind) ? undefined : says
  orderSignal.send({ ...event, ...(detail !== undefined && { detail }) })
}
