import { DataTable } from '#kit/ui/list/data-table.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { heldText } from '../held/held-text.ts'
import type { ListedProduct } from '../schema.ts'
import { productColumns, type TableProps } from './product-columns.tsx'
import type { ProductRow } from './product-row.ts'

type ProductTableProps = TableProps & {
  caption: string
  rows: readonly ProductRow[]
  loadingRows?: number
}

/** The products as a table. A row opens to its whole description, which one line has no room for. */
export const ProductTable = ({ caption, rows, loadingRows = 0, ...props }: ProductTableProps) => (
  <DataTable
    caption={caption}
    isShort
    isDense
    columns={productColumns(props)}
    rows={[...rows]}
    rowKey={({ product, deleted }) => `${product._id}${deleted ? ' deleted' : ''}`}
    rowName={({ product }) => product.name}
    details={({ product }) => <Details product={product} />}
    loadingRows={loadingRows}
  />
)

const Details = ({ product: { description, held } }: { product: ListedProduct }) => (
  <>
    <p className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
      <Unbroken text={description} />
    </p>
    <p className="mt-1 text-muted">{`Held: ${heldText(held)}.`}</p>
  </>
)
