import type { UndoCall } from '#kit/browser/undos.ts'

/** The call that takes back these shipments of these orders, of at most as many orders as one call takes. */
export const takeBackAllCall = (ids: readonly string[], shipments: readonly string[]): UndoCall => ({
  method: 'PUT',
  path: '/api/orders',
  body: { ids, status: 'pending', shipments },
})

/** The call that takes a shipment back. */
export const takeBackCall = (orderId: string, shipmentId: string): UndoCall => ({
  method: 'DELETE',
  path: `/api/order/${encodeURIComponent(orderId)}/shipments/${encodeURIComponent(shipmentId)}`,
})
