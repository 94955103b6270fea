import { useRef, useState } from 'react'
import { may } from '#features/accounts/staff-access.tsx'
import type { OrderDetails } from '#features/orders/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { AskForm } from '../asking/ask-form.tsx'
import { ReturnCard } from '../asking/return-card.tsx'
import { useReturns } from '../asking/use-returns.ts'
import { RETURN_INSTRUCTIONS } from '../limits.ts'
import type { OrderReturns } from '../schema.ts'
import { fetchOrderReturns, openReturn } from './client.ts'
import { ReturnSteps } from './return-steps.tsx'

type ReturnsPanelProps = {
  order: OrderDetails
  /** Reads the order again: a step changes its money, its stock or what is left to ship. */
  onChanged: () => Promise<void>
}

/** The returns of an order as the staff work with them. Nothing before the first shipment. */
export const ReturnsPanel = (props: ReturnsPanelProps) =>
  props.order.shipments.length === 0 ? null : <Panel {...props} />

function Panel({ order, onChanged }: ReturnsPanelProps) {
  const { returns: data, error, refresh } = useReturns(order._id, fetchOrderReturns)
  const [isOpen, setOpen] = useState(false)
  const refreshAll = async () => {
    await Promise.all([refresh(), onChanged()])
  }
  const canOpen = may('orders') && (data?.returnable.length ?? 0) > 0
  if (data !== undefined && data.returns.length === 0 && !canOpen) return null
  return (
    <section aria-labelledby="returns" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="returns" className="text-lg">
          Returns
        </h2>
        {canOpen && !isOpen && (
          <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
            Open a return
          </Button>
        )}
      </div>
      {data === undefined && error !== null && (
        <Notice tone="bad">{`The returns could not be loaded. ${problemText(error)}`}</Notice>
      )}
      {data !== undefined && data.returns.length > 0 && (
        <ul aria-labelledby="returns" className="border-line border-t text-sm">
          {data.returns.map((each) => (
            <ReturnCard key={each._id} of={each} noteLabel="Note of the customer">
              <ReturnSteps key={each.revision} of={each} refresh={refreshAll} />
            </ReturnCard>
          ))}
        </ul>
      )}
      {data !== undefined && isOpen && (
        <Open order={order} data={data} refresh={refreshAll} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}

type OpenProps = {
  order: OrderDetails
  data: OrderReturns
  refresh: () => Promise<void>
  onClose: () => void
}

/** For a customer who phoned, also after the time in which customers can ask. */
function Open({ order, data, refresh, onClose }: OpenProps) {
  const [instructions, setInstructions] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  const isReady = () => {
    const isMissing = instructions.trim() === ''
    setWrong(isMissing ? 'Say how the pieces are to be sent back.' : undefined)
    if (isMissing) field.current?.querySelector('textarea')?.focus()
    return !isMissing
  }
  return (
    <div className="rounded border border-line p-4">
      <AskForm
        order={order}
        returnable={data.returnable}
        label="Open a return"
        button="Open the return"
        noteHint="What the customer says. It is shown with the return."
        isReady={isReady}
        send={(asked, key) => openReturn(order._id, { ...asked, instructions: instructions.trim() }, key)}
        refresh={refresh}
        onDone={onClose}
        onClose={onClose}
      >
        <div ref={field}>
          <TextAreaField
            label="Instructions"
            hint="How and to where the pieces are to be sent. The customer gets it by mail."
            required
            rows={3}
            maxLength={RETURN_INSTRUCTIONS.maximum}
            value={instructions}
            error={wrong ?? null}
            onChange={({ target }) => setInstructions(target.value)}
          />
        </div>
      </AskForm>
    </div>
  )
}
