import type { KeyboardEvent } from 'react'
import { wantedText } from '#features/offers/components.tsx'
import type { OfferLine } from '#features/offers/schema.ts'
import { lineTotal } from '#features/pricing/price-line.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { CellField } from '#kit/ui/form/cell-field.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { discountText, priceOf, TYPED, type TypedColumn, type TypedLine } from './typed-offer.ts'

type OfferTableProps = {
  lines: readonly OfferLine[]
  typed: readonly TypedLine[]
  errors: readonly Readonly<Partial<Record<TypedColumn, string>>>[]
  onType: (row: number, column: TypedColumn, text: string) => void
}

/** The lines of an offer with what each costs otherwise, beside what is offered. Tab goes down a column, then to the next. */
export function OfferTable(props: OfferTableProps) {
  const columns = [...SHOWN, ...typedColumns(props)]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it have the keys.
    <div onKeyDown={moveDown}>
      <DataTable
        caption="Lines of the offer"
        columns={columns}
        rows={[...props.lines]}
        rowKey={({ productId }) => productId}
      />
    </div>
  )
}

/** Tab leaves the table only at its last field, and Shift+Tab at its first. */
function moveDown(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || !(event.target instanceof HTMLInputElement)) return
  const fields = TYPED.flatMap((column) => [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${column}"]`),
  ])
  const next = fields[fields.indexOf(event.target) + (event.shiftKey ? -1 : 1)]
  if (!next || !fields.includes(event.target)) return
  event.preventDefault()
  next.focus()
  next.select()
}

const SHOWN: Column<OfferLine>[] = [
  {
    key: 'part',
    header: 'Part',
    cell: ({ image, product, sku }) => (
      <span className="flex min-w-0 items-center gap-3">
        {image !== undefined && (
          <img src={image} alt="" width={40} height={40} className="size-10 shrink-0" />
        )}
        <span className="min-w-0">
          <span className="block wrap-anywhere">{product}</span>
          <span className="font-mono text-muted text-xs">{sku}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'stock',
    header: 'Stock',
    align: 'end',
    cell: ({ available }) => (available === undefined ? 'Not for sale' : formatCount(available)),
  },
  { key: 'wanted', header: 'Wanted', align: 'end', cell: wantedText },
  { key: 'list', header: 'List', align: 'end', cell: ({ listPrice }) => priceText(listPrice) },
  { key: 'agreed', header: 'Agreed', align: 'end', cell: ({ agreedPrice }) => priceText(agreedPrice) },
]

const priceText = (price: number | undefined): string => (price === undefined ? '' : formatPrice(price))

const HEADERS: Readonly<Record<TypedColumn, string>> = {
  quantity: 'Pieces',
  price: 'Offered',
  leadDays: 'Lead days',
}

function typedColumns({ typed, errors, onType }: OfferTableProps): Column<OfferLine>[] {
  const field = (column: TypedColumn): Column<OfferLine> => ({
    key: column,
    header: HEADERS[column],
    align: 'end',
    cell: ({ sku }, row) => (
      <CellField
        aria-label={`${HEADERS[column]} of ${sku}`}
        data-column={column}
        inputMode={column === 'price' ? 'decimal' : 'numeric'}
        className="h-9 min-w-20 pointer-coarse:h-11"
        value={typed[row]?.[column] ?? ''}
        error={errors[row]?.[column] ?? null}
        onChange={({ target }) => onType(row, column, target.value)}
      />
    ),
  })
  return [
    field('quantity'),
    field('price'),
    {
      key: 'discount',
      header: 'Off list',
      align: 'end',
      cell: ({ listPrice }, row) => discountText(listPrice, priceOf(typed[row]?.price ?? '')),
    },
    field('leadDays'),
    { key: 'total', header: 'Total', align: 'end', cell: (_, row) => totalText(typed[row]) },
  ]
}

function totalText(line: TypedLine | undefined): string {
  const price = priceOf(line?.price ?? '')
  const quantity = readPieces(line?.quantity ?? '')
  if (price === undefined || !quantity) return ''
  return formatTotal(lineTotal({ prices: [{ from: 1, price }] }, quantity))
}
