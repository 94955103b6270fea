import { fetchEvents, type SecurityEvent } from '#features/accounts/own-security.ts'
import { securityEventTexts } from '#features/accounts/texts.ts'
import { usePagedList } from '#kit/browser/paged-list.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'

const COLUMNS: Column<SecurityEvent>[] = [
  { key: 'at', header: 'When', cell: ({ at }) => <DateTime iso={at} /> },
  { key: 'kind', header: 'What', cell: ({ kind }) => securityEventTexts[kind] },
  { key: 'browser', header: 'Browser', cell: ({ browser }) => browser ?? 'The shop' },
  { key: 'address', header: 'Address', cell: ({ address }) => address ?? '' },
]

/** What happened to the doors of the own account, or of that with this e-mail address. */
export function EventsTable({ of = '' }: { of?: string }) {
  const list = usePagedList(fetchEvents, of)
  const table = (events: readonly SecurityEvent[], loadingRows?: number) => (
    <DataTable
      caption="Events"
      columns={COLUMNS}
      rows={[...events]}
      rowKey={({ _id }) => _id}
      {...(loadingRows !== undefined && { loadingRows })}
    />
  )
  return (
    <PagedRows
      list={list}
      what="events"
      skeleton={table([], 5)}
      empty={
        <EmptyState title="Nothing yet">Sign-ins and changes of the account are listed here.</EmptyState>
      }
    >
      {(events) => table(events)}
    </PagedRows>
  )
}
