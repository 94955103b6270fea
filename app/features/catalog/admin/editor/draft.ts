import type { PriceBreak } from '#features/pricing/price-line.ts'
import { termProblems } from '#features/pricing/price-terms.ts'
import { readPieces, readPrice } from '#kit/text/read-number.ts'
import { isAttributeNumber } from '../../fields/product-fields.ts'
import { readProductPrice, readProductQuantity } from '../../fields/typed-values.ts'
import type { Category, ManagedProduct, NewProduct } from '../../schema.ts'

/**
 * What is typed into the form of a product, by field. Fields are named as the pointers of refusals without `#/`:
 * `minimum`, `attributes/length`. `prices` is the ladder as JSON: see `rungsOf`.
 */
export type Draft = Readonly<Record<string, string>>

/** A price break as it is typed. That of the first one begins with the minimum, so its `from` is empty. */
export interface Rung {
  readonly from: string
  readonly price: string
}

export const attributeField = (key: string): string => `attributes/${key}`

export const rungsOf = (draft: Draft): Rung[] => JSON.parse(draft.prices ?? '[]') as Rung[]

export const rungsFrom = (prices: readonly PriceBreak[]): Rung[] =>
  prices.map(({ from, price }, index) => ({ from: index === 0 ? '' : String(from), price: String(price) }))

export const withRungs = (rungs: readonly Rung[]): Draft => ({ prices: JSON.stringify(rungs) })

/** The form of a product before anything is typed. */
export function draftOf(product: ManagedProduct): Draft {
  const { sku, name, description, image, category = '', minimum, step, prices, attributes } = product
  return {
    sku,
    name,
    description,
    image,
    category,
    minimum: String(minimum),
    step: String(step),
    ...withRungs(rungsFrom(prices)),
    ...Object.fromEntries(attributes.map(({ key, value }) => [attributeField(key), String(value)])),
  }
}

/** Whether a field of two forms has the same meaning: `0,05` is `0.05`, and spaces around a text are none. */
export const isSame = (field: string, one: Draft, other: Draft): boolean =>
  meaningOf(field, one) === meaningOf(field, other)

function meaningOf(field: string, draft: Draft): string {
  const text = (draft[field] ?? '').trim()
  if (field === 'minimum' || field === 'step') return pieces(text)
  if (field !== 'prices') return text
  return JSON.stringify(rungsOf(draft).map((rung) => [pieces(rung.from), dollars(rung.price)]))
}

const pieces = (text: string): string => String(readPieces(text) ?? text.trim())

const dollars = (text: string): string => String(readPrice(text)?.join(' or ') ?? text.trim())

/** The fields of which `after` has another value than `before`, in the sequence of the form. */
export function changedFields(before: Draft, after: Draft): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].filter((field) => !isSame(field, before, after))
}

/** The ladder with its rungs by quantity; the first one, which begins with the minimum, and unreadable ones stay. */
export function sortedRungs([first, ...others]: readonly Rung[]): Rung[] {
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

export function readDraft(draft: Draft, category: Category | undefined): ReadDraft {
  const errors: Record<string, string> = {}
  const read = <Value>(
    field: string,
    { value, warning }: { value?: Value | undefined; warning?: string },
  ) => {
    if (warning !== undefined) errors[field] = warning
    return value
  }
  const text = (field: string): string => (draft[field] ?? '').trim()
  for (const [field, what] of REQUIRED) if (text(field) === '') errors[field] = `${what} is required.`
  const minimum = read('minimum', readProductQuantity(text('minimum')))
  const step = read('step', readProductQuantity(text('step')))
  // What could not be read has an error, so it is not sent; if it were, the shop would refuse it.
  const prices = rungsOf(draft).map(({ from, price }, index) => ({
    from:
      (index === 0 ? minimum : read(`prices/${index}/from`, readProductQuantity(from.trim()))) ?? Number.NaN,
    price: read(`prices/${index}/price`, readProductPrice(price.trim())) ?? Number.NaN,
  }))
  const terms = { minimum, step, prices }
  if (Object.keys(errors).every((field) => !/^(minimum|step|prices)/.test(field)))
    for (const { path, message } of termProblems(terms)) errors[path.join('/')] ??= message
  const attributes: Record<string, string | number> = {}
  for (const { key, kind } of category?.attributes ?? []) {
    const value = text(attributeField(key))
    if (value === '') continue
    if (kind === 'number' && !isAttributeNumber(value))
      errors[attributeField(key)] = 'This has to be a number, for example 12.5.'
    attributes[key] = kind === 'number' ? Number(value) : value
  }
  const product = {
    sku: text('sku'),
    name: text('name'),
    description: text('description'),
    image: text('image'),
    ...terms,
    ...(category && { category: category.slug, attributes }),
  }
  return { product, errors }
}

const REQUIRED = [
  ['sku', 'The part number'],
  ['name', 'The name'],
  ['description', 'The description'],
  ['image', 'The picture'],
] as const
