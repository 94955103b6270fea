import { ProblemError } from '#kit/browser/client.ts'
import { formInputs, type ProductFieldName } from './product-fields.ts'
import { completeTerms } from './product-terms.ts'
import type { NewProduct, Product } from './schema.ts'
import type { TypedValue } from './typed-values.ts'

/** The typed text of a field of the form, by its name. */
type Typed = (name: ProductFieldName) => string

/** The inputs in the order of the form: those that are required come first. */
export const sortedInputs = formInputs.toSorted(
  (one, other) => Number(one.input.isOptional ?? false) - Number(other.input.isOptional ?? false),
)

/**
 * Reads what an admin typed. Throws a `ProblemError`, as the shop's own refusal would be, that names each field whose
 * text has no value (a number that is none or has two readings); all other rules are the form's and the shop's to check.
 */
export function readNewProduct(typed: Typed): NewProduct {
  const read = formInputs.map(({ name, input }) => ({ name, ...input.read(typed(name).trim()) }))
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
  const field = formInputs.find((each) => each.name === name)
  return typed === '' || !field ? {} : field.input.read(typed)
}

/** The product for the preview of its card, with placeholders for missing values. */
export function draftOf(typed: Typed): Product {
  const shown = formInputs.map(({ name, input }) => {
    const { value } = input.read(typed(name).trim())
    return [name, input.preview(value)]
  })
  const entered = Object.fromEntries(shown) as Omit<NewProduct, 'sku'> & { sku: string }
  return { _id: 'draft', revision: 1, updatedAt: '', ...entered, ...completeTerms(entered) } as Product
}
