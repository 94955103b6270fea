import { useState } from 'react'
import { problemText } from '#kit/browser/client.ts'
import { lowerFirst } from '#kit/text/first-letter.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { useSteady } from '#kit/ui/overlay/use-steady.ts'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import type { AddressField, Country } from '../schema.ts'
import {
  type AddressTexts,
  type AddressUse,
  autoCompleteOf,
  type FieldWidth,
  laidOut,
  looksLikePostcode,
  shownText,
} from './address-texts.ts'
import type { Countries } from './use-countries.ts'

export type AddressFieldsProps = {
  countries: Countries
  texts: AddressTexts
  onChange: (part: Partial<AddressTexts>) => void
  /** The errors of the form by the names of its fields. */
  errors: Readonly<Partial<Record<string, string>>>
  /** What the names of the fields begin with: `deliverTo/`. */
  prefix?: string
  /** For `shipping` a country that the shop does not deliver to cannot be chosen. */
  use?: AddressUse
  /** A postcode was typed to its end. */
  onPostcode?: () => void
}

/** The fields of an address, as the chosen country writes them. What was typed stays when another country is chosen. */
export function AddressFields(props: AddressFieldsProps) {
  const { countries, texts, onChange, errors, prefix = '', use } = props
  if (countries.list === undefined) {
    if (countries.error === undefined) return <SkeletonRows className="h-11 w-full" />
    return (
      <FailureState
        title="The countries could not be loaded"
        detail={`${problemText(countries.error)} What you typed is kept.`}
        onRetry={countries.retry}
      />
    )
  }
  const country = countries.list.find(({ code }) => code === texts.country)
  return (
    <div className="@container">
      <div className="grid grid-cols-6 items-start gap-x-3">
        <SelectField
          className={widthClass({ narrow: 6, wide: 3 })}
          label="Country"
          name={`${prefix}country`}
          autoComplete={autoCompleteOf('country', use)}
          value={country?.code ?? ''}
          onChange={({ target }) => onChange({ country: target.value })}
          required
          hint={country?.served === false && !use && 'The shop does not deliver to this country.'}
          error={errors[`${prefix}country`] ?? null}
        >
          <option value="">Choose a country</option>
          {countries.list.map(({ code, name, served }) => (
            <option key={code} value={code} disabled={!served && use === 'shipping'}>
              {served ? name : `${name} (not delivered to)`}
            </option>
          ))}
        </SelectField>
        {country &&
          laidOut(country.fields).map(({ field, width }) => (
            <CountryField
              key={field.name}
              {...props}
              prefix={prefix}
              country={country}
              field={field}
              width={width}
            />
          ))}
      </div>
    </div>
  )
}

const NARROW = { 2: 'col-span-2', 3: 'col-span-3', 6: 'col-span-6' }
const WIDE = { 2: '@md:col-span-2', 3: '@md:col-span-3', 6: '@md:col-span-6' }

const widthClass = ({ narrow, wide }: FieldWidth): string => `${NARROW[narrow]} ${WIDE[wide]}`

type CountryFieldProps = AddressFieldsProps & {
  prefix: string
  country: Country
  field: AddressField
  width: FieldWidth
}

/**
 * An error of the postcode goes with the place for which it was refused: another region may be the correction. When that is
 * chosen again, so is the error.
 */
function usePostcodeError(error: string | undefined, { country, region }: AddressTexts): string | undefined {
  const place = `${country} ${region}`
  const [refused, setRefused] = useState({ error, place })
  if (refused.error === error) return refused.place === place ? error : undefined
  setRefused({ error, place })
  return error
}

/** One field of the form of a country. */
function CountryField({ country, field, width, ...form }: CountryFieldProps) {
  const { texts, onChange, errors, prefix, use, onPostcode } = form
  const { name, label, required, options, pattern } = field
  const [left, setLeft] = useState<string>()
  const text = shownText(texts[name], field)
  const error = errors[prefix + name]
  const ofPostcode = usePostcodeError(error, texts)
  const isOdd = useSteady(left === text && text !== '' && !looksLikePostcode(text, pattern))
  const shared = {
    label,
    className: widthClass(width),
    name: prefix + name,
    autoComplete: autoCompleteOf(name, use),
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    required,
    error: (name === 'postcode' ? ofPostcode : error) ?? null,
  }
  if (options)
    return (
      <SelectField {...shared}>
        <option value="">{`Choose the ${lowerFirst(label)}`}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    )
  if (name === 'street') return <TextAreaField {...shared} fitsText hint="Up to three lines." />
  if (name === 'phone') return <Field {...shared} type="tel" hint="For questions about the delivery." />
  if (name !== 'postcode') return <Field {...shared} />
  return (
    <Field
      {...shared}
      warning={isOdd ? `Is this a ${lowerFirst(label)} of ${country.name}?` : undefined}
      onBlur={() => {
        setLeft(text)
        onPostcode?.()
      }}
    />
  )
}
