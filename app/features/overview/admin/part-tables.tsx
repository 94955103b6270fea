import { useState } from 'react'
import { LinkForRight } from '#features/accounts/staff-access.tsx'
import { productPagePath } from '#features/catalog/paths.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import type { Overview } from '../schema.ts'
import { endsSoon } from './soon-parts.ts'
import { changeText, daysLeftText, perDayText } from './texts.ts'

type TopPart = Overview['top'][number]
type LowPart = Overview['low'][number]

const partColumn = {
  key: 'part',
  header: 'Part',
  className: '@max-[704px]:col-span-full whitespace-normal!',
  cell: ({ productId, sku, name }: Pick<TopPart, 'productId' | 'sku' | 'name'>) => (
    <span className="grid min-w-0 py-1">
      <LinkForRight right="products" to={productPagePath(productId)} className="wrap-anywhere">
        <Unbroken text={name} />
      </LinkForRight>
      <span className="font-mono text-muted text-xs">{sku}</span>
    </span>
  ),
}

type ComparedProps = { text: string; now: number; before: number }

/** A figure with its change since the period before. */
const Compared = ({ text, now, before }: ComparedProps) => (
  <span className="inline-grid justify-items-end">
    {text} <span className="text-muted text-xs">{changeText(now, before)}</span>
  </span>
)

const TOP_COLUMNS: Column<TopPart>[] = [
  partColumn,
  {
    key: 'quantity',
    header: 'Pieces',
    align: 'end',
    cell: ({ quantity, previous }) => (
      <Compared text={formatCount(quantity)} now={quantity} before={previous.quantity} />
    ),
  },
  {
    key: 'revenue',
    header: 'Goods',
    align: 'end',
    cell: ({ revenue, previous }) => (
      <Compared text={formatTotal(revenue)} now={revenue} before={previous.revenue} />
    ),
  },
]

/** The parts of the most goods. */
export const TopParts = ({ top }: Pick<Overview, 'top'>) => (
  <DataTable
    caption="Parts by goods"
    columns={TOP_COLUMNS}
    rows={top}
    rowKey={({ productId }) => productId}
  />
)

/** For how long a stock lasts, marked if it ends soon. */
export function DaysLeft({ days }: { days: number }) {
  const text = daysLeftText(days)
  if (!endsSoon({ daysLeft: days })) return text
  return <StatusBadge tone={days < 1 ? 'bad' : 'waiting'}>{text}</StatusBadge>
}

const LOW_COLUMNS: Column<LowPart>[] = [
  partColumn,
  { key: 'quantity', header: 'In stock', align: 'end', cell: ({ quantity }) => formatCount(quantity) },
  {
    key: 'rate',
    header: 'Sold per day',
    align: 'end',
    cell: ({ perDay, previousPerDay }) => (
      <Compared text={perDayText(perDay)} now={perDay} before={previousPerDay} />
    ),
  },
  {
    key: 'left',
    header: 'Lasts',
    align: 'end',
    cell: (part) => <DaysLeft days={part.daysLeft} />,
  },
]

/** The others are folded away, so that the list is no longer than what stands beside it. */
const SHOWN_AT_FIRST = 5

/** The parts whose stock ends first. */
export function LowParts({ low }: Pick<Overview, 'low'>) {
  const [isWhole, setIsWhole] = useState(false)
  const rows = isWhole ? low : low.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <DataTable
        caption="Parts by days of stock left"
        columns={LOW_COLUMNS}
        rows={rows}
        rowKey={({ productId }) => productId}
      />
      {rows.length < low.length && (
        <p className="py-3 text-center">
          <Button variant="secondary" onClick={() => setIsWhole(true)}>
            {`Show all ${low.length}`}
          </Button>
        </p>
      )}
    </>
  )
}
