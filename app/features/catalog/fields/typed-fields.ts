import { kindOfField } from './field-kinds.ts'
import { namedFields, productField } from './managed-fields.ts'
import type { TypedValue } from './typed-values.ts'

/** What is typed into a form of a product, by field. */
export type Draft = Readonly<Record<string, string>>

/** Reads a typed text; nothing for an empty one, and for a field with several inputs. */
export function readTyped(name: string, text: string): TypedValue<unknown> {
  const field = productField(name)
  const typed = text.trim()
  return (typed !== '' && field && kindOfField(field).read?.(typed, field)) || {}
}

interface ReadFields {
  /** By field, without those that are empty. */
  readonly values: Readonly<Record<string, unknown>>
  /** What is wrong, by field. The shop checks the rest. */
  readonly errors: Readonly<Record<string, string>>
}

/** Reads the fields of a form, but those with several inputs. */
export function readFields(draft: Draft, form: 'add' | 'edit'): ReadFields {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const [name, field] of namedFields) {
    const { read } = kindOfField(field)
    if (!field[form] || !read) continue
    const typed = (draft[name] ?? '').trim()
    if (typed === '' && field[form].isOptional) continue
    const { value, warning } = read(typed, field)
    if (warning !== undefined) errors[name] = warning
    else if (value === '') errors[name] = `The ${field.label.toLowerCase()} is required.`
    else values[name] = value
  }
  return { values, errors }
}
