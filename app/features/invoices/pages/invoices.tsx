import { Link, useSearchParams } from 'react-router'
import { signOutIfForbidden, signOutWhereForbidden } from '#features/accounts/components.tsx'
import { type FetchPage, type PagedList, usePagedList } from '#kit/browser/paged-list.ts'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ChosenFilters } from '#kit/ui/list/chosen-filters.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta, searchTitle } from '#kit/ui/page/page-meta.ts'
import { datevPath, exportPath, fetchInvoices, papersPath } from '../admin/client.ts'
import { InvoiceFilterFields } from '../admin/invoice-filter.tsx'
import { InvoicesTable, LoadingInvoices } from '../admin/invoices-table.tsx'
import { NumberGaps } from '../admin/number-gaps.tsx'
import { PeriodSums } from '../admin/period-sums.tsx'
import { chosenFilters, isOfPeriod, readFilter, writeFilter } from '../admin/selection.ts'
import type { ListedDocument } from '../schema.ts'
import { documentsText } from '../texts.ts'
import type { Route } from './+types/invoices.ts'

const TITLE = 'Invoices'

export const meta: Route.MetaFunction = ({ location }) => privateMeta(searchTitle(TITLE, location))

const fetchList: FetchPage<ListedDocument> = signOutWhereForbidden(fetchInvoices)

export default function InvoicesPage() {
  const [params] = useSearchParams()
  const filter = readFilter(params)
  const list = usePagedList(fetchList, writeFilter(filter))
  const chosen = chosenFilters(filter)
  const isPeriod = isOfPeriod(filter)
  return (
    <>
      <PageHeading
        title={TITLE}
        lead="What the shop issued: an invoice of each paid order, a credit note of each refund. They never change. Choose a month for its sums and papers."
        actions={
          <>
            {isPeriod && (
              <>
                <ExportButton path={() => datevPath(filter)} onFailure={signOutIfForbidden}>
                  DATEV
                </ExportButton>
                <ExportButton path={() => papersPath(filter)} onFailure={signOutIfForbidden}>
                  PDF and XML
                </ExportButton>
              </>
            )}
            <ExportButton path={() => exportPath(filter)} onFailure={signOutIfForbidden}>
              Export CSV
            </ExportButton>
          </>
        }
      />
      <NumberGaps />
      <InvoiceFilterFields filter={filter} />
      <ChosenFilters chosen={chosen} />
      {isPeriod && <PeriodSums filter={filter} />}
      <div className="grid grid-cols-1 gap-2">
        <p role="status" className="min-h-6 text-muted text-sm">
          {outcomeText(list)}
        </p>
        <PagedRows
          list={list}
          what="invoices"
          skeleton={<LoadingInvoices />}
          empty={<NoInvoices isFiltered={list.shown?.q !== ''} />}
        >
          {(invoices) => <InvoicesTable invoices={invoices} />}
        </PagedRows>
      </div>
    </>
  )
}

function outcomeText({ shown, isStale, busy }: PagedList<ListedDocument>): string | undefined {
  if (isStale && busy === 'list') return 'Searching…'
  if (!shown || isStale || shown.rows.length === 0) return undefined
  return documentsText(shown)
}

function NoInvoices({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState title="No invoices yet" art={<EmptyDrawing />}>
        An invoice is issued when an order is paid, and a credit note when money goes back. All of them are
        listed here.
      </EmptyState>
    )
  return (
    <EmptyState title="No invoice matches" action={<Link to={{ search: '' }}>Show all invoices</Link>}>
      The search looks for every word in number, order, customer, e-mail, company and address.
    </EmptyState>
  )
}
