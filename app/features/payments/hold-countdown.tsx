import { momentText } from '#kit/text/moment-text.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { ClockIcon } from '#kit/ui/mark/icons.tsx'
import { useNow } from '#kit/ui/page/use-now.ts'

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

const SECOND_MS = 1000

/** From here on the time that is left is shown instead of the moment at which the hold ends. */
const URGENT_MS = 6 * HOUR_MS

/** Whether a hold may be one that is short because the customer's e-mail is not verified. Times are ISO 8601. */
export const isShortHold = (createdAt: string, holdUntil: string): boolean =>
  Date.parse(holdUntil) - Date.parse(createdAt) <= HOUR_MS

/** How much of the hold is left, as a page shows and says it. */
export interface HoldState {
  /** Changes with time: "Held until Tuesday 14:20", "5 h 12 min left to pay", "9:41 left to pay". */
  readonly text: string
  /** What a screen reader is told when it changes, a few times in all; empty until it is urgent. */
  readonly announcement: string
  readonly urgency: 'none' | 'urgent' | 'ended'
}

/** The hold until `holdUntil` (ISO 8601) as it is at `nowMs`. */
export function holdState(holdUntil: string, nowMs: number, timeZone?: string): HoldState {
  const leftMs = Date.parse(holdUntil) - nowMs
  if (leftMs <= 0) {
    const text = 'The hold has ended'
    return { text, announcement: text, urgency: 'ended' }
  }
  if (leftMs > URGENT_MS) {
    const text = `Held until ${momentText(holdUntil, nowMs, timeZone)}`
    return { text, announcement: '', urgency: 'none' }
  }
  const unit = leftMs > HOUR_MS ? MINUTE_MS : SECOND_MS
  // Rounded up, so that the last unit is shown until it is over.
  const left = Math.ceil(leftMs / unit) * unit
  return {
    text: `${timeLeft(left, unit)} left to pay`,
    announcement: announcementOf(leftMs),
    urgency: 'urgent',
  }
}

const timeLeft = (leftMs: number, unit: number): string =>
  unit === MINUTE_MS
    ? `${Math.floor(leftMs / HOUR_MS)} h ${(leftMs % HOUR_MS) / MINUTE_MS} min`
    : `${Math.floor(leftMs / MINUTE_MS)}:${String((leftMs % MINUTE_MS) / SECOND_MS).padStart(2, '0')}`

/** The steps at which a screen reader hears how much time is left. */
const ANNOUNCED = [
  { minutes: 5, text: 'Less than 5 minutes left to pay' },
  { minutes: 15, text: 'Less than 15 minutes left to pay' },
  { minutes: 60, text: 'Less than an hour left to pay' },
  { minutes: 360, text: 'Less than 6 hours left to pay' },
] as const

const announcementOf = (leftMs: number): string =>
  ANNOUNCED.find(({ minutes }) => leftMs <= minutes * MINUTE_MS)?.text ?? ''
