import { minimumText } from '#features/pricing/texts.ts'
import { formatCount } from '#kit/text/count-text.ts'
import type { Product } from '../schema.ts'
import { workingDaysText } from '../texts.ts'
import type { FieldKinds } from './field-kinds.ts'

/**
 * One field of a product. Its column, its members in the API and in files, its inputs and what visitors see of it are derived
 * from this; what a request may have in it is in `schema.ts`.
 */
export interface ProductField {
  /** Its column of the table `products`, which a migration creates. */
  readonly column: string
  /** How its values are stored, typed, imported and written: see `field-kinds.ts`. */
  readonly kind: keyof FieldKinds
  /** Its name for admins: in the form that changes it, in the history and in the audit log. */
  readonly label: string
  /** Its input on Add Product; absent when that page does not ask for it. */
  readonly add?: FieldInput
  /** Its input on the page of a product; absent when that page does not change it. */
  readonly edit?: FieldInput
  /** What visitors see of it, besides what has its own place on the pages. */
  readonly shown?: {
    /** Its name for visitors, if that is another. */
    readonly label?: string
    /** Whether it is set in the typeface for codes. */
    readonly isCode?: boolean
    /** In the facts about a part; undefined when it has none. */
    facts?(product: Product): string | undefined
    comparison?(product: Product): string | undefined
    /** Whether it is shown after the attributes of its category: in the facts, the comparison and the data sheet. */
    readonly isAttribute?: boolean
    /** A line of the card. */
    card?(product: Product): string
    /** A line of the data sheet. */
    dataSheet?(product: Product): string
  }
}

/** An input of a form. */
interface FieldInput {
  /** Instead of the label of the field. */
  readonly label?: string
  readonly hint?: string
  readonly isOptional?: boolean
  /** Whether it takes the whole width of the form. */
  readonly isWide?: boolean
}

/** The inputs of a field that a product may not have. Their hint is that of the kind. */
export const OPTIONAL = { add: { isOptional: true }, edit: { isOptional: true } }

const readyText = ({ leadDays }: Product): string | undefined => {
  if (leadDays === undefined) return undefined
  return leadDays === 0 ? 'the same day' : `in ${workingDaysText(leadDays)}`
}

const PICTURE_HINT = 'An https address, or a path of this shop.'

/**
 * The fields that everybody sees, in the sequence of the API's responses. Pages of visitors load them, so they are plain
 * values: what only the server and admins do with them is in `field-kinds.ts`. Those that only admins see are in
 * `managed-fields.ts`.
 */
export const productFields = {
  sku: {
    column: 'sku',
    kind: 'line',
    label: 'Part number',
    add: { hint: 'Optional; without one the shop makes one.', isOptional: true, isWide: true },
    edit: { hint: 'The address of its page has it.' },
    shown: { isCode: true, facts: ({ sku }) => sku },
  },
  name: { column: 'name', kind: 'line', label: 'Name', add: { isWide: true }, edit: { isWide: true } },
  price: { column: 'price_e4', kind: 'price', label: 'Price', add: { hint: 'Per piece, up to 4 decimals.' } },
  /** Pieces that can be ordered now: without those that unpaid orders hold. */
  quantity: {
    column: 'quantity',
    kind: 'pieces',
    label: 'Stock',
    add: { label: 'Quantity', hint: 'Pieces in stock.' },
  },
  description: {
    column: 'description',
    kind: 'lines',
    label: 'Description',
    add: { isWide: true },
    edit: { isWide: true },
  },
  image: {
    column: 'image',
    kind: 'picture',
    label: 'Picture',
    add: { label: 'Image URL', hint: PICTURE_HINT, isWide: true },
    edit: { label: 'Picture address', hint: PICTURE_HINT },
  },
  category: { column: 'category', kind: 'optionalLine', label: 'Category', ...OPTIONAL },
  minimum: {
    column: 'minimum',
    kind: 'pieces',
    label: 'Minimum',
    add: { isOptional: true, hint: 'At least 100 pieces.' },
    edit: {},
    shown: {
      comparison: ({ minimum }) => formatCount(minimum),
      card: minimumText,
      dataSheet: minimumText,
    },
  },
  step: {
    column: 'step',
    kind: 'pieces',
    label: 'Step',
    add: { isOptional: true, hint: 'Sold in multiples of it.' },
    edit: {},
    shown: { label: 'Sold in multiples of', comparison: ({ step }) => formatCount(step) },
  },
  /** The price breaks, the smallest quantity first. */
  prices: { column: 'prices', kind: 'priceBreaks', label: 'Prices', edit: {} },
  weight: {
    column: 'weight_e4',
    kind: 'optionalGrams',
    label: 'Weight',
    ...OPTIONAL,
    shown: { isAttribute: true },
  },
  leadDays: {
    column: 'lead_days',
    kind: 'optionalWorkingDays',
    label: 'Lead time',
    ...OPTIONAL,
    shown: { label: 'Ready', facts: readyText, comparison: readyText },
  },
  origin: {
    column: 'origin',
    kind: 'optionalCountry',
    label: 'Country of origin',
    ...OPTIONAL,
    shown: { label: 'Made in', isAttribute: true },
  },
  customsCode: {
    column: 'customs_code',
    kind: 'optionalCustomsCode',
    label: 'Customs code',
    ...OPTIONAL,
    shown: { isAttribute: true },
  },
} as const satisfies Readonly<Record<string, ProductField>>

type Fields = Readonly<Record<string, ProductField>>

/** The values of some fields. */
export type ValuesOf<Some extends Fields> = {
  [Name in keyof Some]: ReturnType<FieldKinds[Some[Name]['kind']]['fromColumn']>
}

/** The columns of the table `products` that hold some fields. */
export type ColumnsOf<Some extends Fields> = {
  [Name in keyof Some as Some[Name]['column']]: ReturnType<FieldKinds[Some[Name]['kind']]['toColumn']>
}

/** Some fields with their names, for code that handles all of them the same way. */
export const named = <Some extends Fields>(fields: Some) =>
  Object.entries(fields) as [keyof Some, ProductField & { readonly column: keyof ColumnsOf<Some> }][]

/** The fields that everybody sees, with their names. */
export const publicFields = named(productFields)

/** A row about a product: what it is about, and its text for a product. */
interface ShownField {
  readonly label: string
  readonly isCode: boolean
  textOf(product: Product): string | undefined
}

const shownAt = (place: 'facts' | 'comparison' | 'card' | 'dataSheet'): ShownField[] =>
  publicFields.flatMap(([, { label, shown = {} }]: readonly [string, ProductField]) => {
    const textOf = shown[place]
    return textOf ? [{ label: shown.label ?? label, isCode: shown.isCode ?? false, textOf }] : []
  })

const linesAt = (place: 'card' | 'dataSheet', product: Product): string[] =>
  shownAt(place).flatMap(({ textOf }) => textOf(product) ?? [])

/** The rows of the facts about a part, besides its attributes. */
export const shownFacts = shownAt('facts')

/** The rows of the comparison, besides attributes, prices and stock. */
export const comparedFields = shownAt('comparison')

/** The lines of the card of a product. */
export const cardLines = (product: Product): string[] => linesAt('card', product)

/** The lines of the data sheet on how a product is ordered. */
export const dataSheetLines = (product: Product): string[] => linesAt('dataSheet', product)
