import { type FormEvent, useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { useIdempotencyKey } from '#kit/ui/form/use-idempotency-key.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { writeAboutOffer } from '../client.ts'
import { OFFER_MESSAGE } from '../limits.ts'
import type { Offer } from '../schema.ts'
import { useOfferCall } from '../shown/use-offer-call.ts'

type OfferMessagesProps = {
  offer: Offer
  /** What is written is kept as a draft of this side. */
  side: 'customer' | 'shop'
  refresh: () => Promise<unknown>
}

/** What both sides wrote about an offer, and a form for more. */
export function OfferMessages({ offer, side, refresh }: OfferMessagesProps) {
  const { messages = [], _id } = offer
  return (
    <div className="grid grid-cols-1 gap-4">
      {messages.length > 0 && (
        <ol aria-label="What was written" className="grid gap-3 text-sm">
          {messages.map((message) => (
            <li
              key={message._id}
              className={classNames(
                'border-s-2 ps-3',
                message.by === 'shop' ? 'border-brand' : 'border-edge',
              )}
            >
              <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs wrap-anywhere">
                <span className="font-medium text-ink">
                  {message.by === 'shop' ? 'The shop' : 'Customer'}
                </span>
                {message.name}
                <DateTime iso={message.at} />
              </p>
              <p className="max-w-prose whitespace-pre-line wrap-anywhere">{message.text}</p>
            </li>
          ))}
        </ol>
      )}
      <MessageForm offerId={_id} side={side} refresh={refresh} />
    </div>
  )
}

function MessageForm({
  offerId,
  side,
  refresh,
}: { offerId: string } & Pick<OfferMessagesProps, 'side' | 'refresh'>) {
  const email = useSession()?.email
  const draft = `${side} about offer ${offerId}`
  const { typed, change, discard } = useTypedText(email, { text: draft })
  const key = useIdempotencyKey(email === undefined ? undefined : { email, draft: `key of ${draft}` })
  const call = useOfferCall(refresh)
  const [isSent, setSent] = useState(false)
  const { text = '' } = typed
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(false)
    if (text.trim() === '') return
    const sent = await call.run(() => writeAboutOffer(offerId, text, key.for({ text })))
    key.reset()
    if (!sent) return
    discard()
    setSent(true)
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Write a message" className="max-w-prose">
      <TextAreaField
        label="Message"
        hint="The other side reads it here, and gets a mail."
        rows={3}
        maxLength={OFFER_MESSAGE.maximum}
        value={text}
        error={call.error ?? null}
        onChange={({ target }) => change({ text: target.value })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="secondary" size="sm" busy={call.busy}>
          Send message
        </Button>
        <p role="status" className="text-good text-sm empty:hidden">
          {isSent && 'Sent.'}
        </p>
      </div>
    </form>
  )
}
