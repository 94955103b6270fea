import { type FormEvent, useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { notBackOfOrder } from '#features/orders/left-to-ship.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { textProblem } from '#kit/input/contact-rules.ts'
import { formatTotal } from '#kit/money.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CheckboxField, Field } from '#kit/ui/form/field.tsx'
import { useFocusOnError } from '#kit/ui/form/use-focus-on-error.ts'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { REFUND_REASON } from '../limits.ts'
import { amountProblem, readAmount } from './refund-amount.ts'
import { type PricedRefund, useRefund } from './use-refund.ts'

/** What is typed into the form, kept over a reload. */
export function useRefundDraft(orderId: string) {
  const email = useSession()?.email
  const draft = useTypedText(email, {
    amount: `refund of ${orderId}`,
    reason: `refund reason of ${orderId}`,
  })
  return { ...draft, isTyped: Object.keys(draft.typed).length > 0 }
}

type RefundFormProps = {
  order: OrderDetails
  /** The dollars that can be refunded. */
  left: number
  draft: ReturnType<typeof useRefundDraft>
  onChanged: (order: OrderDetails) => void
  onRefused: () => Promise<void>
  /** The provider did not answer; the text says what the shop does about it. */
  onUnconfirmed: (text: string | undefined) => void
  onClose: () => void
}

interface Invalid {
  readonly amount?: string | undefined
  readonly reason?: string | undefined
}

/** Refunds all that is left or a part of it, after a confirmation that names the amount. */
export function RefundForm({ order, left, draft, onClose, ...callbacks }: RefundFormProps) {
  const { amount: text = left.toFixed(2), reason = '' } = draft.typed
  const [isRestock, setIsRestock] = useState(true)
  const [invalid, setInvalid] = useState<Invalid | null>(null)
  const form = useFocusOnError(invalid)
  const refunding = useRefund({ order, ...callbacks, onDone: onClose })
  const amount = readAmount(text)
  const pieces = piecesToRestock(order, left, amount)
  const type = (part: { amount?: string; reason?: string }) => {
    setInvalid(null)
    draft.change(part)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = { amount: amountProblem(text, left), reason: textProblem(reason.trim(), REFUND_REASON) }
    const isInvalid = problems.amount !== undefined || problems.reason !== undefined
    setInvalid(isInvalid ? problems : null)
    if (isInvalid || amount === undefined) return
    refunding.open({
      refund: { amount, reason: reason.trim(), restock: pieces > 0 && isRestock },
      dollars: amount,
    })
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Refund"
      className="rounded border border-line p-4"
      onSubmit={submit}
    >
      <RefundFields amount={text} reason={reason} left={left} invalid={invalid ?? {}} onType={type} />
      {pieces > 0 && (
        <CheckboxField
          label={`Restock ${piecesText(pieces)} not shipped yet`}
          hint="Nothing of the order can be shipped after that."
          checked={isRestock}
          onChange={({ target }) => setIsRestock(target.checked)}
        />
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        <Button type="submit" variant="danger">
          {amount ? `Refund ${formatTotal(amount)}` : 'Refund'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <RefundDialog refunding={refunding} order={order} pieces={pieces} />
    </form>
  )
}

type RefundFieldsProps = {
  amount: string
  reason: string
  left: number
  invalid: Invalid
  onType: (part: { amount?: string; reason?: string }) => void
}

function RefundFields({ amount, reason, left, invalid, onType }: RefundFieldsProps) {
  return (
    <>
      <Field
        label="Amount in dollars"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        maxLength={12}
        value={amount}
        error={invalid.amount ?? null}
        hint={readAmount(amount) === left ? 'All that is left' : `Of ${formatTotal(left)} that is left`}
        onChange={({ target }) => onType({ amount: target.value })}
        onFocus={({ target }) => target.select()}
      />
      <Field
        label="Reason"
        name="reason"
        autoComplete="off"
        required
        maxLength={REFUND_REASON.maximum}
        value={reason}
        error={invalid.reason ?? null}
        hint="For other admins; the customer does not see it"
        onChange={({ target }) => onType({ reason: target.value })}
      />
    </>
  )
}

/** How many pieces go back to stock with this refund: none unless everything is refunded by it. */
function piecesToRestock(order: OrderDetails, left: number, amount: number | undefined): number {
  if (amount !== left || order.restockedAt !== undefined) return 0
  return [...notBackOfOrder(order).values()].reduce((sum, quantity) => sum + quantity, 0)
}

type RefundDialogProps = { refunding: ReturnType<typeof useRefund>; order: OrderDetails; pieces: number }

function RefundDialog({ refunding, order, pieces }: RefundDialogProps) {
  const { asked, busy, error, confirm, close } = refunding
  const text = asked && formatTotal(asked.dollars)
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={`Refund ${text}?`}
      body={asked && refundText(order, asked, pieces)}
      yes={`Refund ${text}`}
      no="Do not refund"
      busy={busy}
      error={error ?? null}
      onConfirm={() => void confirm()}
      onClose={close}
    />
  )
}

function refundText(
  { number, name }: OrderDetails,
  { refund: { restock }, dollars }: PricedRefund,
  pieces: number,
): string {
  const money = `${formatTotal(dollars)} of order ${number} goes back to the card of ${name}, who gets a mail. A refund cannot be undone.`
  return restock ? `${money} ${piecesText(pieces)} ${pieces === 1 ? 'goes' : 'go'} back to stock.` : money
}
