import { classNames } from '#kit/ui/mark/class-names.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import type { OrderMessage } from '../schema.ts'
import { TO_ANSWER } from '../texts.ts'

type MessageListProps = {
  messages: readonly OrderMessage[]
  /** How each side is called. */
  names: Readonly<Record<OrderMessage['by'], string>>
}

/** What both sides wrote, oldest first, as text. */
export const MessageList = ({ messages, names }: MessageListProps) => (
  <ol aria-label="What was written" className="grid gap-3 text-sm">
    {messages.map(({ _id, at, by, text, email, waits }) => (
      <li key={_id} className={classNames('border-s-2 ps-3', by === 'shop' ? 'border-brand' : 'border-edge')}>
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs wrap-anywhere">
          <span className="font-medium text-ink">{names[by]}</span>
          {email}
          <DateTime iso={at} />
          {waits && <StatusBadge tone="waiting">{TO_ANSWER}</StatusBadge>}
        </p>
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
      </li>
    ))}
  </ol>
)
