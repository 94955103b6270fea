import type { ProductFields } from './use-editor.ts'

/** The props of a field of the form. */
export const fieldProps = <Name extends string>(
  { draft, errors, edit, check }: Omit<ProductFields, 'removePriceBreak'>,
  field: Name,
) => ({
  name: field,
  value: draft[field] ?? '',
  error: errors[field] ?? null,
  autoComplete: 'off',
  onChange: ({ target }: { target: { value: string } }) => edit({ [field]: target.value }),
  onBlur: () => check(field),
})
