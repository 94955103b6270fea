import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { closeMessages, STAFF_MESSAGES } from '../client.ts'
import type { OrderMessage } from '../schema.ts'
import { MessageForm } from '../thread/message-form.tsx'
import { MessageList } from '../thread/message-list.tsx'
import { useMessages } from '../thread/use-messages.ts'

const NAMES = { customer: 'Customer', shop: 'Shop' } as const

type CustomerMessagesProps = {
  orderId: string
  /** As the page has read them; undefined when that failed. */
  loaded: readonly OrderMessage[] | undefined
}

/** What customer and staff wrote about an order. The staff answer here; the customer gets it by mail. */
export function CustomerMessages({ orderId, loaded }: CustomerMessagesProps) {
  const { messages = [], error, add, refresh } = useMessages(orderId, STAFF_MESSAGES, loaded)
  const doesWait = messages.some(({ waits }) => waits)
  return (
    <section
      aria-labelledby="messages"
      className={doesWait ? 'grid gap-3 rounded border border-wait-edge p-4' : 'grid gap-3'}
    >
      <h2 id="messages" className="text-lg">
        Messages
      </h2>
      {error !== null && <p className="text-bad text-sm">{problemText(error)}</p>}
      {messages.length > 0 && <MessageList messages={messages} names={NAMES} />}
      <MessageForm
        orderId={orderId}
        calls={STAFF_MESSAGES}
        label={doesWait ? 'Answer' : 'New message'}
        hint="The customer gets it by mail and reads it on the page of the order."
        button={doesWait ? 'Send answer' : 'Send message'}
        draft={`answer about ${orderId}`}
        onSent={(message) => {
          add(message)
          void refresh()
        }}
      />
      {doesWait && <NoAnswer orderId={orderId} onClosed={refresh} />}
    </section>
  )
}

/** For thanks, and what was said by phone. */
function NoAnswer({ orderId, onClosed }: { orderId: string; onClosed: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const close = async () => {
    setBusy(true)
    try {
      await closeMessages(orderId)
      await onClosed()
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" size="sm" className="justify-self-start" busy={busy} onClick={close}>
      No answer needed
    </Button>
  )
}
