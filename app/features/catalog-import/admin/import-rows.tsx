import { useState } from 'react'
import { Link } from 'react-router'
import { signOutIfForbidden, signOutWhereForbidden } from '#features/accounts/components.tsx'
import { partPath } from '#features/catalog/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { type FetchPage, type PagedList, usePagedList } from '#kit/browser/paged-list.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { shortenEnd } from '#kit/text/list-text.ts'
import { ChooseAll, ChooseRow, ChosenBar, TINT_CHOSEN } from '#kit/ui/admin/chosen.tsx'
import { type Chosen, useChosen } from '#kit/ui/admin/use-chosen.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { MOST_LEFT_OUT } from '../limits.ts'
import type { Import, ImportRow, RowFilter } from '../schema.ts'
import { rowChanges } from './change-texts.ts'
import { changeImport, fetchImportRows } from './client.ts'

type ImportRowsProps = {
  found: Import
  kind: RowFilter | undefined
  /** Whether those of new parts are left out where all kinds are shown. */
  isWithoutAdded?: boolean
  onChanged: (changed: Import) => void
}

/** The rows of an import of one kind, or all, wrong ones first. While it is ready, rows can be left out of it, or taken in again. */
export function ImportRows({ found, kind, isWithoutAdded, onChanged }: ImportRowsProps) {
  const { _id, state } = found
  const fetchPage: FetchPage<ImportRow> = signOutWhereForbidden(({ q, ...page }, signal) =>
    fetchImportRows(
      _id,
      {
        kind: q as RowFilter | undefined,
        sort: 'kind',
        ...(isWithoutAdded && { added: 'apart' as const }),
        ...page,
      },
      signal,
    ),
  )
  const list = usePagedList(fetchPage, kind ?? '')
  const isReady = state === 'ready'
  const writing = isReady ? (list.shown?.rows.filter(isWriting) ?? []) : []
  const chosen = useChosen(writing.map(idOf))
  const leavingOut = useLeavingOut(list, _id, onChanged)
  const columns = isReady ? columnsToChoose(chosen, leavingOut) : COLUMNS
  return (
    <div className={classNames('grid grid-cols-1 gap-2', TINT_CHOSEN)}>
      {writing.length > 0 && <ChooseAll chosen={chosen} shown={writing.length} />}
      <PagedRows
        list={list}
        what="rows"
        skeleton={<DataTable caption="Rows" columns={columns} rows={[]} rowKey={() => ''} loadingRows={8} />}
        empty={<p className="py-6 text-muted">No rows match.</p>}
      >
        {(rows) => <DataTable caption="Rows of the file" columns={columns} rows={[...rows]} rowKey={idOf} />}
      </PagedRows>
      <ChosenRows chosen={chosen} rows={writing} leavingOut={leavingOut} />
    </div>
  )
}

/** Only such rows can be left out. */
const isWriting = ({ kind }: ImportRow): boolean => kind === 'added' || kind === 'changed'

const idOf = ({ row }: ImportRow): string => String(row)

interface LeavingOut {
  /** The rows of the call that runs. */
  readonly busy: ReadonlySet<number>
  leaveOut(rows: readonly ImportRow[], isLeftOut: boolean): Promise<void>
}

/** Leaves rows out of an import, or takes them in again. */
function useLeavingOut(
  list: PagedList<ImportRow>,
  id: string,
  onChanged: (changed: Import) => void,
): LeavingOut {
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const leaveOut = async (all: readonly ImportRow[], isLeftOut: boolean) => {
    setBusy(new Set(all.map(({ row }) => row)))
    try {
      for (let first = 0; first < all.length; first += MOST_LEFT_OUT) {
        const numbers = all.slice(first, first + MOST_LEFT_OUT).map(({ row }) => row)
        onChanged(await changeImport(id, isLeftOut ? { leaveOut: numbers } : { takeIn: numbers }))
        const changed = new Set(numbers)
        list.change((rows) =>
          rows.map((each) => (changed.has(each.row) ? withLeftOut(each, isLeftOut) : each)),
        )
      }
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setBusy(new Set())
    }
  }
  return { busy, leaveOut }
}

type ChosenRowsProps = { chosen: Chosen; rows: readonly ImportRow[]; leavingOut: LeavingOut }

