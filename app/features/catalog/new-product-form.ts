import { ProblemError } from '#kit/browser/client.ts'
import { namedFields, type ProductFieldName, productFields } from './product-fields.ts'
import type { NewProduct, Product } from './schema.ts'
import type { TypedValue } from './typed-values.ts'

/** The typed text of a field of the form, by its name. */
type Typed = (name: ProductFieldName) => string

const namesWhere = (isOptional: boolean): ProductFieldName[] =>
  namedFields.filter(([, { input }]) => Boolean(input.isOptional) === isOptional).map(([name]) => name)

/** The fields in the order of the form: those that are required come first. */
export const formFields: readonly ProductFieldName[] = [...namesWhere(false), ...namesWhere(true)]

/**
 * Reads what an admin typed. Throws a `ProblemError`, as the shop's own refusal would be, that names each field whose
 * text has no value (a number that is none or has two readings); all other rules are the form's and the shop's to check.
 */
export function readNewProduct(typed: Typed): NewProduct {
  const read = namedFields.map(([name, { input }]) => ({ name, ...input.read(typed(name).trim()) }))
  const errors = read.flatMap(({ name, warning }) =>
    warning === undefined ? [] : [{ pointer: `#/${name}`, detail: warning }],
  )
  if (errors.length > 0) throw new ProblemError(422, 'invalid', 'Some fields need another look.', { errors })
  const present = read.filter(({ value }) => value !== undefined)
  return Object.fromEntries(present.map(({ name, value }) => [name, value])) as NewProduct
}

/** The note on a field while it is typed: how its text was read, or why it could not be. */
export function noteOn(name: ProductFieldName, text: string): TypedValue<unknown> {
  const typed = text.trim()
  return typed === '' ? {} : productFields[name].input.read(typed)
}

/** The product for the preview of its card, with placeholders for missing values. */
export function draftOf(typed: Typed): Product {
  const shown = namedFields.map(([name, { input }]) => {
    const { value } = input.read(typed(name).trim())
    return [name, input.preview(value)]
  })
  return { _id: 'draft', ...(Object.fromEntries(shown) as Omit<Product, '_id'>) }
}
