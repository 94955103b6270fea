import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OwnTerms } from '#features/companies/schema.ts'
import { daysText } from '#features/companies/texts.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CheckboxField, TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { acceptOffer, declineOffer } from '../client.ts'
import { OFFER_ANSWER } from '../limits.ts'
import type { Offer } from '../schema.ts'
import { useOfferCall } from '../shown/use-offer-call.ts'

type AcceptPanelProps = { offer: Offer; terms: OwnTerms; refresh: () => Promise<unknown> }

/** What the buyer can say to an offer: accept it as it stands, or decline it. */
export function AcceptPanel({ offer, terms, refresh }: AcceptPanelProps) {
  const { _id, revision, payable = 0, mayAccept, addressLines, company } = offer
  const navigate = useNavigate()
  const [isOnAccount, setIsOnAccount] = useState(false)
  const [isDeclining, setDeclining] = useState(false)
  const call = useOfferCall(refresh)
  const accept = async () => {
    const order = await call.run(() =>
      acceptOffer(_id, { revision, ...(isOnAccount && { payment: 'account' as const }) }),
    )
    if (order) await navigate(orderPagePath(order._id))
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {mayAccept && (
        <p className="max-w-prose text-sm">
          {addressLines
            ? `It becomes an order that goes to ${addressLines.join(', ')}.`
            : 'It becomes an order; say on its page where it goes.'}
          {!isOnAccount && ' The pieces are held until it is paid.'}
          {' Pieces that are not in stock yet ship when they come.'}
          {company && ' Above your limit somebody of the company approves it first.'}
        </p>
      )}
      {mayAccept && terms.days !== undefined && (
        <CheckboxField
          label={`On account (${daysText(terms.days)}), instead of by card`}
          name="onAccount"
          checked={isOnAccount}
          onChange={({ target }) => setIsOnAccount(target.checked)}
        />
      )}
      {call.error !== undefined && <Notice tone="bad">{call.error}</Notice>}
      <div className="flex flex-wrap gap-2">
        {mayAccept && (
          <Button busy={call.busy} onClick={() => void accept()}>
            {`Accept and order · ${formatTotal(payable)}`}
          </Button>
        )}
        {!isDeclining && (
          <Button variant="danger" onClick={() => setDeclining(true)}>
            {offer.state === 'asked' ? 'Take back' : 'Decline'}
          </Button>
        )}
      </div>
      {isDeclining && <DeclineForm offer={offer} call={call} onClose={() => setDeclining(false)} />}
    </div>
  )
}

type DeclineFormProps = { offer: Offer; call: ReturnType<typeof useOfferCall>; onClose: () => void }

function DeclineForm({ offer: { _id, revision, state }, call, onClose }: DeclineFormProps) {
  const [reason, setReason] = useState('')
  const decline = async (event: FormEvent) => {
    event.preventDefault()
    const text = reason.trim()
    if (await call.run(() => declineOffer(_id, { revision, ...(text && { reason: text }) }))) onClose()
  }
  return (
    <form noValidate aria-label="Decline the offer" className="max-w-prose" onSubmit={decline}>
      <TextAreaField
        label="Reason"
        hint="The shop reads it. It can be left empty."
        rows={2}
        maxLength={OFFER_ANSWER.maximum}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="destroy" busy={call.busy}>
          {state === 'asked' ? 'Take it back' : 'Decline the offer'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
