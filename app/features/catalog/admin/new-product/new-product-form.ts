import { completeTerms } from '#features/pricing/price-terms.ts'
import { ProblemError } from '#kit/browser/client.ts'
import { formInputs, type ProductFieldName } from '../../fields/product-fields.ts'
import type { TypedValue } from '../../fields/typed-values.ts'
import type { NewProduct, Product } from '../../schema.ts'

/** The typed text of a field of the form, by its name. */
type Typed = (name: ProductFieldName) => string

/** The inputs in the sequence of the form: required ones first. */
export const sortedInputs = formInputs.toSorted(
  (one, other) => Number(one.input.isOptional ?? false) - Number(other.input.isOptional ?? false),
)

/**
 * Parses the typed texts. Throws a `ProblemError`, like a refusal of the server, with an error for each field that is no
 * number or an ambiguous one. The form and the server check all other rules.
 */
export function readNewProduct(typed: Typed): NewProduct {
  const read = formInputs.map(({ name, input }) => ({ name, ...input.read(typed(name).trim()) }))
  const errors = read.flatMap(({ name, warning }) =>
    warning === undefined ? [] : [{ pointer: `#/${name}`, detail: warning }],
  )
  if (errors.length > 0) throw new ProblemError(422, 'invalid', 'Correct the marked fields.', { errors })
  const present = read.filter(({ value }) => value !== undefined)
  return Object.fromEntries(present.map(({ name, value }) => [name, value])) as NewProduct
}

/** The feedback on a field while it is typed: how its text was parsed, or why it could not be. */
export function feedbackOn(name: ProductFieldName, text: string): TypedValue<unknown> {
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
  const entered = Object.fromEntries(shown) as Omit<
    Product,
    '_id' | 'revision' | 'updatedAt' | 'attributes' | 'category' | 'minimum' | 'step' | 'prices'
  >
  return {
    _id: 'draft',
    revision: 1,
    updatedAt: '',
    attributes: [],
    ...entered,
    ...completeTerms(entered),
  }
}
