import { Charges, TaxNotes } from '#features/order-page/components.tsx'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { longDayText } from '#kit/text/utc-text.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import type { Offer, OfferLine, OfferVersion } from '../schema.ts'

const idOf = ({ productId }: OfferLine): string => productId

const PART: Column<OfferLine> = {
  key: 'part',
  header: 'Part',
  cell: ({ sku, product }) => (
    <span className="grid min-w-0">
      <span className="wrap-anywhere">{product}</span>
      <span className="font-mono text-muted text-xs">{sku}</span>
    </span>
  ),
}

const QUANTITY: Column<OfferLine> = {
  key: 'quantity',
  header: 'Pieces',
  align: 'end',
  cell: ({ quantity }) => formatCount(quantity),
}

export const wantedText = ({ wanted }: Pick<OfferLine, 'wanted'>): string =>
  typeof wanted === 'number' ? formatPrice(wanted) : (wanted ?? '')

const ASKED: Column<OfferLine>[] = [PART, QUANTITY, { key: 'wanted', header: 'Wanted', cell: wantedText }]

const OFFERED: Column<OfferLine>[] = [
  PART,
  QUANTITY,
  { key: 'price', header: 'Per piece', align: 'end', cell: ({ price = 0 }) => formatPrice(price) },
  {
    key: 'lead',
    header: 'Lead time',
    align: 'end',
    cell: ({ leadDays }) => (leadDays === undefined ? '' : daysText(leadDays)),
  },
  { key: 'total', header: 'Total', align: 'end', cell: ({ lineTotal = 0 }) => formatTotal(lineTotal) },
]

const daysText = (days: number): string => `${formatCount(days)} working ${days === 1 ? 'day' : 'days'}`

type TermsProps = { offer: Pick<Offer, 'lines'> & Partial<OfferVersion>; caption: string }

/** The lines of an offer with what they come to; before it is offered what was asked for. */
export function OfferTerms({ offer, caption }: TermsProps) {
  const { lines, totalPrice, payable, delivery, tax, validUntil } = offer
  const isOffered = payable !== undefined && totalPrice !== undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <DataTable caption={caption} columns={isOffered ? OFFERED : ASKED} rows={[...lines]} rowKey={idOf} />
      {isOffered && (
        <div className="grid gap-2 sm:justify-self-end sm:min-w-80">
          <Charges order={{ totalPrice, payable, delivery, tax }} />
          <p className="flex items-baseline justify-between gap-4">
            <span className="text-muted text-sm">Total</span>
            <span className="font-semibold text-xl">{formatTotal(payable)}</span>
          </p>
          <TaxNotes order={{ tax }} />
          {validUntil !== undefined && (
            <p className="text-end text-muted text-sm">{`Valid until ${longDayText(validUntil)}`}</p>
          )}
        </div>
      )}
    </div>
  )
}
