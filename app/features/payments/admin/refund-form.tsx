import { type FormEvent, useState } from 'react'
import { refundedText } from '#features/orders/charges.ts'
import { notBackOfOrder } from '#features/orders/left-to-ship.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { moneyUnit } from '#kit/identity/shop-currency.ts'
import { textProblem, tooLong } from '#kit/input/contact-rules.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { CheckboxField, TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { useFocusOnError } from '#kit/ui/form/use-focus-on-error.ts'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { REFUND_MESSAGE, REFUND_REASON } from '../limits.ts'
import { amountProblem, readAmount } from './refund-amount.ts'
import type { RefundDraft } from './refund-draft.ts'
import { RefundLines } from './refund-lines.tsx'
import { partsTotal, piecesBack, typedPieces } from './refund-parts.ts'
import { type PricedRefund, useRefund } from './use-refund.ts'

type RefundFormProps = {
  order: OrderDetails
  /** The dollars that can be refunded. */
  left: number
  draft: RefundDraft
  onChanged: (order: OrderDetails) => void
  onRefused: () => Promise<void>
  /** The provider did not answer; the text says what the shop does about it. */
  onUnconfirmed: (text: string | undefined) => void
  onClose: () => void
}

interface Invalid {
  readonly amount?: string | undefined
  readonly lines?: string | undefined
  readonly reason?: string | undefined
  readonly message?: string | undefined
}

