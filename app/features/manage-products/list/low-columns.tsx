import { DaysLeft } from '#features/overview/admin/part-tables.tsx'
import { perDayText } from '#features/overview/admin/texts.ts'
import { formatCount } from '#kit/text/count-text.ts'
import type { Column } from '#kit/ui/list/data-table.tsx'
import { NUMBER, ofProducts, type ProductRow } from './product-row.ts'

/** How far low parts are below their reorder point, and how they sell. */
export const LOW_COLUMNS: readonly Column<ProductRow>[] = [
  ofProducts({
    key: 'below',
    header: 'Below by',
    align: 'end',
    className: `@max-[704px]:order-1 @max-[704px]:before:content-["Below_by"]! ${NUMBER}`,
    cell: ({ quantity, reorderPoint = quantity }) => formatCount(reorderPoint - quantity),
  }),
  ofProducts({
    key: 'rate',
    header: 'Sold per day',
    align: 'end',
    width: 'wide',
    cell: ({ perDay = 0 }) => perDayText(perDay),
  }),
  ofProducts({
    key: 'left',
    header: 'Lasts',
    align: 'end',
    className: `@max-[704px]:order-1 @max-[704px]:before:content-["Lasts"]! ${NUMBER}`,
    cell: ({ daysLeft }) => (daysLeft === undefined ? 'none sold' : <DaysLeft days={daysLeft} />),
  }),
]
