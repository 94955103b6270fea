import { Link } from 'react-router'
import { formatTotal } from '#kit/money.ts'
import { linesText } from '#kit/text/count-text.ts'
import { longDayText } from '#kit/text/utc-text.ts'
import type { Column } from '#kit/ui/list/data-table.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import type { Offer } from '../schema.ts'
import { OfferBadge } from './offer-badge.tsx'

/** The columns of a list of offers, each of which leads to its page. */
export const offerColumns = (pathOf: (id: string) => string): Column<Offer>[] => [
  {
    key: 'number',
    header: 'Offer',
    cell: ({ _id, number }) => (
      <Link to={pathOf(_id)} className="whitespace-nowrap font-mono text-[0.8125rem]">
        {number}
      </Link>
    ),
  },
  { key: 'state', header: 'State', cell: (offer) => <OfferBadge offer={offer} /> },
  { key: 'who', header: 'Asked for by', cell: ({ name, company }) => company?.name ?? name },
  { key: 'lines', header: 'Lines', cell: ({ lines }) => linesText(lines.length) },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    cell: ({ payable }) => (payable === undefined ? '' : formatTotal(payable)),
  },
  {
    key: 'until',
    header: 'Valid until',
    cell: ({ validUntil }) => (validUntil === undefined ? '' : longDayText(validUntil)),
  },
  { key: 'at', header: 'Asked for', align: 'end', cell: ({ at }) => <DateTime iso={at} /> },
]

export const offerKey = ({ _id }: Offer): string => _id
