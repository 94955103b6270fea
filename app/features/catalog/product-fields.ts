import type { z } from 'zod'
import { formatCount } from '#kit/count-text.ts'
import type { textField } from '#kit/fields.ts'
import { isPictureAddress } from '#kit/internal-path.ts'
import { e4ToDollars, priceToE4 } from '#kit/money.ts'
import { readProductPrice, readProductQuantity, readText, type TypedValue } from './typed-values.ts'

/** What a rule is written with. It is an argument and no import, so that the form's page does not load Zod. */
interface Rules {
  readonly z: typeof z
  readonly textField: typeof textField
}

/** One field of a product. The table's type, the rows, the API and the form all follow from it. */
export interface ProductField {
  /** Its column of the table `products`, which a migration creates. */
  readonly column: string
  readonly stored: Stored<unknown, unknown>
  /** How the API answers it. */
  answered(rules: Rules): z.ZodType
  /** What an admin may give, and what is said of anything else. */
  given(rules: Rules): z.ZodType
  readonly input: ProductInput
}

/** How a value of the API is kept in its column. */
interface Stored<Value, Column> {
  toColumn(value: Value): Column
  fromColumn(column: Column): Value
}

/** How the form asks for a field. */
interface ProductInput {
  readonly label: string
  readonly hint?: string
  readonly type: 'line' | 'lines' | 'picture'
  readonly inputMode?: 'decimal' | 'numeric' | 'url'
  /** It shares its line with the next one. */
  readonly isHalfWide?: boolean
  readonly isOptional?: boolean
  /** Reads what was typed, without the space around it. */
  read(text: string): TypedValue<unknown>
  /** What the preview shows: the value, or something in its place while it is not typed or cannot be shown. */
  preview(value: unknown): unknown
}

const asText: Stored<string, string> = { toColumn: (text) => text, fromColumn: (text) => text }
const asNumber: Stored<number, number> = { toColumn: (number) => number, fromColumn: (number) => number }
const inE4: Stored<number, number> = {
  toColumn: (dollars) => priceToE4(dollars) ?? 0,
  fromColumn: e4ToDollars,
}

const MAXIMUM_PIECES = 1_000_000_000
const MAXIMUM_PRICE_E4 = 1_000_000_000

const NO_IMAGE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 4 3'/%3E"

/** The fields that an admin gives, in the order of the API's answers. The form asks for the required ones first. */
export const productFields = {
  sku: {
    column: 'sku',
    stored: asText,
    answered: ({ z }) => z.string(),
    given: ({ z }) =>
      z
        .string()
        .trim()
        .regex(
          /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/,
          'A part number has 1 to 64 letters, digits, dots, dashes or slashes.',
        )
        .optional(),
    input: {
      label: 'Part number',
      hint: 'Optional; without one the shop makes one.',
      type: 'line',
      isOptional: true,
      read: (text) => ({ value: text || undefined }),
      preview: (text) => text || 'Part number',
    },
  },
  name: {
    column: 'name',
    stored: asText,
    answered: ({ z }) => z.string(),
    given: ({ textField }) => textField('The name', { maximum: 200 }),
    input: { label: 'Name', type: 'line', read: readText, preview: (text) => text || 'Name' },
  },
  price: {
    column: 'price_e4',
    stored: inE4,
    answered: ({ z }) => z.number(),
    given: ({ z }) =>
      z.number('The price is required, as a number.').refine((dollars) => {
        const e4 = priceToE4(dollars)
        return e4 !== undefined && e4 > 0 && e4 <= MAXIMUM_PRICE_E4
      }, 'The price has to be above 0, at most 100000, with at most 4 decimals.'),
    input: {
      label: 'Price',
      hint: 'Dollars, up to 4 decimals.',
      type: 'line',
      inputMode: 'decimal',
      isHalfWide: true,
      read: readProductPrice,
      preview: (dollars = 0) => (priceToE4(Number(dollars)) === undefined ? 0 : dollars),
    },
  },
  /** Pieces for sale, held ones taken off. */
  quantity: {
    column: 'quantity',
    stored: asNumber,
    answered: ({ z }) => z.number().int(),
    given: ({ z }) =>
      z
        .int('The quantity has to be a whole number of pieces.')
        .min(0, 'The quantity cannot be below 0.')
        .max(MAXIMUM_PIECES, `The quantity can be at most ${formatCount(MAXIMUM_PIECES)}.`),
    input: {
      label: 'Quantity',
      hint: 'Pieces in stock.',
      type: 'line',
      inputMode: 'numeric',
      isHalfWide: true,
      read: readProductQuantity,
      // With 0 the product would show as sold out.
      preview: (pieces = 1000) => pieces,
    },
  },
  description: {
    column: 'description',
    stored: asText,
    answered: ({ z }) => z.string(),
    given: ({ textField }) => textField('The description', { maximum: 2000 }),
    input: { label: 'Description', type: 'lines', read: readText, preview: (text) => text || 'Description' },
  },
  image: {
    column: 'image',
    stored: asText,
    answered: ({ z }) => z.string(),
    given: ({ textField }) =>
      textField('The image', { maximum: 2000 }).refine(
        isPictureAddress,
        'The image has to be an https address or a path of this shop.',
      ),
    input: {
      label: 'Image URL',
      hint: 'An https address, or a path of this shop.',
      type: 'picture',
      inputMode: 'url',
      read: readText,
      preview: (address) => (isPictureAddress(String(address)) ? address : NO_IMAGE),
    },
  },
} as const satisfies Record<string, ProductField>

type ProductFields = typeof productFields

export type ProductFieldName = keyof ProductFields

/** The columns of the table `products` that hold these fields. */
export type ProductColumns = {
  [Name in ProductFieldName as ProductFields[Name]['column']]: ReturnType<
    ProductFields[Name]['stored']['toColumn']
  >
}

/** The Zod object shapes of the fields: as they are answered, or as they are given. */
export type ProductShape<Kind extends 'answered' | 'given'> = {
  [Name in ProductFieldName]: ReturnType<ProductFields[Name][Kind]>
}

/** The fields with their names, for whatever treats all of them alike. */
export const namedFields = Object.entries(productFields) as [
  ProductFieldName,
  ProductField & { readonly column: keyof ProductColumns },
][]
