import { Field } from '#kit/ui/form/field.tsx'
import { CARRIER, TRACKING } from '../../limits.ts'
import { knownCarriers } from '../../records/tracking.ts'

/** What is typed about a parcel. */
export interface ShipTexts {
  readonly carrier: string
  readonly tracking: string
}

type ParcelFieldsProps = {
  texts: ShipTexts
  errors: Readonly<Record<string, string>>
  onChange: (part: Partial<ShipTexts>) => void
}

/** Carrier and tracking number of a shipment. */
export function ParcelFields({ texts, errors, onChange }: ParcelFieldsProps) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      <Field
        label="Carrier"
        name="carrier"
        list="carriers"
        autoComplete="off"
        maxLength={CARRIER.maximum}
        value={texts.carrier}
        error={errors.carrier ?? null}
        hint={`${knownCarriers.join(', ')}, …`}
        onChange={({ target }) => onChange({ carrier: target.value })}
      />
      <datalist id="carriers">
        {knownCarriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        label="Tracking number"
        name="tracking"
        autoComplete="off"
        maxLength={TRACKING.maximum}
        value={texts.tracking}
        error={errors.tracking ?? null}
        hint="The customer gets it by mail"
        onChange={({ target }) => onChange({ tracking: target.value })}
      />
    </div>
  )
}
