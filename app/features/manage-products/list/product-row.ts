import type { ReactNode } from 'react'
import type { Column } from '#kit/ui/list/data-table.tsx'
import type { ListedProduct } from '../schema.ts'

/** A row of the table: a product, or the place of one that was deleted on this page. */
export interface ProductRow {
  readonly product: ListedProduct
  readonly deleted?: true
}

export type ProductColumn = Omit<Column<ProductRow>, 'cell'> & { cell: (product: ListedProduct) => ReactNode }

/** Where a product was deleted only its place is left. */
export const ofProducts = ({ cell, ...column }: ProductColumn): Column<ProductRow> => ({
  ...column,
  cell: ({ product, deleted }) => (deleted ? null : cell(product)),
})

/** A number on a phone, where its name stands before it. */
export const NUMBER = '@max-[704px]:before:me-1! @max-[704px]:before:pe-0! @max-[704px]:before:text-muted'
