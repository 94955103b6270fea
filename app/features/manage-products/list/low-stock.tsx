import { fetchLowStock } from '#features/overview/admin/client.ts'
import { DaysLeft, partColumn } from '#features/overview/admin/part-tables.tsx'
import { perDayText } from '#features/overview/admin/texts.ts'
import type { LowStock as LowPart } from '#features/overview/schema.ts'
import { usePagedList } from '#kit/browser/paged-list.ts'
import { countText, formatCount } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { Section } from '#kit/ui/page/page-layout.tsx'

/** The list of the parts at or below their reorder point. */
export function LowStock() {
  const list = usePagedList(fetchLowStock, '')
  return (
    <Section
      title={`Low stock (${list.shown ? countText(list.shown) : '…'})`}
      lead="Parts for sale at or below their reorder point, the most pieces below it first. Sold per day is of the last 30 days."
    >
      <PagedRows
        list={list}
        what="parts"
        skeleton={<LowTable rows={[]} loadingRows={6} />}
        empty={<NothingLow />}
      >
        {(parts) => <LowTable rows={[...parts]} />}
      </PagedRows>
    </Section>
  )
}

const COLUMNS: Column<LowPart>[] = [
  partColumn,
  { key: 'quantity', header: 'In stock', align: 'end', cell: ({ quantity }) => formatCount(quantity) },
  {
    key: 'reorder point',
    header: 'Reorder point',
    align: 'end',
    cell: ({ reorderPoint }) => formatCount(reorderPoint),
  },
  {
    key: 'below',
    header: 'Below by',
    align: 'end',
    cell: ({ quantity, reorderPoint }) => formatCount(reorderPoint - quantity),
  },
  { key: 'rate', header: 'Sold per day', align: 'end', cell: ({ perDay }) => perDayText(perDay) },
  {
    key: 'left',
    header: 'Lasts',
    align: 'end',
    cell: ({ daysLeft }) => (daysLeft === undefined ? 'none sold' : <DaysLeft days={daysLeft} />),
  },
]

const LowTable = ({ rows, loadingRows = 0 }: { rows: LowPart[]; loadingRows?: number }) => (
  <DataTable
    caption="Parts at or below their reorder point"
    columns={COLUMNS}
    rows={rows}
    rowKey={({ productId }) => productId}
    loadingRows={loadingRows}
  />
)

const NothingLow = () => (
  <EmptyState title="No part is low" art={<EmptyDrawing />}>
    Parts whose stock falls to their reorder point are listed here. The reorder point is set on the page of a
    part, when it is added, or by an import.
  </EmptyState>
)
