import { Link } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import type { Bought } from '../schema.ts'

const COLUMNS: Column<Bought>[] = [
  {
    key: 'part',
    header: 'Part',
    className: '@max-[704px]:col-span-full',
    cell: ({ sku, name }) => (
      <span className="grid min-w-0">
        <Link to={partPath(sku)} className="wrap-anywhere">
          {name}
        </Link>
        <span className="font-mono text-[0.8125rem] text-muted wrap-anywhere">{sku}</span>
      </span>
    ),
  },
  { key: 'pieces', header: 'Pieces', align: 'end', cell: ({ pieces }) => formatCount(pieces) },
  { key: 'orders', header: 'Orders', align: 'end', cell: ({ orders }) => formatCount(orders) },
]

/** What the customer paid for most. */
export const CustomerBought = ({ bought }: { bought: readonly Bought[] }) => (
  <section aria-labelledby="bought" className="min-w-0">
    <h2 id="bought" className="mb-3 text-lg">
      Bought most
    </h2>
    {bought.length === 0 ? (
      <p className="text-muted text-sm">Nothing is paid yet.</p>
    ) : (
      <DataTable
        caption="Parts, the most pieces first"
        columns={COLUMNS}
        rows={[...bought]}
        rowKey={({ productId }) => productId}
      />
    )}
  </section>
)
