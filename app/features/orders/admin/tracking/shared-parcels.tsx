import { listText } from '#kit/text/list-text.ts'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import type { SharedParcel } from './read-tracking.ts'

type SharedParcelsProps = {
  shared: readonly SharedParcel[]
  /** The tracking numbers of which somebody said that one parcel holds all of their orders. */
  confirmed: readonly string[]
  onChange: (confirmed: readonly string[]) => void
}

/** Asks whether a tracking number that several orders have is of one parcel, or was pasted twice by mistake. */
export function SharedParcels({ shared, confirmed, onChange }: SharedParcelsProps) {
  if (shared.length === 0) return null
  return (
    <Notice tone="waiting">
      <p className="font-medium">Several orders have the same tracking number</p>
      <ul className="max-h-40 overflow-auto text-sm wrap-anywhere">
        {shared.map(({ tracking, orders }) => (
          <li key={tracking}>
            <CheckboxField
              label={`One parcel, ${tracking}, holds ${listText(orders)}`}
              checked={confirmed.includes(tracking)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...confirmed, tracking] : confirmed.filter((each) => each !== tracking),
                )
              }
            />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
