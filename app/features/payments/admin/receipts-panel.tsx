import { useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { OrderDetails } from '#features/orders/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { longDayText } from '#kit/text/utc-text.ts'
import { isoDay } from '#kit/time.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { useIdempotencyKey } from '#kit/ui/form/use-idempotency-key.ts'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import { recordReceipt } from '../client.ts'

type ReceiptsPanelProps = { order: OrderDetails; onChanged: (order: OrderDetails) => void }

/** The money that was received for an order on account, and the form that records more of it. For staff. */
export function ReceiptsPanel({ order, onChanged }: ReceiptsPanelProps) {
  const { payment, paid, status, openAmount = 0, dueAt, receipts = [] } = order
  const [isOpen, setIsOpen] = useState(false)
  if (payment !== 'account' || status === undefined) return null
  return (
    <section aria-labelledby="receipts" className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="receipts" className="text-lg">
          Received money
        </h2>
        {!paid && openAmount > 0 && !isOpen && (
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            Record received money
          </Button>
        )}
      </div>
      <FactList
        facts={[
          { label: 'Pay by', value: dueAt === undefined ? 'Not invoiced yet' : longDayText(dueAt) },
          { label: 'Open', value: formatTotal(openAmount) },
        ]}
      />
      {receipts.length > 0 && (
        <ul aria-labelledby="receipts" className="border-line border-t text-sm">
          {receipts.map(({ _id, amount, at, reference }) => (
            <li key={_id} className="border-line border-b py-2 wrap-anywhere">
              {`${formatTotal(amount)} on ${longDayText(at)}: ${reference}`}
            </li>
          ))}
        </ul>
      )}
      {isOpen && !paid && (
        <ReceiptForm order={order} onChanged={onChanged} onClose={() => setIsOpen(false)} />
      )}
    </section>
  )
}

type ReceiptFormProps = ReceiptsPanelProps & { onClose: () => void }

function ReceiptForm({ order, onChanged, onClose }: ReceiptFormProps) {
  const { _id, openAmount = 0, receipts: before = [] } = order
  const email = useSession()?.email
  const key = useIdempotencyKey(email === undefined ? undefined : { email, draft: `receipt of ${_id}` })
  const [amount, setAmount] = useState(String(openAmount))
  const [at, setAt] = useState(() => isoDay(Date.now()))
  const [reference, setReference] = useState('')
  const { form, busy, error, errors } = useCheckedForm(async () => {
    const receipt = { amount: Number(amount), at, reference: reference.trim() }
    try {
      const changed = await recordReceipt(_id, receipt, key.for(receipt))
      key.reset()
      const recorded = changed.receipts?.find((one) => before.every((earlier) => earlier._id !== one._id))
      if (recorded)
        notifyUndo({
          text: `${formatTotal(recorded.amount)} recorded`,
          calls: [{ method: 'DELETE', path: `/api/order/${_id}/receipts/${recorded._id}` }],
        })
      onClose()
      onChanged(changed)
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) throw thrown
    }
  })
  return (
    <form {...form} aria-label="Record received money" className="max-w-md">
      <Field
        label="Amount"
        name="amount"
        type="number"
        min={0.01}
        step={0.01}
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
        required
        error={errors.amount ?? null}
      />
      <Field
        label="Received on"
        name="at"
        type="date"
        value={at}
        onChange={({ target }) => setAt(target.value)}
        required
        error={errors.at ?? null}
      />
      <Field
        label="Reference"
        name="reference"
        value={reference}
        onChange={({ target }) => setReference(target.value)}
        hint="What the statement of the bank says of it."
        error={errors.reference ?? null}
      />
      {error !== null && (
        <Notice tone="bad" className="mb-4">
          {problemText(error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          Record
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}
