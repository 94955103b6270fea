import { useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { Order } from '#features/orders/schema.ts'
import type { OrderStatus } from '#features/orders/states.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { cancelShipmentsCall, shippingClient } from '#features/shipping/client.ts'
import { endCancelled, notifyCancelled, shippedText, useDisputed } from '#features/shipping/components.tsx'
import type { Parcel, StatusesAnswer } from '#features/shipping/schema.ts'
import { ProblemError, problemText, unwrap } from '#kit/browser/client.ts'
import { UNDO_MS } from '#kit/time.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import type { UndoCall } from '#kit/ui/overlay/undos.ts'
import { inCalls, refusalTexts } from './ship-many.ts'

type ShippingCallbacks = {
  onChanged: (orders: readonly Order[]) => void
  /** An order has changed since the page loaded it, or what was done to it was undone. */
  onOutdated: () => Promise<void>
}

/** Changes the status of orders; `busyIds` are the orders with a change in progress. */
export function useStatusChange({ onChanged, onOutdated }: ShippingCallbacks) {
  const { busyIds, run } = useOneChangeAtOnce(onOutdated)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const disputed = useDisputed(run, onOutdated)
  useUndone((answers) => {
    const texts = refusalTexts(answers.flatMap(refusedIn), [])
    if (texts.length > 0) notify.error(`Not undone: ${texts.join('; ')}`)
    void onOutdated()
  })
  return {
    busyIds,
    refusals,
    forgetRefusals: () => setRefusals([]),
    disputed,
    /**
     * Ships those that are not shipped, with their parcels if they have any. What is refused is in `refusals`, in words.
     * Resolves to the ids of the orders that need no other try.
     */
    ship: async (orders: readonly Order[], parcels: readonly Parcel[] = []) => {
      let done: readonly string[] = []
      await run(orders, async () => {
        setRefusals([])
        const untilMs = Date.now() + UNDO_MS
        const { shipped, refused, failed, shipments, calls } = await ship(
          orders.filter(({ status }) => status !== 'shipped'),
          parcels,
        )
        done = idsOf(orders.filter((order) => !failed.includes(order)))
        setRefusals(refusalTexts(disputed.ask(refused, { orders, parcels }), orders))
        onChanged(shipped.map((order) => withStatus(order, 'shipped')))
        endCancelled(idsOf(shipped))
        const count = shipments.length
        if (count > 0) notifyUndo({ text: shippedText(count), calls, untilMs, about: shipments })
        // The others are refused, or another admin has shipped them.
        if (count < orders.length) void onOutdated()
      })
      return done
    },
    /** Cancels all shipments of the order. */
    revert: (order: Order) =>
      run([order], async () => {
        const untilMs = Date.now() + UNDO_MS
        const { refused, shipments } = await unwrap(
          shippingClient.orders.$put({ json: { ids: [order._id], status: 'pending' } }),
        )
        if (refused.length > 0) {
          notify.error(`Not reverted: ${refusalTexts(refused, [order]).join('; ')}`)
          return void onOutdated()
        }
        onChanged([withStatus(order, 'pending')])
        // Without shipments another admin has reverted it.
        if (shipments.length > 0) notifyCancelled(orderTexts.reverted, order._id, shipments, untilMs)
        else void onOutdated()
      }),
  }
}

/** Runs changes of orders, of each order one at a time, and says what fails. */
function useOneChangeAtOnce(onOutdated: () => Promise<void>) {
  const pending = useRef(new Set<string>())
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(pending.current)
  const run = async (orders: readonly Order[], change: () => Promise<void>): Promise<void> => {
    if (orders.some(({ _id }) => pending.current.has(_id))) return
    const setBusy = (act: 'add' | 'delete') => {
      for (const { _id } of orders) pending.current[act](_id)
      setBusyIds(new Set(pending.current))
    }
    setBusy('add')
    try {
      await change()
    } catch (error) {
      if (signOutIfForbidden(error)) return
      notify.error(problemText(error))
      if (error instanceof ProblemError && error.status > 0) void onOutdated()
    } finally {
      setBusy('delete')
    }
  }
  return { busyIds, run }
}

const refusedIn = (answer: unknown): StatusesAnswer['refused'] =>
  (answer as Partial<StatusesAnswer> | undefined)?.refused ?? []

const idsOf = (orders: readonly Order[]): string[] => orders.map(({ _id }) => _id)

/**
 * Ships orders, some by each call. Nothing of a call that fails is shipped; what was shipped before stays. `shipments`
 * are those that these calls made, `failed` the orders of the call that failed and of later ones, and `calls` cancel only
 * what these calls shipped.
 */
async function ship(orders: readonly Order[], parcels: readonly Parcel[]) {
  const shipped: Order[] = []
  const refused: StatusesAnswer['refused'] = []
  const calls: UndoCall[] = []
  const shipments: string[] = []
  let failed = orders
  for (const some of inCalls(orders)) {
    const ids = idsOf(some)
    try {
      const own = parcels.filter(({ id }) => ids.includes(id))
      const json = { ids, status: 'shipped' as const, ...(own.length > 0 && { parcels: own }) }
      const answer = await unwrap(shippingClient.orders.$put({ json }))
      const refusedIds = new Set(answer.refused.map(({ id }) => id))
      const accepted = some.filter(({ _id }) => !refusedIds.has(_id))
      refused.push(...answer.refused)
      shipped.push(...accepted)
      if (answer.shipments.length > 0) calls.push(cancelShipmentsCall(idsOf(accepted), answer.shipments))
      shipments.push(...answer.shipments)
      failed = failed.slice(some.length)
    } catch (error) {
      if (shipped.length === 0) throw error
      notify.error(problemText(error))
      break
    }
  }
  return { shipped, refused, failed, shipments, calls }
}

/** The order with its new status; its shipments and the time of shipping come with the next poll. */
function withStatus({ shippedAt: _, progress: __, ...order }: Order, status: OrderStatus): Order {
  if (status === 'pending') return { ...order, status, shipments: [] }
  return { ...order, status, shippedAt: new Date().toISOString() }
}