/** Refunds pieces and the delivery, or an amount, after a confirmation that names what is paid back. */
export function RefundForm({ order, left, draft, onClose, ...callbacks }: RefundFormProps) {
  const { amount: amountText = left.toFixed(2), reason = '', message = '' } = draft.typed
  const [isRestock, setIsRestock] = useState(true)
  const [invalid, setInvalid] = useState<Invalid | null>(null)
  const form = useFocusOnError(invalid)
  const refunding = useRefund({ order, ...callbacks, onDone: onClose })
  const what = draft.isByLine ? partsOf(order, left, draft) : amountOf(order, left, amountText)
  const { dollars, back } = what
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems: Invalid = {
      ...what.problems,
      reason: textProblem(reason.trim(), REFUND_REASON),
      message: tooLong(message, REFUND_MESSAGE),
    }
    const isInvalid = Object.values(problems).some((problem) => problem !== undefined)
    setInvalid(isInvalid ? problems : null)
    if (isInvalid) return
    const texts = { reason: reason.trim(), ...(message.trim() && { message: message.trim() }) }
    refunding.open({ refund: { ...what.refund, ...texts, restock: back > 0 && isRestock }, dollars })
  }
  const type = () => setInvalid(null)
  return (
    <form
      ref={form}
      noValidate
      aria-label="Refund"
      className="grid grid-cols-1 rounded border border-line p-4"
      onSubmit={submit}
    >
      <KindChoice draft={draft} onType={type} />
      {draft.isByLine ? (
        <RefundLines order={order} draft={draft} error={invalid?.lines} onType={type} />
      ) : (
        <AmountField text={amountText} left={left} error={invalid?.amount} draft={draft} onType={type} />
      )}
      <TextFields reason={reason} message={message} invalid={invalid ?? {}} draft={draft} onType={type} />
      {back > 0 && (
        <CheckboxField
          label={`Restock ${piecesText(back)} not shipped yet`}
          hint={
            draft.isByLine
              ? 'Refunded pieces are not shipped in any case.'
              : 'Nothing of the order can be shipped after that.'
          }
          checked={isRestock}
          onChange={({ target }) => setIsRestock(target.checked)}
        />
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        <Button type="submit" variant="danger">
          {dollars ? `Refund ${formatTotal(dollars)}` : 'Refund'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <RefundDialog refunding={refunding} order={order} pieces={back} />
    </form>
  )
}

/** What the form asks for, without its texts: what it comes to, and how many pieces would go back to stock. */
interface Asked {
  readonly refund: Pick<PricedRefund['refund'], 'amount' | 'lines' | 'delivery'>
  readonly dollars: number
  readonly back: number
  readonly problems: Pick<Invalid, 'amount' | 'lines'>
}

/** An amount puts pieces back only when everything is refunded by it: all that are not shipped. */
function amountOf(order: OrderDetails, left: number, text: string): Asked {
  const amount = readAmount(text)
  const isAll = amount === left && order.restockedAt === undefined
  const back = isAll ? [...notBackOfOrder(order).values()].reduce((sum, quantity) => sum + quantity, 0) : 0
  return {
    refund: { amount },
    dollars: amount ?? 0,
    back,
    problems: { amount: amountProblem(text, left) },
  }
}

function partsOf(order: OrderDetails, left: number, { pieces, isWithDelivery }: RefundDraft): Asked {
  const lines = typedPieces(order, pieces)
  const delivery = isWithDelivery && (order.refundable?.delivery ?? 0) > 0
  const dollars = partsTotal(order, lines ?? [], delivery)
  return {
    refund: { ...(lines && lines.length > 0 && { lines }), ...(delivery && { delivery }) },
    dollars,
    back: piecesBack(order, lines ?? []),
    problems: { lines: lines ? totalProblem(dollars, left) : 'So many pieces are not left.' },
  }
}

function totalProblem(dollars: number, left: number): string | undefined {
  if (dollars === 0) return 'Name at least one piece that is left, or the delivery.'
  return dollars > left
    ? `At most ${formatTotal(left)} can be refunded, since an amount went back before.`
    : undefined
}

type PartProps = { draft: RefundDraft; onType: () => void }

const KINDS = [
  { value: 'amount', text: 'An amount' },
  { value: 'lines', text: 'By line' },
] as const

function KindChoice({ draft, onType }: PartProps) {
  return (
    <fieldset className="mb-3 flex flex-wrap gap-x-6">
      <legend className="sr-only">What is refunded</legend>
      {KINDS.map(({ value, text }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="kind"
            value={value}
            checked={draft.isByLine === (value === 'lines')}
            onChange={() => {
              onType()
              draft.change({ kind: value })
            }}
            className="size-5 shrink-0 accent-brand"
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

type AmountFieldProps = PartProps & { text: string; left: number; error: string | undefined }

const AmountField = ({ text, left, error, draft, onType }: AmountFieldProps) => (
  <Field
    label={`Amount in ${moneyUnit()}`}
    name="amount"
    inputMode="decimal"
    autoComplete="off"
    required
    maxLength={12}
    value={text}
    error={error ?? null}
    hint={readAmount(text) === left ? 'All that is left' : `Of ${formatTotal(left)} that is left`}
    onChange={({ target }) => {
      onType()
      draft.change({ amount: target.value })
    }}
    onFocus={({ target }) => target.select()}
  />
)

type TextFieldsProps = PartProps & { reason: string; message: string; invalid: Invalid }

function TextFields({ reason, message, invalid, draft, onType }: TextFieldsProps) {
  const change = (part: { reason: string } | { message: string }) => {
    onType()
    draft.change(part)
  }
  const { maximum } = REFUND_MESSAGE
  return (
    <>
      <Field
        label="Reason"
        name="reason"
        autoComplete="off"
        required
        value={reason}
        error={invalid.reason ?? null}
        hint="For other staff; the customer does not see it"
        onChange={({ target }) => change({ reason: target.value })}
      />
      <TextAreaField
        label="Message to the customer"
        name="message"
        rows={2}
        value={message}
        error={invalid.message ?? null}
        warning={tooLong(message, REFUND_MESSAGE)}
        hint={`In the mail and the timeline; ${formatCount(message.trim().length)} of ${formatCount(maximum)} characters`}
        onChange={({ target }) => change({ message: target.value })}
      />
    </>
  )
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

function refundText(order: OrderDetails, { refund, dollars }: PricedRefund, pieces: number): string {
  const { number, name } = order
  const parts = partsText(order, refund)
  const money = `${formatTotal(dollars)} of order ${number} goes back to the card of ${name}, who gets a mail${parts === undefined ? '' : `: ${parts}`}. A refund cannot be undone.`
  return refund.restock
    ? `${money} ${piecesText(pieces)} ${pieces === 1 ? 'goes' : 'go'} back to stock.`
    : money
}

/** What the refund is of, each part with what it comes to. */
function partsText(
  order: OrderDetails,
  { lines = [], delivery }: PricedRefund['refund'],
): string | undefined {
  const priced = lines.map((line) => ({ ...line, amount: partsTotal(order, [line], false) }))
  return refundedText({ lines: priced, ...(delivery && { delivery: partsTotal(order, [], true) }) }, order)
}
