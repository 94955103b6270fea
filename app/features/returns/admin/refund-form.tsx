import { type FormEvent, useState } from 'react'
import { amountProblem, readAmount } from '#features/payments/admin/refund-amount.ts'
import { REFUND_MESSAGE } from '#features/payments/limits.ts'
import { moneyUnit } from '#kit/identity/shop-currency.ts'
import { addTotals, formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { CheckboxField, TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { useReturnCall } from '../asking/use-return-call.ts'
import { refundReturn } from './client.ts'
import type { StepProps } from './return-steps.tsx'

/** What is refunded: what came back costs so much, with the delivery if that is checked, or what is typed instead. */
function useRefund({ of, refresh }: StepProps) {
  const { lines = 0, delivery = 0, most = 0 } = of.refundable ?? {}
  const [isWithDelivery, setWithDelivery] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [message, setMessage] = useState('')
  const call = useReturnCall(`refund of the return ${of._id}`, refresh)
  const proposed = Math.min(most, addTotals([lines, isWithDelivery ? delivery : 0]))
  const text = typed ?? proposed.toFixed(2)
  const amount = readAmount(text)
  return {
    ...{ lines, delivery, isWithDelivery, proposed, text, amount, message, call },
    ...{ setTyped, setMessage },
    setDelivery: (isWith: boolean) => {
      setWithDelivery(isWith)
      setTyped(undefined)
    },
    confirm: async () => {
      if (amount === undefined) return
      const request = {
        revision: of.revision,
        amount,
        ...(isWithDelivery && { delivery: true }),
        ...(message.trim() !== '' && { message: message.trim() }),
      }
      if (await call.run(request, (asked, key) => refundReturn(of._id, asked, key)))
        notify.success(`${formatTotal(amount)} refunded`)
    },
  }
}

/** What came back is refunded: what the pieces cost is proposed, and what is paid back is asked before. */
export function RefundForm({ onClose, ...props }: StepProps & { onClose: () => void }) {
  const refund = useRefund(props)
  const [wrong, setWrong] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const { lines, delivery, text, amount, call } = refund
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = amountProblem(text, refund.proposed)
    setWrong(problem)
    if (problem === undefined) setAsked(true)
  }
  return (
    <form noValidate aria-label="Refund the return" className="grid grid-cols-1 gap-2" onSubmit={submit}>
      <Field
        label={`Amount (${moneyUnit()})`}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={wrong ?? null}
        hint={`What came back costs ${formatTotal(lines)} with its tax. All of it is refunded by line, less as an amount.`}
        onChange={({ target }) => refund.setTyped(target.value)}
      />
      {delivery > 0 && (
        <DeliveryField delivery={delivery} isChecked={refund.isWithDelivery} onCheck={refund.setDelivery} />
      )}
      <TextAreaField
        label="Message to the customer"
        hint="In the mail about the refund, with the credit note"
        rows={2}
        maxLength={REFUND_MESSAGE.maximum}
        value={refund.message}
        onChange={({ target }) => refund.setMessage(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger">
          {amount ? `Refund ${formatTotal(amount)}` : 'Refund'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <RefundDialog
        amount={amount ?? 0}
        isOpen={isAsked}
        call={call}
        onConfirm={() => void refund.confirm()}
        onClose={() => {
          setAsked(false)
          call.clear()
        }}
      />
    </form>
  )
}

type RefundDialogProps = {
  amount: number
  isOpen: boolean
  call: Pick<ReturnType<typeof useReturnCall>, 'busy' | 'error'>
  onConfirm: () => void
  onClose: () => void
}

const RefundDialog = ({ amount, isOpen, call, onConfirm, onClose }: RefundDialogProps) => (
  <ConfirmDialog
    open={isOpen}
    title={`Refund ${formatTotal(amount)}?`}
    body="The money goes back to the card, and the customer gets a mail with the credit note. It cannot be undone."
    yes={`Refund ${formatTotal(amount)}`}
    no="Do not refund"
    busy={call.busy}
    error={call.error ?? null}
    onConfirm={onConfirm}
    onClose={onClose}
  />
)

type DeliveryFieldProps = { delivery: number; isChecked: boolean; onCheck: (isChecked: boolean) => void }

const DeliveryField = ({ delivery, isChecked, onCheck }: DeliveryFieldProps) => (
  <CheckboxField
    label={`And the delivery, ${formatTotal(delivery)}`}
    checked={isChecked}
    onChange={({ target }) => onCheck(target.checked)}
  />
)
