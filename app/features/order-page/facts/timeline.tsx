import { refundedText } from '#features/orders/charges.ts'
import type { OrderDetails, TimelineEvent } from '#features/orders/schema.ts'
import { eventText, goneText, shipmentText, sourceText } from '#features/orders/shown.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { useNow } from '#kit/ui/page/use-now.ts'
import { TrackingLink } from './tracking-link.tsx'

/** What happened to an order, oldest first. Admins see the e-mail of whoever did it. */
export function Timeline({ order }: { order: OrderDetails }) {
  const nowMs = useNow(MINUTE_MS)
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-4 text-lg">
        Timeline
      </h2>
      <ol className="grid">
        {order.events.map((event, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end.
            key={index}
            className="relative grid grid-cols-[1.25rem_minmax(0,1fr)] pb-4 last:pb-0 not-last:before:absolute not-last:before:start-[0.3125rem] not-last:before:top-3 not-last:before:h-full not-last:before:w-px not-last:before:bg-edge"
          >
            <span
              aria-hidden="true"
              className={classNames(
                'relative mt-1.5 size-2.75 rounded-full border-2 bg-paper',
                index === order.events.length - 1 ? 'border-brand' : 'border-edge',
              )}
            />
            <div className="min-w-0">
              <EventText order={order} event={event} nowMs={nowMs} />
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

type EventTextProps = { order: OrderDetails; event: TimelineEvent; nowMs: number }

function EventText({ order, event, nowMs }: EventTextProps) {
  const shipment = order.shipments.find(({ _id }) => event.kind === 'shipped' && _id === event.detail)
  if (!shipment)
    return (
      <>
        <p className="text-balance">{goneText(event, order) ?? eventText(event, nowMs)}</p>
        {event.refund && <RefundedOf refund={event.refund} order={order} />}
      </>
    )
  return (
    <p className="text-balance">
      {`${shipmentText(shipment, order.quantity)} `}
      <TrackingLink shipment={shipment} />
    </p>
  )
}

type RefundedOfProps = { refund: NonNullable<TimelineEvent['refund']>; order: OrderDetails }

/** For what money went back, and what the shop says about it. */
function RefundedOf({ refund, order }: RefundedOfProps) {
  const text = refundedText(refund, order)
  return (
    <>
      {text !== undefined && (
        <p className="text-muted text-sm wrap-anywhere">
          <Unbroken text={text} />
        </p>
      )}
      {refund.message !== undefined && (
        <p className="my-1 border-edge border-s-2 ps-2 text-sm whitespace-pre-line wrap-anywhere">
          {refund.message}
        </p>
      )}
    </>
  )
}
