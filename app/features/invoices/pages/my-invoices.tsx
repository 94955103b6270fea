import { Link } from 'react-router'
import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { pdfPath, sumText, xmlPath } from '#features/documents/listed-documents.ts'
import { SaveFile } from '#features/documents/save-file.tsx'
import { MY_ORDERS_PATH, orderPagePath } from '#features/orders/paths.ts'
import { usePagedList } from '#kit/browser/paged-list.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { useListSearch } from '#kit/ui/form/use-search-field.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListSearchField, SearchOutcome } from '#kit/ui/list/list-search.tsx'
import { NoMatch } from '#kit/ui/list/no-match.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page/page-meta.ts'
import { fetchMyInvoices } from '../client.ts'
import type { ListedDocument } from '../schema.ts'
import { documentKindTexts, documentsText } from '../texts.ts'
import type { Route } from './+types/my-invoices.ts'

const TITLE = 'Invoices'

export const meta: Route.MetaFunction = ({ location }) => privateMeta(searchTitle(TITLE, location))

const fetchList = signOutWhereForbidden(fetchMyInvoices)

/** The invoices and credit notes of the customer's own orders. */
export default function MyInvoices() {
  const search = useListSearch()
  const list = usePagedList(fetchList, search.q)
  const isEmpty = list.shown?.rows.length === 0 && list.shown.q === ''
  return (
    <WidePage>
      <PageHeading
        title={TITLE}
        lead="The invoice of each order that is paid, and a credit note of each refund. Other formats of XML are on the page of the order."
        actions={!isEmpty && <ListSearchField label="Search my invoices" search={search} />}
      />
      <div className="grid grid-cols-1 gap-2">
        {!isEmpty && (
          <p className="text-muted text-sm">
            <SearchOutcome list={list}>{outcomeText(list.shown)}</SearchOutcome>
          </p>
        )}
        <PagedRows
          list={list}
          what="invoices"
          skeleton={<InvoicesTable invoices={[]} loadingRows={6} />}
          empty={<NoInvoices isFound={list.shown?.q === ''} />}
        >
          {(invoices) => <InvoicesTable invoices={invoices} />}
        </PagedRows>
      </div>
    </WidePage>
  )
}

const outcomeText = (shown: Parameters<typeof documentsText>[0] | undefined): string =>
  shown === undefined ? '' : documentsText(shown)

function NoInvoices({ isFound }: { isFound: boolean }) {
  if (!isFound)
    return (
      <NoMatch
        one="invoice"
        many="invoices"
        searched="invoice number, order number, PO number, product and part number"
      />
    )
  return (
    <EmptyState
      title="No invoices yet"
      art={<EmptyDrawing />}
      action={
        <ButtonLink to={MY_ORDERS_PATH} variant="secondary">
          My Orders
        </ButtonLink>
      }
    >
      Once an order is paid, its invoice is listed here as PDF and XML.
    </EmptyState>
  )
}

type InvoicesTableProps = { invoices: readonly ListedDocument[]; loadingRows?: number }

const InvoicesTable = ({ invoices, loadingRows }: InvoicesTableProps) => (
  <DataTable
    caption="My invoices and credit notes, newest first"
    isShort
    columns={COLUMNS}
    rows={[...invoices]}
    rowKey={({ number }) => number}
    {...(loadingRows !== undefined && { loadingRows })}
  />
)

/** On a phone: number and sum; date, order and PO number; the files. */
const COLUMNS: Column<ListedDocument>[] = [
  {
    key: 'number',
    header: 'Number',
    className: '@max-[704px]:basis-[calc(100%-7rem)] @max-[704px]:grow',
    cell: ({ number, kind }) => (
      <span className="inline-grid">
        <span className="font-mono text-[0.8125rem]">{number}</span>
        <span className="text-muted text-xs">{documentKindTexts[kind]}</span>
      </span>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    className: '@max-[704px]:order-1 @max-[704px]:text-muted',
    cell: ({ date }) => (
      <time dateTime={date} className="whitespace-nowrap">
        {dayText(date)}
      </time>
    ),
  },
  {
    key: 'order',
    header: 'Order',
    className: '@max-[704px]:order-1',
    cell: ({ order, orderId }) => (
      <Link to={orderPagePath(orderId)} className="whitespace-nowrap font-mono text-[0.8125rem]">
        {order}
      </Link>
    ),
  },
  {
    key: 'poNumber',
    header: 'PO number',
    className: '@min-[704px]:w-full @max-[704px]:order-1 @max-[704px]:empty:hidden',
    cell: ({ poNumber }) => poNumber,
  },
  {
    key: 'sum',
    header: 'Sum',
    align: 'end',
    cell: ({ gross }) => <span className="font-medium">{sumText(gross)}</span>,
  },
  {
    key: 'files',
    header: 'Files',
    align: 'end',
    className: '@max-[704px]:order-2 @max-[704px]:ms-auto',
    cell: (listed) => (
      <span className="inline-flex gap-2">
        <SaveFile path={pdfPath(listed)} label={`${listed.number} PDF`} size="sm">
          PDF
        </SaveFile>
        <SaveFile path={xmlPath(listed, 'cii')} label={`${listed.number} XML`} size="sm">
          XML
        </SaveFile>
      </span>
    ),
  },
]
