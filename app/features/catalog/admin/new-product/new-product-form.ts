import { completeTerms } from '#features/pricing/price-terms.ts'
import { ProblemError } from '#kit/browser/client.ts'
import { kindOfField } from '../../fields/field-kinds.ts'
import { namedFields } from '../../fields/product-fields.ts'
import { type Draft, readFields } from '../../fields/typed-fields.ts'
import type { NewProduct, Product } from '../../schema.ts'

const inputs = namedFields.filter(([, { add }]) => add)

/** The fields in the sequence of the form: required ones first. */
export const inputNames = inputs
  .toSorted(
    ([, one], [, other]) => Number(one.add?.isOptional ?? false) - Number(other.add?.isOptional ?? false),
  )
  .map(([name]) => name)

/**
 * Parses the typed texts. Throws a `ProblemError`, like a refusal of the server, with an error for each field that is no
 * number or an ambiguous one. The form and the server check all other rules.
 */
export function readNewProduct(draft: Draft): NewProduct {
  const { values, errors } = readFields(draft, 'add')
  const wrong = Object.entries(errors).map(([name, detail]) => ({ pointer: `#/${name}`, detail }))
  if (wrong.length > 0)
    throw new ProblemError(422, 'invalid', 'Correct the marked fields.', { errors: wrong })
  return values as NewProduct
}

/** The product for the preview of its card, with placeholders for missing values. */
export function previewOf(draft: Draft): Product {
  const { values } = readFields(draft, 'add')
  const entered = Object.fromEntries(
    inputs.map(([name, field]) => [name, kindOfField(field).preview(values[name], field)]),
  ) as Omit<
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
