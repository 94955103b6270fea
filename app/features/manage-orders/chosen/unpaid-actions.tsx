import { useState } from 'react'
import type { Order } from '#features/orders/schema.ts'
import { ordersText } from '#features/orders/texts.ts'
import { cancelOrder } from '#features/payments/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { texts } from '#kit/texts.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { HOLDS, holdForDays, remindOfPayment } from '../holding/client.ts'
import { HoldField } from '../holding/hold-field.tsx'
import { reasonTexts } from '../list/ship-many.ts'
import { useChangeMany } from './change-many.ts'
import { Refusals } from './refusals.tsx'

type Deed = 'hold' | 'remind' | 'cancel'

interface DeedTexts {
  /** The button of the bar, and the question. */
  readonly name: string
  readonly body: string
  readonly yes: string
  /** Of so many orders, in words. */
  readonly done: (orders: string) => string
  readonly notDone: string
}

const DEEDS: Readonly<Record<Deed, DeedTexts>> = {
  hold: {
    name: 'Hold longer',
    body: 'Their pieces are held from now on. Each customer gets a mail.',
    yes: 'Hold',
    done: (orders) => `${orders} held longer`,
    notDone: 'Not held longer',
  },
  remind: {
    name: 'Payment reminder',
    body: 'Each customer gets a mail that the order waits for its payment.',
    yes: 'Send reminder for',
    done: (orders) => `Reminder sent for ${orders}`,
    notDone: 'No reminder sent',
  },
  cancel: {
    name: 'Cancel',
    body: 'They are cancelled, and their pieces are for sale again. Each customer gets a mail.',
    yes: 'Cancel',
    done: (orders) => `${orders} cancelled`,
    notDone: 'Not cancelled',
  },
}

const DEED_NAMES = ['hold', 'remind', 'cancel'] as const

/**
 * What can be done with the unpaid ones of the chosen orders; each asks before. `onDone` gets those that need no other try. The
 * buttons are apart from what follows, which stays when nothing is chosen any more.
 */
export function useUnpaidActions(orders: readonly Order[], onDone: (ids: readonly string[]) => void) {
  const [deed, setDeed] = useState<Deed>()
  const [refused, setRefused] = useState<{ readonly title: string; readonly texts: readonly string[] }>()
  const unpaid = orders.filter(({ holdUntil, cancelledAt }) => holdUntil !== undefined && !cancelledAt)
  const isMixed = unpaid.length < orders.length
  return {
    buttons:
      unpaid.length > 0 &&
      DEED_NAMES.map((each) => (
        <Button
          key={each}
          size="sm"
          variant={each === 'cancel' ? 'danger' : 'secondary'}
          onClick={() => setDeed(each)}
        >
          {isMixed ? `${DEEDS[each].name} (${formatCount(unpaid.length)} unpaid)` : DEEDS[each].name}
        </Button>
      )),
    asked: (
      <>
        {refused && <Refusals {...refused} onClose={() => setRefused(undefined)} />}
        {deed !== undefined && (
          <DeedDialog
            deed={deed}
            orders={unpaid}
            onDone={(ids, reasons) => {
              setRefused(reasons.length > 0 ? { title: DEEDS[deed].notDone, texts: reasons } : undefined)
              onDone(ids)
            }}
            onClose={() => setDeed(undefined)}
          />
        )}
      </>
    ),
  }
}

type DeedDialogProps = {
  deed: Deed
  orders: readonly Order[]
  onDone: (ids: readonly string[], reasons: readonly string[]) => void
  onClose: () => void
}

function DeedDialog({ deed, orders: given, onDone, onClose }: DeedDialogProps) {
  // As they were when it was asked: those that are done leave the choice.
  const [orders] = useState(given)
  const [days, setDays] = useState<number>(HOLDS[1].days)
  const { progress, error, run } = useChangeMany()
  const { name, body, yes, done } = DEEDS[deed]
  const calls: Readonly<Record<Deed, (order: Order) => Promise<unknown>>> = {
    hold: ({ _id }) => holdForDays(_id, days),
    remind: ({ _id }) => remindOfPayment(_id),
    cancel: ({ _id }) => cancelOrder(_id),
  }
  const confirm = async () => {
    const changed = await run(orders, calls[deed])
    if (!changed) return
    const count = changed.ids.length - changed.refused.length
    if (count > 0) notify.success(done(ordersText(count)))
    onDone(changed.ids, reasonTexts(changed.refused))
    if (changed.stopped === undefined) onClose()
  }
  return (
    <ConfirmDialog
      open
      title={`${name}: ${ordersText(orders.length)}`}
      yes={`${yes} ${ordersText(orders.length)}`}
      no={texts.confirm.no}
      body={
        <div className="grid gap-3">
          <p>{body}</p>
          {deed === 'hold' && <HoldField days={days} onChange={setDays} />}
          {progress && (
            <p role="status">{`${formatCount(progress.done)} of ${formatCount(progress.of)} are done.`}</p>
          )}
        </div>
      }
      busy={progress !== undefined}
      error={error ?? null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
