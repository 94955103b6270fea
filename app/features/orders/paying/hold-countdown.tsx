import { classNames } from '#kit/ui/mark/class-names.ts'
import { ClockIcon } from '#kit/ui/mark/icons.tsx'
import { useNow } from '#kit/ui/page/use-now.ts'
import { holdState } from './hold-text.ts'

const TICK_MS = 1000

/** Until when the pieces are held: a moment, and in the last hours the time that is left. */
export function HoldCountdown({ holdUntil }: { holdUntil: string }) {
  const { text, announcement, urgency } = holdState(holdUntil, useNow(TICK_MS))
  return (
    <div className={classNames('flex items-center gap-2 font-medium', TONE[urgency])}>
      <ClockIcon size={20} />
      {/* A timer is read on request only; the few announcements are beside it. */}
      <span role="timer" className="text-balance tabular-nums">
        <time dateTime={holdUntil}>{text}</time>
      </span>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  )
}

const TONE = { none: 'text-wait', urgent: 'text-bad', ended: 'text-bad' } as const