/** What can be done with the chosen rows. */
function ChosenRows({ chosen, rows, leavingOut: { busy, leaveOut } }: ChosenRowsProps) {
  const taken = rows.filter((row) => chosen.ids.has(idOf(row)))
  const count = `${formatCount(taken.length)} ${taken.length === 1 ? 'row' : 'rows'}`
  const actions = [
    { label: 'Leave out', isLeftOut: true, of: taken.filter(({ leftOut }) => !leftOut) },
    { label: 'Take in', isLeftOut: false, of: taken.filter(({ leftOut }) => leftOut) },
  ]
  return (
    <ChosenBar label="Chosen rows" chosen={chosen} text={count}>
      {actions.map(({ label, isLeftOut, of }) => (
        <Button
          key={label}
          size="sm"
          busy={busy.size > 0}
          disabled={of.length === 0}
          onClick={() => void leaveOut(of, isLeftOut)}
        >
          {label}
        </Button>
      ))}
    </ChosenBar>
  )
}

function withLeftOut({ leftOut: _, ...row }: ImportRow, isLeftOut: boolean): ImportRow {
  return { ...row, ...(isLeftOut && { leftOut: true as const }) }
}

const COLUMNS: Column<ImportRow>[] = [
  { key: 'row', header: 'Row', cell: ({ row }) => formatCount(row) },
  {
    key: 'sku',
    header: 'Part number',
    className: '@min-[704px]:whitespace-nowrap',
    cell: ({ sku, kind }) =>
      kind === 'changed' || kind === 'unchanged' ? <Link to={partPath(sku)}>{sku}</Link> : sku,
  },
  {
    key: 'change',
    header: 'Change',
    className: '@min-[704px]:w-full @max-[704px]:col-span-full',
    cell: (row) => <Changes row={row} />,
  },
]

/** The columns of an import that is ready: rows can be chosen, and one can be left out without choosing it. */
const columnsToChoose = (chosen: Chosen, { busy, leaveOut }: LeavingOut): Column<ImportRow>[] => [
  {
    key: 'row',
    header: 'Row',
    cell: (found) =>
      isWriting(found) ? (
        <ChooseRow chosen={chosen} id={idOf(found)} label={`Choose row ${found.row}`}>
          {formatCount(found.row)}
        </ChooseRow>
      ) : (
        formatCount(found.row)
      ),
  },
  ...COLUMNS.filter(({ key }) => key !== 'row'),
  {
    key: 'leave-out',
    className: '@max-[704px]:col-span-full',
    header: 'Apply',
    align: 'end',
    cell: (found) =>
      isWriting(found) && (
        <Button
          variant="secondary"
          size="sm"
          busy={busy.has(found.row)}
          aria-label={`${found.leftOut ? 'Take in' : 'Leave out'} row ${found.row}`}
          onClick={() => void leaveOut([found], !found.leftOut)}
        >
          {found.leftOut ? 'Take in' : 'Leave out'}
        </Button>
      ),
  },
]

function Changes({ row: { kind, changes, errors, leftOut } }: { row: ImportRow }) {
  if (kind === 'unchanged') return <span className="text-muted">Changes nothing</span>
  if (kind === 'wrong')
    return (
      <ul className="grid gap-1 py-1 text-bad">
        {errors.map(({ column, detail }) => (
          <li key={`${column} ${detail}`}>
            <span className="font-medium">{column}</span>: {detail}
          </li>
        ))}
      </ul>
    )
  return (
    <ul
      className={classNames(
        'py-1',
        // A new product has a value in each field.
        kind === 'added' ? 'flex flex-wrap gap-x-3 @max-[704px]:justify-end' : 'grid gap-1',
        leftOut && 'text-muted line-through',
      )}
    >
      {kind === 'added' && <li className="font-medium">New</li>}
      {rowChanges(changes)
        .filter(({ label }) => kind === 'changed' || label !== 'sku')
        .map(({ label, from, to, percent, isOutlier }) => (
          <li key={label}>
            <span className="text-muted">{label}</span> {kind === 'changed' && <From text={from} />}
            <span>{shown(to)}</span>
            {percent && <span className="ms-2 text-muted">{percent}</span>}
            {isOutlier && (
              <span className="ms-2 inline-flex items-center gap-1 font-medium text-bad">
                <AlertIcon />
                Ten times or more: is the decimal point right?
              </span>
            )}
          </li>
        ))}
    </ul>
  )
}

const LONGEST_SHOWN = 200

const shown = (text: string): string => shortenEnd(text, LONGEST_SHOWN) || 'none'

/** The value before, with the arrow to the one after, which a screen reader says in words. */
const From = ({ text }: { text: string }) => (
  <>
    <del className="text-muted">{shown(text)}</del>
    <span aria-hidden="true"> → </span>
    <span className="sr-only"> to </span>
  </>
)
