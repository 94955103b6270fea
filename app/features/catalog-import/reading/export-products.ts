import {
  findAdminValues,
  kindOfField,
  listCategories,
  listProducts,
  longestLadder,
  type ProductFieldName,
  type ProductQuery,
  productField,
} from '#features/catalog/catalog.ts'
import type { ManagedProduct, Product } from '#features/catalog/schema.ts'
import { csvAnswer } from '#kit/csv/csv-answer.ts'
import type { Shop } from '#kit/shop.ts'
import { attributeColumn, attributeOf, PRODUCT_COLUMNS } from '../columns/columns.ts'
import { ladderCell, ladderColumns } from '../columns/ladder-columns.ts'

type ExportedProduct = Product & Partial<Pick<ManagedProduct, ProductFieldName>>

/** The products of a list as a CSV file, read page by page. Its refusals come before the first line. */
export async function exportProducts(
  shop: Shop,
  query: Omit<ProductQuery, 'limit' | 'after' | 'skip'>,
): Promise<Response> {
  const categories = await listCategories(shop.db)
  const keys = new Set(categories.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  const ladder = ladderColumns(await longestLadder(shop.db))
  const columns = [...PRODUCT_COLUMNS, ...ladder, ...[...keys].map(attributeColumn)]
  let page = await listProducts(shop.db, query)
  async function* rows() {
    for (;;) {
      const values = await findAdminValues(
        shop.db,
        page.rows.map(({ _id }) => _id),
      )
      yield page.rows.map((product) => {
        const managed = { ...product, ...values.get(product._id) }
        return columns.map((column) => cellOf(managed, column))
      })
      if (page.next === undefined) return
      page = await listProducts(shop.db, { ...query, after: page.next })
    }
  }
  return csvAnswer('products.csv', columns, rows(), shop.log)
}

function cellOf(product: ExportedProduct, column: string): string | number | undefined {
  const key = attributeOf(column)
  if (key !== undefined) return product.attributes.find((attribute) => attribute.key === key)?.value
  if (!productField(column)) return ladderCell(product.prices, column)
  const value: unknown = product[column as ProductFieldName]
  const field = productField(column)
  return (field && kindOfField(field).toCell?.(value)) ?? (value as string | number | undefined)
}
