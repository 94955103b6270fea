import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { packingSlipsPath } from '#features/documents/paths.ts'
import { sumPieces } from '#features/orders/left-to-ship.ts'
import type { Order } from '#features/orders/schema.ts'
import { ordersText } from '#features/orders/texts.ts'
import { DisputeQuestion, TrackingDialog } from '#features/shipping/components.tsx'
import { addTotals, formatTotal } from '#kit/money.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { ChosenBar } from '#kit/ui/admin/chosen.tsx'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import type { Chosen } from '#kit/ui/admin/use-chosen.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { useShortcuts } from '#kit/ui/overlay/shortcuts.tsx'
import { inCalls } from '../list/ship-many.ts'
import type { useStatusChange } from '../list/use-status-change.tsx'
import { Refusals } from './refusals.tsx'
import { useUnpaidActions } from './unpaid-actions.tsx'

type ChosenActionsProps = {
  /** The orders of the list, or all that match. */
  rows: readonly Order[]
  chosen: Chosen
  shipping: ReturnType<typeof useStatusChange>
  onChanged: () => void
}

/** What can be done with the chosen orders, each by a button and by a key. */
export function ChosenActions({ rows, chosen, shipping, onChanged }: ChosenActionsProps) {
  const [tracked, setTracked] = useState<readonly Order[]>()
  const orders = rows.filter(({ _id }) => chosen.ids.has(_id))
  const ship: typeof shipping.ship = async (...shipped) => {
    const done = await shipping.ship(...shipped)
    // After a failure the others stay chosen, for the next try.
    chosen.drop(done)
    return done
  }
  const unpaid = useUnpaidActions(orders, (ids) => {
    chosen.drop(ids)
    onChanged()
  })
  const openTracking = () => setTracked(orders)
  const withChosen = (run: () => void) => () => orders.length > 0 && run()
  useShortcuts([
    {
      keys: 'a',
      label: 'Choose all orders shown, or none',
      run: () => rows.length > 0 && chosen.toggleAll(),
    },
    { keys: 's', label: 'Mark the chosen orders shipped', run: withChosen(() => void ship(orders)) },
    { keys: 't', label: 'Ship the chosen orders with tracking', run: withChosen(openTracking) },
  ])
  return (
    <>
      <Refused shipping={shipping} isAsking={!tracked} />
      {unpaid.asked}
      <ChosenBar
        label="Chosen orders"
        chosen={chosen}
        text={ordersText(orders.length)}
        detail={`${formatTotal(addTotals(orders.map(({ payable }) => payable)))}, ${piecesText(sumPieces(orders))}`}
      >
        <ShippingButtons
          orders={orders}
          shipping={shipping}
          onShip={() => void ship(orders)}
          onTrack={openTracking}
        />
        {unpaid.buttons}
      </ChosenBar>
      {tracked && (
        <TrackingDialog
          orders={tracked}
          onShip={ship}
          onChanged={onChanged}
          onClose={() => setTracked(undefined)}
        />
      )}
    </>
  )
}

type RefusedProps = Pick<ChosenActionsProps, 'shipping'> & { isAsking: boolean }

/** What was not shipped, and the question about those in dispute once no other dialog is open. */
const Refused = ({ shipping: { refusals, forgetRefusals, disputed }, isAsking }: RefusedProps) => (
  <>
    <Refusals texts={refusals} onClose={forgetRefusals} />
    <DisputeQuestion
      orders={isAsking ? disputed.orders : []}
      onShip={() => void disputed.ship()}
      onClose={disputed.leave}
    />
  </>
)

type ShippingButtonsProps = Pick<ChosenActionsProps, 'shipping'> & {
  orders: readonly Order[]
  onShip: () => void
  onTrack: () => void
}

const ShippingButtons = ({ orders, shipping, onShip, onTrack }: ShippingButtonsProps) => (
  <>
    <Button
      size="sm"
      aria-keyshortcuts="s"
      title="Mark shipped (s)"
      busy={orders.some(({ _id }) => shipping.busyIds.has(_id))}
      onClick={onShip}
    >
      Mark shipped
    </Button>
    <Button
      size="sm"
      variant="secondary"
      aria-keyshortcuts="t"
      title="Ship with tracking numbers (t)"
      onClick={onTrack}
    >
      Tracking
    </Button>
    <ExportButton
      size="sm"
      shortcut={{ keys: 'p', label: 'Packing slips of the chosen orders' }}
      path={() => inCalls(orders.map(({ _id }) => _id)).map(packingSlipsPath)}
      onFailure={signOutIfForbidden}
    >
      Packing slips
    </ExportButton>
  </>
)
