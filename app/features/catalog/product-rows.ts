import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '#kit/db/schema.ts'
import { e4ToDollars, priceToE4 } from '#kit/money.ts'
import type { NewProduct, Product } from './schema.ts'
import './tables.ts'

export type ProductRow = Selectable<Schema['products']>

export type NewProductRow = Insertable<Schema['products']>

/** What a name or a part number is compared by: its case makes no difference. */
export const keyOf = (text: string): string => text.trim().toLowerCase()

/** The columns that follow from what an admin gives. */
export function toRow(input: NewProduct & { sku: string }) {
  return {
    sku: input.sku,
    sku_key: keyOf(input.sku),
    name: input.name,
    name_key: keyOf(input.name),
    search_text: keyOf(`${input.name}\n${input.sku}\n${input.description}`),
    price_e4: priceToE4(input.price) ?? 0,
    quantity: input.quantity,
    description: input.description,
    image: input.image,
  }
}

export function toProduct(
  row: Pick<ProductRow, 'id' | 'sku' | 'name' | 'price_e4' | 'quantity' | 'description' | 'image'>,
): Product {
  return {
    _id: row.id,
    sku: row.sku,
    name: row.name,
    price: e4ToDollars(row.price_e4),
    quantity: row.quantity,
    description: row.description,
    image: row.image,
  }
}
