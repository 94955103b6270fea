import { classNames } from '#kit/ui/class-names.ts'
import { useNow } from '#kit/ui/use-now.ts'
import { DateTime } from '../components.tsx'
import type { TimelineEvent } from '../schema.ts'
import { eventText, sourceText } from '../timeline-text.ts'

const MINUTE_MS = 60_000

/** What happened to an order, oldest first. Admins see the e-mail of whoever did it. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  const nowMs = useNow(MINUTE_MS)
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-4 text-lg">
        Timeline
      </h2>
      <ol className="grid">
        {events.map((event, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end.
            key={index}
            className="relative grid grid-cols-[1.25rem_minmax(0,1fr)] pb-4 last:pb-0 not-last:before:absolute not-last:before:start-[0.3125rem] not-last:before:top-3 not-last:before:h-full not-last:before:w-px not-last:before:bg-edge"
          >
            <span
              aria-hidden="true"
              className={classNames(
                'relative mt-1.5 size-2.75 rounded-full border-2 bg-paper',
                index === events.length - 1 ? 'border-brand' : 'border-edge',
              )}
            />
            <div className="min-w-0">
              <p className="text-balance">{eventText(event, nowMs)}</p>
              <p className="text-muted text-xs wrap-anywhere">
                <DateTime iso={event.at} />
                {` · ${sourceText[event.by]}`}
                {event.email !== undefined && ` (${event.email})`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
