import { unwrap } from '#kit/browser/client.ts'
import { fetchRows, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { ordersClient } from '../../client.ts'
import type { Order, OrderDetails, OrderNote } from '../../schema.ts'
import type { OrderNotesApi } from '../notes/api.ts'
import type { ChangeTracking, NewShipment, Restock, ShippedOrder } from '../shipping/schema.ts'
import type { SavedViewsApi } from '../views/api.ts'
import type { SavedView, SaveView } from '../views/schema.ts'
import { type OrderSelection, queryOf } from './order-selection.ts'

const views = createClient<SavedViewsApi>()
const notes = createClient<OrderNotesApi>()

/** The caller's saved views, by name. */
export function fetchViews(signal?: AbortSignal): Promise<SavedView[]> {
  return unwrap(views['order-views'].$get({}, { init: { signal: signal ?? null } }))
}

export function addView(json: SaveView): Promise<SavedView> {
  return unwrap(views['order-views'].$post({ json }))
}

export function replaceView(id: string, json: SaveView): Promise<SavedView> {
  return unwrap(views['order-views'][':id'].$put({ param: { id: encodeURIComponent(id) }, json }))
}

export function deleteView(id: string) {
  return unwrap(views['order-views'][':id'].$delete({ param: { id: encodeURIComponent(id) } }))
}

/** The notes on an order, oldest first. */
export function fetchNotes(orderId: string, signal?: AbortSignal): Promise<OrderNote[]> {
  const param = { id: encodeURIComponent(orderId) }
  return unwrap(notes.order[':id'].notes.$get({ param }, { init: { signal: signal ?? null } }))
}

export function addNote(orderId: string, text: string): Promise<OrderNote> {
  return unwrap(
    notes.order[':id'].notes.$post({ param: { id: encodeURIComponent(orderId) }, json: { text } }),
  )
}

export function removeNote(orderId: string, noteId: string) {
  const param = { id: encodeURIComponent(orderId), noteId: encodeURIComponent(noteId) }
  return unwrap(notes.order[':id'].notes[':noteId'].$delete({ param }))
}

/** Ships pieces of an order, or all that are left. A repeat with the same key returns the same shipment. For admins. */
export function shipOrder(orderId: string, json: NewShipment, key: string): Promise<ShippedOrder> {
  const param = { id: encodeURIComponent(orderId) }
  const header = { 'idempotency-key': key }
  return unwrap(ordersClient.order[':id'].shipments.$post({ param, header, json }))
}

/** Puts pieces of an order back to stock after money went back. A repeat with the same key puts back once. For admins. */
export function restockOrder(orderId: string, json: Restock, key: string): Promise<OrderDetails> {
  const param = { id: encodeURIComponent(orderId) }
  const header = { 'idempotency-key': key }
  return unwrap(ordersClient.order[':id'].restock.$post({ param, header, json }))
}

/** Changes carrier and tracking number of a shipment. For admins. */
export function changeTracking(
  orderId: string,
  shipmentId: string,
  json: ChangeTracking,
): Promise<OrderDetails> {
  const param = { id: encodeURIComponent(orderId), shipmentId: encodeURIComponent(shipmentId) }
  return unwrap(ordersClient.order[':id'].shipments[':shipmentId'].$patch({ param, json }))
}

/** Takes a shipment of an order back. For admins. */
export function takeBackShipment(orderId: string, shipmentId: string): Promise<OrderDetails> {
  const param = { id: encodeURIComponent(orderId), shipmentId: encodeURIComponent(shipmentId) }
  return unwrap(ordersClient.order[':id'].shipments[':shipmentId'].$delete({ param }))
}

/** The first of all customers' orders that match, how many match in all, and whether there are more than shown. */
export interface OrderList {
  readonly orders: Order[]
  readonly total: number
  /** More orders match than `total`, because counting stopped early. */
  readonly isTotalCut: boolean
  readonly hasMore: boolean
}

/** The first of all customers' orders that match, at most `show`. For admins. */
export async function fetchOrders(
  { show, ...filter }: OrderSelection,
  signal?: AbortSignal,
): Promise<OrderList> {
  const { rows, total, isTotalCut, next } = await fetchRows(
    (page) => {
      const query = { ...queryOf(filter, Date.now()), ...page }
      return unwrapPage(ordersClient.orders.$get({ query }, { init: { signal: signal ?? null } }))
    },
    { wanted: show },
  )
  return { orders: rows, total, isTotalCut, hasMore: next !== undefined }
}
