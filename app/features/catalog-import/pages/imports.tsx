import { useState } from 'react'
import { Link } from 'react-router'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { countText, formatCount } from '#kit/text/count-text.ts'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { EXPORT_PATH, fetchImports } from '../admin/client.ts'
import { StateBadge } from '../admin/state-badge.tsx'
import { UploadPanel } from '../admin/upload-panel.tsx'
import { importPath } from '../paths.ts'
import type { Import } from '../schema.ts'
import { summaryOf } from '../texts.ts'
import type { Route } from './+types/imports.ts'

const SHOWN = 50

export const meta: Route.MetaFunction = () => privateMeta('Import')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, () => fetchImports(SHOWN, request.signal))
}

export default function Imports({ loaderData }: Route.ComponentProps) {
  const polled = usePolled(loaderData, (signal) => fetchImports(SHOWN, signal), signOutIfForbidden)
  const [isRunning, setIsRunning] = useState(false)
  const rows = polled.data.rows.filter(({ state }) => state !== 'reading')
  const reading = polled.data.rows.find(({ state }) => state === 'reading')
  return (
    <>
      <PageHeading
        title="Import"
        lead="Add parts, and change prices, stock and texts of many, with a file from your spreadsheet."
        actions={
          <ExportButton path={() => EXPORT_PATH} onFailure={signOutIfForbidden}>
            Export all products
          </ExportButton>
        }
      />
      <UploadPanel rowsRead={isRunning ? (reading?.done ?? 0) : 0} onRunning={setIsRunning} />
      <section aria-labelledby="earlier" className="grid gap-3">
        <h2 id="earlier" className="text-lg">
          Earlier imports
        </h2>
        {rows.length === 0 ? (
          <EmptyState title="No imports yet">
            Each file that you import is listed here for 90 days, and can be undone as a whole.
          </EmptyState>
        ) : (
          <>
            <ListStatus error={polled.error} busy={polled.busy} onRetry={polled.refresh}>
              {polled.data.next === undefined
                ? 'Newest first.'
                : `The newest ${formatCount(SHOWN)} of ${countText(polled.data)}.`}
            </ListStatus>
            <DataTable
              caption="Earlier imports, newest first"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ _id }) => _id}
            />
          </>
        )}
      </section>
    </>
  )
}

const COLUMNS: Column<Import>[] = [
  {
    key: 'name',
    header: 'File',
    className: '@min-[704px]:min-w-52 @max-[704px]:col-span-full',
    cell: ({ _id, name }) => (
      <Link to={importPath(_id)} className="whitespace-normal [overflow-wrap:anywhere]">
        {name}
      </Link>
    ),
  },
  {
    key: 'changes',
    header: 'Changes',
    className: '@max-[704px]:col-span-full',
    cell: (found) =>
      summaryOf(found)
        .map(({ text }) => text)
        .join(', ') || 'No rows',
  },
  { key: 'by', header: 'By', className: '@min-[704px]:min-w-48', cell: ({ by }) => by },
  { key: 'at', header: 'Uploaded', cell: ({ at }) => <DateTime iso={at} /> },
  {
    key: 'state',
    header: 'State',
    align: 'end',
    className: '@max-[704px]:col-span-full',
    cell: ({ state }) => <StateBadge state={state} />,
  },
]

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Import" title="The imports could not be loaded" error={error} />
}
