import {
  type Draft as FieldsDraft,
  namedAdminFields,
  PRODUCT_FIELDS,
  productField,
  readFields,
  readProductPrice,
  readProductQuantity,
  readTyped,
} from '#features/catalog/fields.ts'
import { isAttributeNumber } from '#features/catalog/limits.ts'
import type { Category, ManagedProduct, NewProduct } from '#features/catalog/schema.ts'
import type { PriceBreak } from '#features/pricing/price-line.ts'
import { termProblems } from '#features/pricing/price-terms.ts'
import { readPrice } from '#kit/input/read-price.ts'
import { readPieces } from '#kit/text/read-number.ts'

/**
 * What is typed into the form of a product, by field. Fields are named as the pointers of refusals without `#/`:
 * `minimum`, `attributes/length`. `prices` has the price breaks as JSON: see `breaksOf`.
 */
export type Draft = FieldsDraft

/** A price break as it is typed. That of the first one begins with the minimum, so its `from` is empty. */
export interface PriceBreakDraft {
  readonly from: string
  readonly price: string
}

export const attributeField = (key: string): string => `attributes/${key}`

export const breaksOf = (draft: Draft): PriceBreakDraft[] =>
  JSON.parse(draft.prices ?? '[]') as PriceBreakDraft[]

export const breaksFrom = (prices: readonly PriceBreak[]): PriceBreakDraft[] =>
  prices.map(({ from, price }, index) => ({ from: index === 0 ? '' : String(from), price: String(price) }))

export const withBreaks = (breaks: readonly PriceBreakDraft[]): Draft => ({ prices: JSON.stringify(breaks) })

/** The form of a product before anything is typed. */
export function productDraftOf(product: ManagedProduct): Draft {
  return {
    ...Object.fromEntries(EDITED.map((name) => [name, String(product[name] ?? '')])),
    ...withBreaks(breaksFrom(product.prices)),
    ...Object.fromEntries(product.attributes.map(({ key, value }) => [attributeField(key), String(value)])),
  }
}

const EDITED = PRODUCT_FIELDS.filter((name) => productField(name)?.edit)

/** Whether a field of two forms has the same meaning: `0,05` is `0.05`, and spaces around a text are none. */
const isSame = (field: string, one: Draft, other: Draft): boolean =>
  meaningOf(field, one) === meaningOf(field, other)

function meaningOf(field: string, draft: Draft): string {
  const text = (draft[field] ?? '').trim()
  if (field !== 'prices') return String(readTyped(field, text).value ?? text)
  return JSON.stringify(breaksOf(draft).map(({ from, price }) => [pieces(from), dollars(price)]))
}

const pieces = (text: string): string => String(readPieces(text) ?? text.trim())

const dollars = (text: string): string => String(readPrice(text)?.join(' or ') ?? text.trim())

/** The fields of which `after` has another value than `before`, in the sequence of the form. */
export function changedFields(before: Draft, after: Draft): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].filter((field) => !isSame(field, before, after))
}

/** The price breaks by quantity; the first one, which begins with the minimum, and unreadable ones stay. */
export function sortedBreaks([first, ...others]: readonly PriceBreakDraft[]): PriceBreakDraft[] {
  if (!first) return []
  const readable = others.every(({ from }) => readPieces(from) !== undefined)
  return [
    first,
    ...(readable
      ? others.toSorted((one, other) => Number(readPieces(one.from)) - Number(readPieces(other.from)))
      : others),
  ]
}

/** What is sent, and what is wrong with it by field. The shop checks the rest. */
export interface ReadDraft {
  readonly product: Omit<NewProduct, 'quantity'>
  readonly errors: Readonly<Record<string, string>>
}

/** An empty field takes its value away: these would stay if they were left out. */
const NO_ADMIN_VALUES = Object.fromEntries(namedAdminFields.map(([name]) => [name, null]))

export function readDraft(draft: Draft, category: Category | undefined): ReadDraft {
  const { values, errors: wrong } = readFields(draft, 'edit')
  const { minimum, step } = values as Pick<NewProduct, 'minimum' | 'step'>
  const ladder = readBreaks(draft, { minimum, step, isReadable: !('minimum' in wrong || 'step' in wrong) })
  const ofCategory = readAttributes(draft, category)
  return {
    product: {
      ...NO_ADMIN_VALUES,
      ...values,
      prices: ladder.prices,
      ...ofCategory.values,
    } as ReadDraft['product'],
    errors: { ...wrong, ...ladder.errors, ...ofCategory.errors },
  }
}

type LadderTerms = Pick<NewProduct, 'minimum' | 'step'> & {
  /** Whether both could be read: else nothing is said about how the price breaks fit them. */
  readonly isReadable: boolean
}

/** The price breaks of a form, the first of which begins with the minimum. */
export function readBreaks(draft: Draft, { isReadable, ...terms }: LadderTerms) {
  const errors: Record<string, string> = {}
  const read = <Value>(
    field: string,
    { value, warning }: { value?: Value | undefined; warning?: string },
  ) => {
    if (warning !== undefined) errors[field] = warning
    return value
  }
  // What could not be read has an error, so it is not sent; if it were, the shop would refuse it.
  const prices = breaksOf(draft).map(({ from, price }, index) => ({
    from:
      (index === 0 ? terms.minimum : read(`prices/${index}/from`, readProductQuantity(from.trim()))) ??
      Number.NaN,
    price: read(`prices/${index}/price`, readProductPrice(price.trim())) ?? Number.NaN,
  }))
  if (isReadable && Object.keys(errors).length === 0)
    for (const { path, message } of termProblems({ ...terms, prices })) errors[path.join('/')] ??= message
  return { prices, errors }
}

/** The category of a form, with the values of its attributes. */
export function readAttributes(draft: Draft, category: Category | undefined) {
  const errors: Record<string, string> = {}
  const attributes: Record<string, string | number> = {}
  for (const { key, kind } of category?.attributes ?? []) {
    const value = (draft[attributeField(key)] ?? '').trim()
    if (value === '') continue
    if (kind === 'number' && !isAttributeNumber(value))
      errors[attributeField(key)] = 'This has to be a number, for example 12.5.'
    attributes[key] = kind === 'number' ? Number(value) : value
  }
  return { values: category ? { category: category.slug, attributes } : { category: undefined }, errors }
}
