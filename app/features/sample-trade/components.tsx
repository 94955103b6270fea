import { useEffect, useEffectEvent, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { fetchSampleTrade, placeSampleTrade, removeSampleTrade } from './client.ts'
import type { SampleTrade } from './schema.ts'

/** While they are placed the page says how far they are. */
const PLACING_EVERY_MS = 1000
const EVERY_MS = 30_000

type SampleOrdersProps = {
  /** As it was when the page was loaded. */
  loaded: SampleTrade
  /** Only a page without orders offers samples. */
  isEmpty: boolean
  /** Called when all are placed, and when they are removed. */
  onChange: () => void
}

/** Offers sample orders, says how far they are placed, and removes them. Nothing in a shop that has none and shows orders. */
export function SampleOrders({ loaded, isEmpty, onChange }: SampleOrdersProps) {
  const [isPlacing, setIsPlacing] = useState(loaded.state === 'placing')
  const { data, change } = usePolled(
    loaded,
    fetchSampleTrade,
    signOutIfForbidden,
    isPlacing ? PLACING_EVERY_MS : EVERY_MS,
  )
  const { state } = data
  const tellChange = useEffectEvent(() => {
    const isNow = state === 'placing'
    if (isPlacing && !isNow) onChange()
    setIsPlacing(isNow)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state that is told of.
  useEffect(tellChange, [state])
  const update = (next: SampleTrade) => {
    change(() => next)
    if (next.state !== 'placing') onChange()
  }
  if (state === 'none') return isEmpty ? <Place onStart={update} /> : null
  if (state === 'placing')
    return (
      <Notice tone="waiting" action={<Remove trade={data} onRemove={update} />}>
        {`Sample orders are being placed: step ${formatCount(data.done)} of ${formatCount(data.steps)}.`}
      </Notice>
    )
  return state === 'placed' ? (
    <Notice action={<Remove trade={data} onRemove={update} />}>
      {`${formatCount(data.orders)} sample orders of invented customers are among the orders.`}
    </Notice>
  ) : null
}

/** Something that is asked of the shop: once at a time, with what was refused. */
function useAsked(ask: () => Promise<SampleTrade>, onAnswer: (trade: SampleTrade) => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = async () => {
    setBusy(true)
    setError(null)
    try {
      onAnswer(await ask())
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) setError(problemText(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, run }
}

function Place({ onStart }: { onStart: (trade: SampleTrade) => void }) {
  const { busy, error, run } = useAsked(placeSampleTrade, onStart)
  return (
    <Notice
      tone={error === null ? 'info' : 'bad'}
      action={
        <Button variant="secondary" size="sm" busy={busy} onClick={run}>
          Place sample orders
        </Button>
      }
    >
      {error ??
        'To see this page at work: some 300 orders of the last 90 days by invented customers, paid in the payment sandbox. No mail is sent, and all of them can be removed at once.'}
    </Notice>
  )
}

function Remove({
  trade: { orders },
  onRemove,
}: {
  trade: SampleTrade
  onRemove: (trade: SampleTrade) => void
}) {
  const [isAsked, setIsAsked] = useState(false)
  const { busy, error, run } = useAsked(removeSampleTrade, (trade) => {
    setIsAsked(false)
    onRemove(trade)
  })
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsAsked(true)}>
        Remove sample orders
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`Remove ${formatCount(orders)} sample orders?`}
        body="Their customers, invoices and credit notes go too, and their pieces are in stock again. Other orders stay, with the numbers of their invoices: between these there may be gaps."
        yes="Remove"
        no="Keep"
        busy={busy}
        error={error}
        onConfirm={run}
        onClose={() => setIsAsked(false)}
      />
    </>
  )
}
