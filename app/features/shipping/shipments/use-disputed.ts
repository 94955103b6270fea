import { useState } from 'react'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { Order } from '#features/orders/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { UNDO_MS } from '#kit/time.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import type { UndoCall } from '#kit/ui/overlay/undos.ts'
import { cancelShipmentsCall, shipDespiteDispute } from '../client.ts'
import type { Parcel, StatusesAnswer } from '../schema.ts'
import { endCancelled, shippedText } from './shipping-undos.ts'

interface Disputed {
  readonly orders: readonly Order[]
  readonly parcels: readonly Parcel[]
}

const NONE: Disputed = { orders: [], parcels: [] }

type Run = (orders: readonly Order[], change: () => Promise<void>) => Promise<void>

/** The orders that were not shipped because they are in dispute, until the admin has decided. `run` makes the change. */
export function useDisputed(run: Run, onOutdated: () => Promise<void>) {
  const [asked, setAsked] = useState<Disputed>(NONE)
  return {
    orders: asked.orders,
    /** Asks about those that were refused for it; returns the other refusals. */
    ask: (refused: StatusesAnswer['refused'], { orders, parcels }: Disputed): StatusesAnswer['refused'] => {
      const ids = new Set(
        refused.filter(({ code }) => code === orderRefusals.disputed.code).map(({ id }) => id),
      )
      setAsked({ orders: orders.filter(({ _id }) => ids.has(_id)), parcels })
      return refused.filter(({ id }) => !ids.has(id))
    },
    leave: () => setAsked(NONE),
    ship: async () => {
      const { orders, parcels } = asked
      setAsked(NONE)
      await run(orders, async () => {
        const untilMs = Date.now() + UNDO_MS
        const { calls, shipments } = await shipAll(orders, parcels)
        endCancelled(orders.map(({ _id }) => _id))
        if (shipments.length > 0)
          notifyUndo({ text: shippedText(shipments.length), calls, untilMs, about: shipments })
        void onOutdated()
      })
    },
  }
}

/** One after the other, since each is a call of its own. What was shipped before a failure stays, and can be undone. */
async function shipAll(orders: readonly Order[], parcels: readonly Parcel[]) {
  const calls: UndoCall[] = []
  const shipments: string[] = []
  for (const { _id } of orders) {
    const { id: _, ...parcel } = parcels.find(({ id }) => id === _id) ?? { id: _id }
    try {
      const { shipmentId } = await shipDespiteDispute(_id, parcel)
      calls.push(cancelShipmentsCall([_id], [shipmentId]))
      shipments.push(shipmentId)
    } catch (error) {
      if (shipments.length === 0) throw error
      notify.error(problemText(error))
      break
    }
  }
  return { calls, shipments }
}
