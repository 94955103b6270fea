import { formatCount } from '#kit/text/count-text.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import type { Overview } from '../schema.ts'
import { moneyText } from './texts.ts'

type Day = Overview['days'][number]

const COLUMNS: Column<Day>[] = [
  { key: 'day', header: 'Day', className: '@max-[704px]:grow', cell: ({ day }) => dayText(day) },
  {
    key: 'orders',
    header: 'Orders',
    align: 'end',
    cell: ({ orders }) => (
      <>
        {formatCount(orders)}
        {/* Narrow rows have no column names. */}
        <span className="ms-1 @min-[704px]:hidden">{orders === 1 ? 'order' : 'orders'}</span>
      </>
    ),
  },
  {
    key: 'revenue',
    header: 'Revenue',
    align: 'end',
    className: '@max-[704px]:w-28 @max-[704px]:justify-end!',
    cell: ({ revenue }) => moneyText(revenue),
  },
]

/** The figures of the charts, the newest day first. */
export const DayTable = ({ days }: { days: readonly Day[] }) => (
  <DataTable
    caption="Revenue and orders by day, the newest first"
    isShort
    columns={COLUMNS}
    rows={days.toReversed()}
    rowKey={({ day }) => day}
  />
)
