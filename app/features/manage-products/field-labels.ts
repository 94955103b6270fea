import { kindOfField, namedFields, productField } from '#features/catalog/fields.ts'

/** The labels of a product's fields where admins change them or read what was changed. Add Product has its own. */
export const fieldLabels: Readonly<Record<string, string>> = Object.fromEntries(
  namedFields.map(([name, { label }]) => [name, label]),
)

/** A value of a field in words. */
export function fieldText(name: string, value: unknown): string {
  const field = productField(name)
  return field ? kindOfField(field).text(value, field) : String(value)
}
