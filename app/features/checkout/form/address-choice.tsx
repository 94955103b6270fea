import type { SavedAddress } from '#features/delivery/client.ts'
import { AddressFields, type Countries } from '#features/delivery/components.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { LAST, NEW, SAME } from './checkout-texts.ts'
import { ChoiceGroup, ChoiceRow } from './choice-row.tsx'
import type { AddressState } from './use-checkout-texts.ts'

type AddressChoiceProps = {
  label: string
  state: AddressState
  addresses: readonly SavedAddress[]
  /** The id of the address that `SAME` is: it is not offered again. */
  same?: string
  countries: Countries
  errors: Readonly<Partial<Record<string, string>>>
  /** What else is known of the address, above its form. */
  help?: string
  /** A field was left. */
  onLeave?: () => void
  /** Whether another address can be saved to the address book. */
  canKeep: boolean
}

/** An address of the order: a saved one, or another, whose form opens below. Without a choice there is only the form. */
export function AddressChoice(props: AddressChoiceProps) {
  const { label, state, addresses, same, countries, errors, help, onLeave, canKeep } = props
  const { part, chosen, choose, last, texts, change, isKept, keep } = state
  const isBilling = part === 'billTo'
  const shown = addresses.filter(({ _id }) => _id !== same || _id === chosen)
  const name = `${part}/addressId`
  const row = (value: string) => ({ name, value, isChosen: chosen === value, onChoose: () => choose(value) })
  return (
    <>
      {(isBilling || addresses.length > 0 || last) && (
        <ChoiceGroup label={label} error={errors[name]}>
          {isBilling && <ChoiceRow {...row(SAME)}>Same as delivery</ChoiceRow>}
          {shown.map((address) => (
            <ChoiceRow key={address._id} {...row(address._id)}>
              {address.label && <span className="font-medium">{`${address.label}: `}</span>}
              {address.addressLines.join(', ')}
            </ChoiceRow>
          ))}
          {last && (
            <ChoiceRow {...row(LAST)}>
              <span className="font-medium">
                {isBilling ? 'Your last order was billed to: ' : 'Your last order went to: '}
              </span>
              {last.lines.join(', ')}
            </ChoiceRow>
          )}
          <ChoiceRow {...row(NEW)}>Another address</ChoiceRow>
        </ChoiceGroup>
      )}
      {chosen === NEW && (
        <fieldset aria-label={label} className="mt-4 first:mt-0">
          {help && <p className="mb-4 text-muted text-sm wrap-anywhere">{help}</p>}
          <AddressFields
            countries={countries}
            texts={texts}
            onChange={change}
            errors={errors}
            prefix={`${part}/`}
            use={isBilling ? 'billing' : 'shipping'}
            {...(onLeave && { onPostcode: onLeave })}
          />
          {canKeep && (
            <CheckboxField
              label="Save to my addresses"
              name={`${part}/save`}
              checked={isKept}
              onChange={({ target }) => keep(target.checked)}
            />
          )}
        </fieldset>
      )}
    </>
  )
}
