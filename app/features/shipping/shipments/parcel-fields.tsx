import { useId } from 'react'
import { knownCarriers } from '#features/orders/shown.ts'
import { Field } from '#kit/ui/form/field.tsx'

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
      <CarrierField
        value={texts.carrier}
        error={errors.carrier}
        onChange={(carrier) => onChange({ carrier })}
      />
      <Field
        label="Tracking number"
        name="tracking"
        autoComplete="off"
        value={texts.tracking}
        error={errors.tracking ?? null}
        hint="The customer gets it by mail"
        onChange={({ target }) => onChange({ tracking: target.value })}
      />
    </div>
  )
}

type CarrierFieldProps = { value: string; error?: string | undefined; onChange: (carrier: string) => void }

/** A carrier, with those whose pages are known to choose from. */
export function CarrierField({ value, error, onChange }: CarrierFieldProps) {
  const id = useId()
  return (
    <>
      <Field
        label="Carrier"
        name="carrier"
        list={id}
        autoComplete="off"
        value={value}
        error={error ?? null}
        hint={`${knownCarriers.join(', ')}, …`}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {knownCarriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
