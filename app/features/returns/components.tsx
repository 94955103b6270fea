import { useState } from 'react'
import type { OrderDetails } from '#features/orders/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { monthDayText } from '#kit/text/moment-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { AskForm } from './asking/ask-form.tsx'
import { ReturnCard } from './asking/return-card.tsx'
import { useReturnCall } from './asking/use-return-call.ts'
import { useReturns } from './asking/use-returns.ts'
import { askForReturn, fetchOwnReturns, withdrawReturn } from './client.ts'
import type { OrderReturns, Return } from './schema.ts'

/** The returns of an own order, and the form by which its customer asks for one. Nothing before the first shipment. */
export const OwnReturns = ({ order }: { order: OrderDetails }) =>
  order.shipments.length === 0 ? null : <Returns order={order} />

function Returns({ order }: { order: OrderDetails }) {
  const { returns: data, error, refresh } = useReturns(order._id, fetchOwnReturns)
  const [isSent, setSent] = useState(false)
  if (data === undefined)
    return error === null ? null : (
      <Notice
        tone="bad"
        action={
          <Button variant="secondary" size="sm" onClick={() => void refresh()}>
            Try again
          </Button>
        }
      >
        {`The returns could not be loaded. ${problemText(error)}`}
      </Notice>
    )
  if (data.returns.length === 0 && data.returnable.length === 0) return null
  return (
    <section aria-labelledby="returns" className="grid grid-cols-1 gap-3">
      <h2 id="returns" className="text-lg">
        Returns
      </h2>
      {data.returns.length > 0 && (
        <ul aria-labelledby="returns" className="border-line border-t text-sm">
          {data.returns.map((each) => (
            <ReturnCard key={each._id} of={each} noteLabel="Your note">
              <Withdraw of={each} refresh={refresh} />
            </ReturnCard>
          ))}
        </ul>
      )}
      {data.returnable.length > 0 && <Ask order={order} data={data} refresh={refresh} onSent={setSent} />}
      <p role="status" className="text-good text-sm empty:hidden">
        {isSent && 'Your return is requested. You get the answer here and by mail.'}
      </p>
    </section>
  )
}

type AskProps = {
  order: OrderDetails
  data: OrderReturns
  refresh: () => Promise<void>
  onSent: (isSent: boolean) => void
}

/** The form opens below its button. */
function Ask({ order, data: { returnable, until }, refresh, onSent }: AskProps) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <div className="grid justify-items-start gap-1">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            setOpen(true)
            onSent(false)
          }}
        >
          Return pieces
        </Button>
        {until !== undefined && (
          <p className="text-muted text-sm">{`Until ${monthDayText(until, Date.now())}`}</p>
        )}
      </div>
    )
  return (
    <AskForm
      order={order}
      returnable={returnable}
      label="Return pieces"
      button="Request the return"
      noteHint="What is wrong with the pieces, if anything"
      send={(asked, key) => askForReturn(order._id, asked, key)}
      refresh={refresh}
      onDone={() => {
        setOpen(false)
        onSent(true)
      }}
      onClose={() => setOpen(false)}
    />
  )
}

/** While nothing came back. */
function Withdraw({ of, refresh }: { of: Return; refresh: () => Promise<void> }) {
  const [isAsked, setAsked] = useState(false)
  const call = useReturnCall(`withdrawal of ${of._id}`, refresh)
  if (of.state !== 'asked' && of.state !== 'accepted') return null
  const close = () => {
    setAsked(false)
    call.clear()
  }
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setAsked(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Withdraw this return?"
        body="You keep the pieces, and the shop is told. You can request another return."
        yes="Withdraw"
        no="Keep the return"
        busy={call.busy}
        error={call.error ?? null}
        onConfirm={() => void call.run({ revision: of.revision }, () => withdrawReturn(of))}
        onClose={close}
      />
    </div>
  )
}
