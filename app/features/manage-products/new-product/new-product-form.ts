import {
  type Draft,
  kindOfField,
  namedFields,
  type ProductFieldName,
  readFields,
} from '#features/catalog/fields.ts'
import type { Category, ManagedProduct, NewProduct, Product } from '#features/catalog/schema.ts'
import { completeTerms, minimumOf } from '#features/pricing/price-terms.ts'
import { ProblemError } from '#kit/browser/client.ts'
import { breaksOf, productDraftOf, readAttributes, readBreaks, withBreaks } from '../editor/draft.ts'

const inputs = namedFields.filter(([, { add }]) => add)

/** The fields that have a place of their own in the form. */
const PLACED: readonly ProductFieldName[] = ['category', 'minimum', 'step']

const inputsThat = (areOptional: boolean) =>
  inputs
    .filter(([name, { add }]) => (add?.isOptional ?? false) === areOptional && !PLACED.includes(name))
    .map(([name]) => name)

/** The fields that the form shows first: those of the specification, in its sequence. */
export const requiredNames = inputsThat(false)

/** The other fields, which are folded. */
export const optionalNames = inputsThat(true)

/** Whether a name of a draft or of an error is of a folded field. The first price break is the price. */
export const isFolded = (name: string): boolean =>
  name !== 'prices/0/price' && !requiredNames.some((required) => required === name)

/** The field of a draft that says that the product is not for sale yet; it is empty for one that is. */
export const NOT_FOR_SALE = 'notForSale'

/**
 * The draft as the fields of the price breaks read it: the first one has the price. Price breaks of which nothing is typed are
 * none.
 */
export function withFirstBreak(draft: Draft): Draft {
  const [, ...later] = breaksOf(draft)
  return { ...draft, ...withBreaks([{ from: '', price: draft.price ?? '' }, ...later]) }
}

/**
 * Parses the typed texts. Throws a `ProblemError`, like a refusal of the server, with an error for each field that is no
 * number or an ambiguous one. The form and the server check all other rules.
 */
export function readNewProduct(draft: Draft, category?: Category): NewProduct {
  const { values, errors } = readFields(draft, 'add')
  const { minimum, step } = values as Pick<NewProduct, 'minimum' | 'step'>
  const hasBreaks = breaksOf(draft).length > 1
  const ladder = hasBreaks
    ? readBreaks(withFirstBreak(draft), {
        minimum: minimumOf({ minimum, step }),
        step,
        isReadable: !('minimum' in errors || 'step' in errors),
      })
    : undefined
  const ofCategory = readAttributes(draft, category)
  const { 'prices/0/price': _, ...ofBreaks } = ladder?.errors ?? {}
  const wrong = Object.entries({ ...errors, ...ofCategory.errors, ...ofBreaks })
  if (wrong.length > 0)
    throw new ProblemError(422, 'invalid', 'Correct the marked fields.', {
      errors: wrong.map(([name, detail]) => ({ pointer: `#/${name}`, detail })),
    })
  return {
    ...(values as NewProduct),
    ...(category && ofCategory.values),
    ...(ladder && { prices: ladder.prices }),
    ...(draft[NOT_FOR_SALE] && { forSale: false }),
  }
}

/** The form of a product like another one: all of it but what tells parts apart, and the pieces in stock. */
export function copyOf(product: ManagedProduct): Draft {
  const { sku: _, ...draft } = productDraftOf(product)
  return { ...draft, price: String(product.price) }
}

/** The product for the preview of its card, with placeholders for missing values. */
export function previewOf(draft: Draft): Product {
  const { values } = readFields(draft, 'add')
  const entered = Object.fromEntries(
    inputs
      .filter(([name]) => !PLACED.includes(name))
      .map(([name, field]) => [name, kindOfField(field).preview(values[name], field)]),
  ) as Omit<
    Product,
    '_id' | 'revision' | 'updatedAt' | 'attributes' | 'category' | 'minimum' | 'step' | 'prices'
  >
  const { minimum, step } = values as Pick<NewProduct, 'minimum' | 'step'>
  return {
    _id: 'draft',
    revision: 1,
    updatedAt: '',
    attributes: [],
    ...entered,
    ...completeTerms({ price: entered.price, minimum, step }),
  }
}
