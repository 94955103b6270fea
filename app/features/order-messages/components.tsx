import { useState } from 'react'
import { fetchSeller } from '#features/settings/client.ts'
import type { ShownSeller } from '#features/settings/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { useLoaded } from '#kit/browser/use-loaded.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { OWN_MESSAGES } from './client.ts'
import { MessageForm } from './thread/message-form.tsx'
import { MessageList } from './thread/message-list.tsx'
import { type Messages, useMessages } from './thread/use-messages.ts'

const NAMES = { customer: 'You', shop: 'The shop' } as const

/** How the customer of an order reaches the shop: its mail and phone, and messages about this order with their answers. */
export function OrderHelp({ orderId, number }: { orderId: string; number: string }) {
  const messages = useMessages(orderId, OWN_MESSAGES)
  const [asked] = useState(() => fetchSeller().catch(() => ({})))
  return (
    <section aria-labelledby="help" className="grid gap-3">
      <h2 id="help" className="text-lg">
        Questions
      </h2>
      <SellerContact seller={useLoaded<ShownSeller>(asked)} number={number} />
      <Thread messages={messages} />
      <Report orderId={orderId} messages={messages} />
    </section>
  )
}

function SellerContact({ seller = {}, number }: { seller: ShownSeller | undefined; number: string }) {
  const { email, phone } = seller
  if (email === undefined && phone === undefined) return null
  const subject = new URLSearchParams({ subject: `Order ${number}` }).toString().replaceAll('+', '%20')
  return (
    <ul className="grid text-sm">
      {email !== undefined && (
        <li>
          <a href={`mailto:${email}?${subject}`} className={CONTACT_LINK}>
            {email}
          </a>
        </li>
      )}
      {phone !== undefined && (
        <li>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={CONTACT_LINK}>
            {phone}
          </a>
        </li>
      )}
    </ul>
  )
}

const CONTACT_LINK = 'inline-flex min-h-7 items-center wrap-anywhere pointer-coarse:min-h-11'

function Thread({ messages: { messages, error, refresh } }: { messages: Messages }) {
  if (messages === undefined)
    return error === null ? null : (
      <Notice
        tone="bad"
        action={
          <Button variant="secondary" size="sm" onClick={() => void refresh()}>
            Try again
          </Button>
        }
      >
        {`Your messages could not be loaded. ${problemText(error)}`}
      </Notice>
    )
  return messages.length === 0 ? null : <MessageList messages={messages} names={NAMES} />
}

/** The form opens below its button. */
function Report({ orderId, messages }: { orderId: string; messages: Messages }) {
  const [isOpen, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  return (
    <>
      {!isOpen && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => {
            setOpen(true)
            setSent(false)
          }}
        >
          Report a problem with this order
        </Button>
      )}
      {isOpen && (
        <MessageForm
          orderId={orderId}
          calls={OWN_MESSAGES}
          label="What is wrong?"
          hint="Name the part and the pieces. The answer comes here and by mail."
          button="Send message"
          draft={`message about ${orderId}`}
          isFocused
          onSent={(message) => {
            messages.add(message)
            setOpen(false)
            setSent(true)
          }}
        />
      )}
      <p role="status" className="text-good text-sm empty:hidden">
        {isSent && 'Your message is sent. The answer comes here and by mail.'}
      </p>
    </>
  )
}
