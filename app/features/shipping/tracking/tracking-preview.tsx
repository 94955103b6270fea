import { coveredOfOrder, sumPieces } from '#features/orders/left-to-ship.ts'
import type { Order } from '#features/orders/schema.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { listText } from '#kit/text/list-text.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import type { PlannedParcel, TrackingPlan } from './read-tracking.ts'

type TrackingPreviewProps = { plan: TrackingPlan; carrier: string }

/** What a pasted list would do, line by line, and which of its lines do nothing. */
export function TrackingPreview({ plan: { planned, problems, untouched }, carrier }: TrackingPreviewProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {problems.length > 0 && (
        <Notice tone="bad">
          <p className="font-medium">{problemsHeading(planned.length, problems.length)}</p>
          <ul className="max-h-32 overflow-auto text-sm wrap-anywhere">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      {untouched.length > 0 && planned.length > 0 && (
        <p className="text-muted text-sm wrap-anywhere">
          {`Without a line, so they stay as they are: ${listText(untouched.map(({ number }) => number))}.`}
        </p>
      )}
      {planned.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys.
        <div tabIndex={0} className="max-h-[40vh] overflow-auto rounded border border-line">
          <table className="w-full text-sm [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-start [&_tr]:border-line [&_tr]:border-b">
            <caption className="sr-only">What is shipped and changed</caption>
            <thead className="sticky top-0 bg-raised text-muted [&_th]:font-medium">
              <tr>
                <th scope="col">Order</th>
                <th scope="col" className="max-sm:hidden">
                  Customer
                </th>
                <th scope="col">Ships</th>
                <th scope="col">Tracking</th>
              </tr>
            </thead>
            <tbody>
              {planned.map((parcel) => (
                <PlannedRow key={parcel.order._id} parcel={parcel} carrier={carrier} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

function problemsHeading(planned: number, problems: number): string {
  if (planned === 0) return 'The list does nothing yet'
  return problems === 1 ? 'A line does nothing' : `${problems} lines do nothing`
}

function PlannedRow({ parcel, carrier }: { parcel: PlannedParcel; carrier: string }) {
  const { order, shipment, tracking } = parcel
  const before = shipment && parcelText(shipment.carrier, shipment.tracking)
  return (
    <tr>
      <td className="whitespace-nowrap font-mono">{order.number}</td>
      <td className="wrap-anywhere max-sm:hidden">{order.name}</td>
      <td className="sm:whitespace-nowrap">{shipment ? 'Shipped already' : piecesText(leftOf(order))}</td>
      <td className="wrap-anywhere">
        {before && (
          <>
            <s className="text-muted">{before}</s>
            {' → '}
          </>
        )}
        {parcelText(carrierOf(parcel, carrier), tracking)}
      </td>
    </tr>
  )
}

/** That of the line, else that of all, else the one that the shipment has. */
export const carrierOf = ({ carrier, shipment }: PlannedParcel, ofAll: string): string | undefined =>
  carrier ?? (ofAll.trim() || shipment?.carrier)

const parcelText = (carrier: string | undefined, tracking: string | undefined): string =>
  [carrier, tracking].filter(Boolean).join(' ')

const leftOf = ({ lines, shipments = [] }: Order): number =>
  sumPieces([...coveredOfOrder({ lines, shipments })].map(([, quantity]) => ({ quantity })))
