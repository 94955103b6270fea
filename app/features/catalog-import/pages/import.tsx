import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { isNotFound } from '#kit/browser/client.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Breadcrumbs } from '#kit/ui/page/breadcrumbs.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchImport, wrongRowsPath } from '../admin/client.ts'
import { FoldedRows, PicturesNote } from '../admin/folded-rows.tsx'
import { StateBadge } from '../admin/state-badge.tsx'
import { UndoButton } from '../admin/undo-button.tsx'
import { type Conflict, useImportActions } from '../admin/use-import-actions.ts'
import { IMPORTS_PATH } from '../paths.ts'
import type { Import, ImportRow, RowFilter } from '../schema.ts'
import { allRows, rowsToApply, summaryOf } from '../texts.ts'
import type { Route } from './+types/import.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => privateMeta(loaderData?.name ?? 'Import')

/** With the first wrong rows, which the page says in sentences. */
const FIRST_WRONG = { kind: 'wrong', limit: '3' } as const

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, () => fetchImport(params.id, FIRST_WRONG, request.signal))
}

export default function ImportPage({ loaderData }: Route.ComponentProps) {
  const { _id } = loaderData
  const polled = usePolled(loaderData, (signal) => fetchImport(_id, FIRST_WRONG, signal), signOutIfForbidden)
  const [changes, setChanges] = useState(0)
  const found = polled.data
  // One that is applied again has no time of its undoing any more.
  const change = (changed: Import) => polled.change(({ undoneAt: _, ...last }) => ({ ...last, ...changed }))
  const actions = useImportActions(_id, (changed) => {
    change(changed)
    setChanges(changes + 1)
  })
  const kind = useRowFilter(found)
  if (isNotFound(polled.error)) return <NoSuchImport />
  return (
    <>
      <div>
        <Breadcrumbs above={[{ name: 'Import', path: IMPORTS_PATH }]} />
        <PageHeading
          title={<span className="[overflow-wrap:anywhere]">{found.name}</span>}
          lead={<Provenance found={found} />}
          actions={<Actions found={found} actions={actions} />}
        />
      </div>
      {actions.conflict && <ConflictNotice conflict={actions.conflict} actions={actions} />}
      <Progress found={found} />
      <Summary found={found} wrong={found.rows} kind={kind} />
      <PicturesNote found={found} />
      <FoldedRows key={`${_id} ${changes}`} found={found} kind={kind} onChanged={change} />
    </>
  )
}

function Provenance({ found: { state, at, by, appliedAt, undoneAt } }: { found: Import }) {
  return (
    <span className="flex max-w-md flex-wrap items-center gap-2 text-sm">
      <StateBadge state={state} />
      <span>
        Uploaded <DateTime iso={at} /> by {by}
      </span>
      {appliedAt && (
        <span>
          Applied <DateTime iso={appliedAt} />
        </span>
      )}
      {undoneAt && (
        <span>
          Undone <DateTime iso={undoneAt} />
        </span>
      )}
    </span>
  )
}

type ActionsProps = { found: Import; actions: ReturnType<typeof useImportActions> }

function Actions({ found, actions: { busy, conflict, apply, redo, undo } }: ActionsProps) {
  const { _id, state, counts } = found
  const rows = rowsToApply(found)
  return (
    <>
      {counts.wrong > 0 && (
        <ExportButton path={() => wrongRowsPath(_id)} onFailure={signOutIfForbidden}>
          Save wrong rows
        </ExportButton>
      )}
      {state === 'applied' && <UndoButton found={found} busy={busy === 'undo'} undo={undo} />}
      {state === 'undone' && found.appliedAt !== undefined && (
        <Button variant="secondary" busy={busy === 'redo'} busyLabel="Applying…" onClick={redo}>
          Apply it again
        </Button>
      )}
      {state === 'ready' && rows > 0 && (
        <Button
          // The next thing to do is then to compare again.
          variant={conflict ? 'secondary' : 'primary'}
          busy={busy === 'apply'}
          busyLabel="Applying…"
          disabled={busy === 'compare'}
          onClick={apply}
        >
          {`Apply ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`}
        </Button>
      )}
    </>
  )
}

type ConflictNoticeProps = { conflict: Conflict; actions: ActionsProps['actions'] }

function ConflictNotice({ conflict: { action, detail, rows }, actions }: ConflictNoticeProps) {
  return (
    <Notice
      tone="bad"
      action={
        action === 'apply' && (
          <Button busy={actions.busy === 'compare'} onClick={actions.compare}>
            Compare again
          </Button>
        )
      }
    >
      <p className="font-medium">{detail}</p>
      <p className="text-sm">
        {rows.map(({ row, sku }) => `Row ${formatCount(row)}: ${sku}`).join(', ')}
        {action === 'undo' && '. Undoing would overwrite these changes.'}
        {action === 'redo' &&
          '. Applying it again would overwrite these changes. Import the file again instead.'}
      </p>
    </Notice>
  )
}

function Progress({ found: { state, done, counts } }: { found: Import }) {
  if (state !== 'applying' && state !== 'undoing') return null
  const rows = allRows(counts)
  const label = state === 'applying' ? 'Applying the rows' : 'Undoing the rows'
  return (
    <Notice tone="waiting">
      <p className="grid gap-2 text-sm">
        {label}. Until then nobody else can change products; orders go on.
        <progress
          aria-label={label}
          className="h-2 w-64 max-w-full accent-brand"
          max={rows}
          value={state === 'applying' ? done : rows - done}
        />
      </p>
    </Notice>
  )
}

/** The kind of rows that the address names, if the import has some. */
function useRowFilter(found: Import): RowFilter | undefined {
  const [parameters] = useSearchParams()
  const named = parameters.get('kind')
  return summaryOf(found).find(({ kind }) => kind === named)?.kind
}

type SummaryProps = { found: Import; wrong: readonly ImportRow[]; kind: RowFilter | undefined }

/** The change set in sentences, each of which shows its rows. */
function Summary({ found, wrong, kind }: SummaryProps) {
  const { counts } = found
  const rows = allRows(counts)
  const entries = [
    { kind: undefined, text: `All ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}` },
    ...summaryOf(found),
  ]
  return (
    <section aria-label="Change set" className="grid gap-3">
      <nav aria-label="Kinds of rows">
        <ul className="flex flex-wrap gap-2">
          {entries.map((entry) => (
            <li key={entry.text}>
              <Link
                to={{ search: entry.kind ? `?kind=${entry.kind}` : '' }}
                replace
                preventScrollReset
                aria-current={entry.kind === kind ? 'true' : undefined}
                className={classNames(
                  'inline-grid min-h-10 place-items-center rounded border border-edge px-3 text-sm no-underline hover:border-ink aria-[current]:border-link aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-link pointer-coarse:min-h-11',
                  entry.kind === 'wrong' ? 'text-bad' : 'text-ink',
                )}
              >
                {entry.text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {wrong.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {wrong.map(({ row, errors: [error] }) => (
            <li key={row}>
              Row {formatCount(row)}: {error && `${error.column}: ${error.detail}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NoSuchImport() {
  return (
    <>
      <PageHeading title="Page not found" />
      <EmptyState
        title="There is no such import"
        art={<EmptyDrawing />}
        action={
          <ButtonLink to={IMPORTS_PATH} variant="secondary" size="sm">
            All imports
          </ButtonLink>
        }
      >
        Imports are kept for 90 days. One that was compared again has another address.
      </EmptyState>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NoSuchImport />
  return <LoadFailure heading="Import" title="The import could not be loaded" error={error} />
}
