import type { z } from 'zod'
import type { PriceBreak } from '#features/pricing/price-line.ts'
import { MAXIMUM_PIECES, MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import type { textField } from '#kit/input/fields.ts'
import { isPictureAddress } from '#kit/input/internal-path.ts'
import { e4ToDollars, exactE4, priceToE4 } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { LONGEST_SLUG, SKU } from '../limits.ts'
import { readProductPrice, readProductQuantity, readText, type TypedValue } from './typed-values.ts'

/** The slug of a category, or the key of an attribute. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** A number as the value of an attribute: lists can be filtered by every number that is stored. */
export const ATTRIBUTE_NUMBER = String.raw`-?\d{1,12}(?:\.\d{1,6})?`

const IS_ATTRIBUTE_NUMBER = new RegExp(`^${ATTRIBUTE_NUMBER}$`)

/** Whether the text is a number as an attribute can have it. */
export const isAttributeNumber = (text: string): boolean => IS_ATTRIBUTE_NUMBER.test(text)

/** Zod, for the schemas: an argument instead of an import, so that the page of the form does not load it. */
interface SchemaTools {
  readonly z: typeof z
  readonly textField: typeof textField
}

/** One field of a product. The table type, the row mapping, the API schemas and the form are derived from it. */
export interface ProductField {
  /** Its column of the table `products`, which a migration creates. */
  readonly column: string
  readonly stored: Stored<unknown, unknown>
  /** Its schema in the API's responses. */
  responseSchema(tools: SchemaTools): z.ZodType
  /** Its schema in an admin's request, with the messages for invalid values. */
  requestSchema(tools: SchemaTools): z.ZodType
  /** Absent when the form does not ask for it. */
  readonly input?: ProductInput
}

/** Converts a value of the API to the value in its column, and back. */
interface Stored<Value, Column> {
  /** The type of the column, as the migration has it on PostgreSQL. */
  readonly type: 'text' | 'integer' | 'bigint'
  toColumn(value: Value): Column
  fromColumn(column: Column): Value
}

/** The input of a field in the product form. */
interface ProductInput {
  readonly label: string
  readonly hint?: string
  readonly type: 'line' | 'lines' | 'picture'
  readonly inputMode?: 'decimal' | 'numeric' | 'url'
  /** Whether it shares its line with the next input. */
  readonly isHalfWide?: boolean
  readonly isOptional?: boolean
  /** Reads the typed text, which has no leading or trailing space. */
  read(text: string): TypedValue<unknown>
  /** The value for the preview: a placeholder while it is missing or invalid. */
  preview(value: unknown): unknown
}

const asText: Stored<string, string> = {
  type: 'text',
  toColumn: (text) => text,
  fromColumn: (text) => text,
}
const asNumber: Stored<number, number> = {
  type: 'integer',
  toColumn: (number) => number,
  fromColumn: (number) => number,
}
const asOptionalText: Stored<string | undefined, string | null> = {
  type: 'text',
  toColumn: (text) => text ?? null,
  fromColumn: (text) => text ?? undefined,
}
const inE4: Stored<number, number> = { type: 'bigint', toColumn: exactE4, fromColumn: e4ToDollars }
const breaksInE4: Stored<readonly PriceBreak[], string> = {
  type: 'text',
  toColumn: (breaks) => JSON.stringify(breaks.map(({ from, price }) => ({ from, priceE4: exactE4(price) }))),
  fromColumn: (json) =>
    (JSON.parse(json) as { from: number; priceE4: number }[]).map(({ from, priceE4 }) => ({
      from,
      price: e4ToDollars(priceE4),
    })),
}

const MAXIMUM_PRICE_E4 = 1_000_000_000
export const MAXIMUM_PRICE_BREAKS = 10

/** Whether a product can have this price, in dollars. */
export const isPrice = (dollars: number): boolean => {
  const e4 = priceToE4(dollars)
  return e4 !== undefined && e4 > 0 && e4 <= MAXIMUM_PRICE_E4
}

export const PRICE_RULE = 'The price has to be above 0, at most 100000, with at most 4 decimals.'

const NO_IMAGE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 4 3'/%3E"

/** The fields that an admin enters, in the sequence of the API's responses. */
export const productFields = {
  sku: {
    column: 'sku',
    stored: asText,
    responseSchema: ({ z }) => z.string(),
    requestSchema: ({ z }) =>
      z
        .string()
        .trim()
        .regex(SKU, 'A part number has 1 to 64 letters, digits, dots, dashes, slashes or single spaces.')
        // The address of its page would be that of the data of another page.
        .refine((sku) => !/\.data$/i.test(sku), 'A part number cannot end with ".data".')
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
    responseSchema: ({ z }) => z.string(),
    requestSchema: ({ textField }) => textField('The name', { maximum: 200 }),
    input: { label: 'Name', type: 'line', read: readText, preview: (text) => text || 'Name' },
  },
  price: {
    column: 'price_e4',
    stored: inE4,
    responseSchema: ({ z }) => z.number(),
    // Left out where `prices` is given: it is the price of the first break.
    requestSchema: ({ z }) =>
      z.number('The price is required, as a number.').refine(isPrice, PRICE_RULE).optional(),
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
  /** Pieces that can be ordered now: without those that unpaid orders hold. */
  quantity: {
    column: 'quantity',
    stored: asNumber,
    responseSchema: ({ z }) => z.number().int(),
    requestSchema: ({ z }) =>
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
    responseSchema: ({ z }) => z.string(),
    requestSchema: ({ textField }) => textField('The description', { maximum: 2000 }),
    input: { label: 'Description', type: 'lines', read: readText, preview: (text) => text || 'Description' },
  },
  image: {
    column: 'image',
    stored: asText,
    responseSchema: ({ z }) => z.string(),
    requestSchema: ({ textField }) =>
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
  category: {
    column: 'category',
    stored: asOptionalText,
    responseSchema: ({ z }) => z.string().optional(),
    requestSchema: ({ z }) =>
      z
        .string()
        .max(LONGEST_SLUG)
        .regex(SLUG, 'The category has lower-case letters, digits and single dashes.')
        .optional(),
  },
  minimum: {
    column: 'minimum',
    stored: asNumber,
    responseSchema: ({ z }) => z.number().int(),
    requestSchema: ({ z }) =>
      z
        .int('The minimum has to be a whole number of pieces.')
        .min(MINIMUM_ORDER_PIECES, `The minimum cannot be below ${MINIMUM_ORDER_PIECES}.`)
        .max(MAXIMUM_PIECES, `The minimum can be at most ${formatCount(MAXIMUM_PIECES)}.`)
        .optional(),
  },
  step: {
    column: 'step',
    stored: asNumber,
    responseSchema: ({ z }) => z.number().int(),
    requestSchema: ({ z }) =>
      z
        .int('The step has to be a whole number of pieces.')
        .min(1, 'The step cannot be below 1.')
        .max(MAXIMUM_PIECES, `The step can be at most ${formatCount(MAXIMUM_PIECES)}.`)
        .optional(),
  },
  /** The price breaks, the smallest quantity first. */
  prices: {
    column: 'prices',
    stored: breaksInE4,
    responseSchema: ({ z }) => z.array(z.object({ from: z.number().int(), price: z.number() })),
    requestSchema: ({ z }) =>
      z
        .array(
          z.object({
            from: z.int('A price break begins at a whole number of pieces.').max(MAXIMUM_PIECES),
            price: z.number('The price is required, as a number.').refine(isPrice, PRICE_RULE),
          }),
          'The prices are a list of price breaks.',
        )
        .min(1, 'At least one price is required.')
        .max(MAXIMUM_PRICE_BREAKS, `A product has at most ${MAXIMUM_PRICE_BREAKS} price breaks.`)
        .optional(),
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

/** The shape of the fields in a Zod object, for responses or for requests. */
export type ProductShape<Kind extends 'responseSchema' | 'requestSchema'> = {
  [Name in ProductFieldName]: ReturnType<ProductFields[Name][Kind]>
}

/** The fields with their names, for code that handles all fields the same way. */
export const namedFields = Object.entries(productFields) as [
  ProductFieldName,
  ProductField & { readonly column: keyof ProductColumns },
][]

/** The names of all fields that an admin enters but the attributes. */
export const PRODUCT_FIELDS: readonly ProductFieldName[] = namedFields.map(([name]) => name)

/** The fields that the form asks for, with their inputs. */
export const formInputs = namedFields.flatMap(([name, { input }]) => (input ? [{ name, input }] : []))
