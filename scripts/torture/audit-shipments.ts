import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { leftToShip, piecesToShip } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'

type Shipments = Awaited<ReturnType<typeof readShipments>>

/** The shipments of all orders with their lines. */
export async function readShipments(db: Db) {
  const shipments = await db.selectFrom('shipments').selectAll().execute()
  const lines = await db.selectFrom('shipment_lines').selectAll().execute()
  const linesOf = Map.groupBy(lines, (line) => line.shipment_id)
  return shipments.map((shipment) => ({ ...shipment, lines: linesOf.get(shipment.id) ?? [] }))
}

interface Records {
  readonly orders: readonly (Pick<
    Selectable<Schema['orders']>,
    'id' | 'status' | 'progress' | 'shipped_at'
  > & {
    readonly lines: readonly Selectable<Schema['order_lines']>[]
  })[]
  readonly events: readonly Selectable<Schema['order_events']>[]
  readonly shipments: Shipments
}

/** No more is shipped or back in stock than was ordered, the status follows from it, and each shipment that there is has its event. */
export function faultsOfShipments({ orders, events, shipments }: Records): string[] {
  const byOrder = Map.groupBy(shipments, (shipment) => shipment.order_id)
  const eventsByOrder = Map.groupBy(events, (event) => event.order_id)
  return orders.flatMap((order) => {
    const own = byOrder.get(order.id) ?? []
    const shipped = own.flatMap(({ lines }) => lines)
    const left = leftToShip(piecesToShip(order.lines), shipped)
    const isShipped = left.length === 0 && own.length > 0
    const isConsistent =
      order.lines.every(
        ({ position, quantity, restocked, replaced }) =>
          pieces(shipped.filter((line) => line.position === position)) + restocked <= quantity + replaced,
      ) &&
      isShipped === (order.status === 'shipped') &&
      isShipped === (order.shipped_at !== null) &&
      (own.length > 0 && !isShipped) === (order.progress !== null)
    const ofKind = (kind: string) =>
      (eventsByOrder.get(order.id) ?? []).filter((event) => event.kind === kind)
    // A shipment that was restored came twice.
    const gone = countEach(ofKind('reverted').map(({ shipment_id }) => shipment_id))
    const came = countEach(ofKind('shipped').map(({ detail }) => detail))
    const there = [...came].flatMap(([id, times]) => Array(times - (gone.get(id) ?? 0)).fill(id))
    const isTold = isDeepStrictEqual(there.toSorted(), own.map(({ id }) => id).toSorted())
    return [
      ...(isConsistent ? [] : [`Order ${order.id} is ${order.status} with ${pieces(left)} pieces left`]),
      ...(isTold ? [] : [`Order ${order.id} has other shipments than its events say`]),
    ]
  })
}

const countEach = (ids: readonly (string | null)[]): Map<string | null, number> =>
  new Map([...Map.groupBy(ids, (id) => id)].map(([id, all]) => [id, all.length]))

const pieces = (lines: readonly { readonly quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Whether a mail was of a shipment that was cancelled before it left. */
export function isUndone(
  mail: Pick<Selectable<Schema['outbox']>, 'id' | 'sent_at' | 'next_attempt_at' | 'last_error'>,
  shipments: Shipments,
): boolean {
  const isStopped = mail.sent_at === null && mail.next_attempt_at === null && mail.last_error === null
  return isStopped && !shipments.some(({ mail_id }) => mail_id === mail.id)
}
