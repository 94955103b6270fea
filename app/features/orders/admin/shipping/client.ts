import type { UndoCall } from '#kit/ui/admin/undos.ts'

interface TakeBackBody {
  readonly ids: readonly string[]
  readonly status: 'pending'
  readonly shipments: readonly string[]
}

/** The call that takes back these shipments of these orders, of at most as many orders as one call takes. */
export const takeBackCall = (ids: readonly string[], shipments: readonly string[]): UndoCall => ({
  method: 'PUT',
  path: '/api/orders',
  body: { ids, status: 'pending', shipments } satisfies TakeBackBody,
})

/** The same calls for only these of their shipments. */
export function takeBackOnly(calls: readonly UndoCall[], wanted: readonly string[]): UndoCall[] {
  return calls.flatMap(({ body }) => {
    const { ids, shipments } = body as TakeBackBody
    const left = shipments.filter((id) => wanted.includes(id))
    return left.length > 0 ? [takeBackCall(ids, left)] : []
  })
}

/** The call that undoes that these shipments of an order were taken back. */
export const restoreCall = (orderId: string, shipments: readonly string[]): UndoCall => ({
  method: 'POST',
  path: `/api/order/${encodeURIComponent(orderId)}/restored-shipments`,
  body: { shipments },
})
