import type { ChangeEvent } from 'react'
import type { ProductField } from '#features/catalog/fields.ts'
import { kindOfField, managedFields, type ProductFieldName, readTyped } from '#features/catalog/fields.ts'
import { COUNTRY_CODES } from '#kit/input/country-codes.ts'
import { countryName } from '#kit/text/country-name.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'

type ProductInputProps = {
  name: ProductFieldName
  /** The form: Add Product, or the one that changes a product. */
  form: 'add' | 'edit'
  value: string
  error: string | null | undefined
  warning?: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void
  onBlur?: () => void
}

/** The input of a field of a product, with how its text is read. */
export function ProductInput({ form, warning, error = null, ...props }: ProductInputProps) {
  const field: ProductField = managedFields[props.name]
  const { label, [form]: input = {} } = field
  const kind = kindOfField(field)
  const hint = input.hint ?? kind.hint
  const shared = {
    ...props,
    error,
    label: input.label ?? label,
    required: !input.isOptional,
    autoComplete: 'off',
    className: input.isWide ? 'sm:col-span-2' : undefined,
  }
  if (kind.input === 'lines') return <TextAreaField {...shared} rows={form === 'add' ? 3 : 4} />
  if (kind.input === 'country')
    return (
      <SelectField {...shared} hint={hint}>
        <option value="">Not known</option>
        {countries().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    )
  return (
    <Field
      {...shared}
      warning={warning}
      hint={readTyped(props.name, props.value).reading ?? hint}
      inputMode={kind.inputMode}
    />
  )
}

let named: { code: string; name: string }[] | undefined

/** All countries by name. */
function countries() {
  named ??= COUNTRY_CODES.map((code) => ({ code, name: countryName(code) })).toSorted((one, other) =>
    one.name.localeCompare(other.name, 'en'),
  )
  return named
}
