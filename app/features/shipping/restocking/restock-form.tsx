import { type FormEvent, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { byPosition, isMoneyGone, leftOfOrder, sumPieces } from '#features/orders/left-to-ship.ts'
import type { OrderDetails, ShipmentLine } from '#features/orders/schema.ts'
import { quantitiesToShip } from '#features/pricing/line-quantities.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { useKeyedCall } from '../requests/use-keyed-call.ts'
import { restockOrder } from './client.ts'
import { RestockRows } from './restock-rows.tsx'
import { restockTexts } from './restock-texts.ts'

type RestockFormProps = {
  order: OrderDetails
  onChanged: (order: OrderDetails) => void
  /** The order has changed since the page loaded it. */
  onRefused: () => Promise<void>
}

/** Puts pieces that are not shipped back to stock, after money of their order went back; renders nothing without any. */
export function RestockForm({ order, ...callbacks }: RestockFormProps) {
  const { restockable = [] } = order
  if (restockable.length === 0) return null
  const key = restockable.map(({ position, quantity }) => `${position}:${quantity}`).join(' ')
  return (
    <section aria-labelledby="restock" className="grid grid-cols-1 gap-3 rounded border border-line p-4">
      <h2 id="restock" className="text-lg">
        Put back to stock
      </h2>
      <Form key={key} order={order} restockable={restockable} {...callbacks} />
    </section>
  )
}

type FormProps = RestockFormProps & { restockable: NonNullable<OrderDetails['restockable']> }

function Form({ order, restockable, onChanged, onRefused }: FormProps) {
  const isAllGone = isMoneyGone(order)
  const left = byPosition(restockable)
  // Which pieces a part of the money is for, only the person knows, unless the refund named them.
  const toShip = leftOfOrder(order)
  const named = Object.fromEntries(
    restockable.map(({ position, quantity }) => [
      position,
      String(quantity - (toShip.get(position) ?? 0) || ''),
    ]),
  )
  const [quantities, setQuantities] = useState<Readonly<Record<number, string>>>(isAllGone ? {} : named)
  const [invalid, setInvalid] = useState<string>()
  const restocking = useRestock({ order, onChanged, onRefused })
  const lines = quantitiesToShip(left, quantities)
  const back = byPosition(lines ?? [])
  const pieces = sumPieces(lines ?? [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setInvalid(lines && pieces > 0 ? undefined : restockTexts.none)
    if (lines && pieces > 0) restocking.open(lines)
  }
  return (
    <form noValidate aria-labelledby="restock" className="grid grid-cols-1 gap-3" onSubmit={submit}>
      <p className="text-muted text-sm">{isAllGone ? restockTexts.allGone : restockTexts.partGone}</p>
      <RestockRows
        order={order}
        left={left}
        quantities={quantities}
        label="Pieces to put back of"
        note={(position) => {
          const stock = restockable.find((line) => line.position === position)?.stock ?? 0
          return `Stock ${formatCount(stock)} → ${formatCount(stock + (back.get(position) ?? 0))}`
        }}
        onType={(position, text) => setQuantities((before) => ({ ...before, [position]: text }))}
      />
      {invalid !== undefined && <Notice tone="bad">{invalid}</Notice>}
      <div>
        <Button type="submit" variant="secondary">
          {putBackText(pieces)}
        </Button>
      </div>
      <ConfirmDialog
        open={restocking.asked !== undefined}
        title={`${putBackText(pieces)}?`}
        body={restockTexts.question(order.number)}
        yes={putBackText(pieces)}
        no="Keep them in the order"
        busy={restocking.busy}
        error={restocking.error ?? null}
        onConfirm={() => void restocking.confirm()}
        onClose={restocking.close}
      />
    </form>
  )
}

const putBackText = (pieces: number): string => (pieces > 0 ? `Put back ${piecesText(pieces)}` : 'Put back')

/** The pieces to confirm, and what became of them. */
function useRestock({ order, onChanged, onRefused }: RestockFormProps) {
  const callOnce = useKeyedCall(`restock attempt of ${order._id}`, onRefused)
  const [asked, setAsked] = useState<readonly ShipmentLine[]>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const confirm = async () => {
    if (!asked || busy) return
    setBusy(true)
    setError(undefined)
    try {
      const changed = await callOnce({ lines: [...asked] }, (request, key) =>
        restockOrder(order._id, request, key),
      )
      setAsked(undefined)
      notify.success(restockTexts.done(sumPieces(asked)))
      onChanged(changed)
    } catch (thrown) {
      if (signOutIfForbidden(thrown)) return
      setError(problemText(thrown))
    } finally {
      setBusy(false)
    }
  }
  return {
    asked,
    busy,
    error,
    confirm,
    open: (lines: readonly ShipmentLine[]) => {
      setError(undefined)
      setAsked(lines)
    },
    close: () => setAsked(undefined),
  }
}
