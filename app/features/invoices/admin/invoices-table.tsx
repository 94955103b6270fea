import { Link } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { pdfPath, sumText, xmlPath } from '#features/documents/listed-documents.ts'
import { XmlFiles } from '#features/documents/xml-files.tsx'
import { orderPagePath } from '#features/orders/paths.ts'
import { countryName } from '#kit/text/country-name.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import type { ListedDocument } from '../schema.ts'
import { documentKindTexts } from '../texts.ts'
import { NOT_PAID } from './selection.ts'
import { taxKindText } from './tax-kind-text.ts'

const sumCell = (dollars: number | undefined) =>
  dollars === undefined ? null : <span className="tabular-nums">{sumText(dollars)}</span>

/** On a phone the lines are: number and day; customer; sums; order and file. */
const COLUMNS: Column<ListedDocument>[] = [
  {
    key: 'number',
    header: 'Number',
    className: '@max-[704px]:grow',
    cell: ({ number, kind }) => (
      <span className="inline-grid align-middle">
        <span className="font-mono text-[0.8125rem]">{number}</span>
        <span className="text-muted text-xs">{documentKindTexts[kind]}</span>
      </span>
    ),
  },
  { key: 'date', header: 'Date', cell: ({ date }) => <Day day={date} /> },
  {
    key: 'customer',
    header: 'Customer',
    className: '@min-[704px]:w-full @min-[704px]:min-w-28 @max-[704px]:basis-full',
    cell: ({ customer, company, country }) => (
      <span className="grid min-w-0">
        <span className="line-clamp-3">{customer}</span>
        {company && <span className="line-clamp-3 text-muted text-xs">{company}</span>}
        {country && <span className="text-muted text-xs">{countryName(country)}</span>}
      </span>
    ),
  },
  {
    key: 'net',
    header: 'Net',
    align: 'end',
    className: '@max-[704px]:after:ms-1 @max-[704px]:after:content-["net"] @max-[704px]:empty:hidden',
    cell: ({ net }) => sumCell(net),
  },
  {
    key: 'tax',
    header: 'Tax',
    align: 'end',
    className: '@max-[704px]:after:ms-1 @max-[704px]:after:content-["tax"] @max-[704px]:empty:hidden',
    cell: ({ tax, taxKind, taxPercent }) =>
      tax === undefined ? null : (
        <span className="inline-grid">
          {sumCell(tax)}
          <span className="text-muted text-xs @max-[704px]:sr-only">{taxKindText(taxKind, taxPercent)}</span>
        </span>
      ),
  },
  {
    key: 'gross',
    header: 'Gross',
    align: 'end',
    className: '@max-[704px]:grow @max-[704px]:justify-end!',
    cell: (listed) => (
      <span className="inline-grid justify-items-end">
        <span className="font-medium">{sumCell(listed.gross)}</span>
        <Paid listed={listed} />
      </span>
    ),
  },
  {
    key: 'order',
    header: 'Order',
    className: '@max-[704px]:grow @max-[704px]:basis-1/2',
    cell: ({ order, orderId }) => (
      <Link to={orderPagePath(orderId)} className="whitespace-nowrap font-mono text-[0.8125rem]">
        {order}
      </Link>
    ),
  },
  {
    key: 'file',
    header: 'File',
    align: 'end',
    cell: (listed) => (
      <ExportButton
        size="sm"
        label={`${listed.number} PDF`}
        path={() => pdfPath(listed)}
        onFailure={signOutIfForbidden}
      >
        PDF
      </ExportButton>
    ),
  },
]

const Day = ({ day }: { day: string }) => (
  <time dateTime={day} className="whitespace-nowrap">
    {dayText(day)}
  </time>
)

/** When it was paid, or by when it has to be. */
function Paid({ listed: { kind, paidOn, due } }: { listed: ListedDocument }) {
  if (paidOn === undefined)
    return (
      <>
        <StatusBadge tone="waiting">{NOT_PAID}</StatusBadge>
        {due !== undefined && (
          <span className="whitespace-nowrap text-muted text-xs">{`due ${dayText(due)}`}</span>
        )}
      </>
    )
  return (
    <span className="whitespace-nowrap text-muted text-xs">
      {kind === 'invoice' ? 'paid ' : 'paid back '}
      <Day day={paidOn} />
    </span>
  )
}

/** The invoices and credit notes; the details of one have its XML. */
export const InvoicesTable = ({ invoices }: { invoices: readonly ListedDocument[] }) => (
  <DataTable
    caption="Invoices and credit notes, newest first"
    isShort
    columns={COLUMNS}
    rows={[...invoices]}
    rowKey={({ number }) => number}
    rowName={({ number }) => number}
    details={(listed) => <Details listed={listed} />}
  />
)

export const LoadingInvoices = () => (
  <DataTable
    caption="Invoices and credit notes"
    isShort
    columns={COLUMNS}
    rows={[]}
    rowKey={({ number }) => number}
    loadingRows={8}
  />
)

function Details({ listed }: { listed: ListedDocument }) {
  const { number, due, vatId, transactionId } = listed
  return (
    <div className="grid gap-x-12 gap-y-4 lg:grid-cols-2">
      <XmlFiles documents={[{ label: number, path: (format) => xmlPath(listed, format) }]} isForAdmin />
      <FactList
        facts={[
          { label: 'VAT ID of the customer', value: vatId },
          { label: 'To be paid by', value: due && dayText(due) },
          {
            label: 'Transaction',
            value: transactionId && <CopyId value={transactionId} what="transaction id" />,
          },
        ]}
      />
    </div>
  )
}
