import { Link } from 'react-router'
import { MAY_READ_ORDERS, type Wanted } from '#features/accounts/rights.ts'
import { LinkForRight } from '#features/accounts/staff-access.tsx'
import { productPagePath } from '#features/catalog/paths.ts'
import { importPath } from '#features/catalog-import/paths.ts'
import { customerPath } from '#features/customers/paths.ts'
import { imagePath } from '#features/images/paths.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { settingChangeTexts } from '#features/settings/admin/change-texts.ts'
import { utcTimeText } from '#kit/text/utc-text.ts'
import { changedLines } from '#kit/ui/admin/changed-lines.ts'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import type { AuditEntry } from '../schema.ts'
import { writeFilter } from './client.ts'
import { type AuditKind, auditTexts, fieldName, fieldValueText, valueText } from './texts.ts'

const COLUMNS: Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When',
    cell: ({ at }) => <DateTime iso={at} title={utcTimeText(Date.parse(at))} />,
  },
  {
    key: 'by',
    header: 'Who',
    className: 'wrap-anywhere @min-[704px]:min-w-48',
    cell: ({ by }) => (
      <Link to={{ search: writeFilter({ by }) }} aria-label={`All changes by ${by}`}>
        {by}
      </Link>
    ),
  },
  {
    key: 'what',
    header: 'What',
    className: '@max-[704px]:col-span-full',
    cell: (entry) => <Change entry={entry} />,
  },
]

/** The changes with who made them, in words. */
export const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <DataTable
    caption="Changes by staff, newest first"
    columns={COLUMNS}
    rows={[...entries]}
    rowKey={({ _id }) => _id}
  />
)

export const LoadingAudit = () => (
  <DataTable
    caption="Changes by staff"
    columns={COLUMNS}
    rows={[]}
    rowKey={({ _id }) => _id}
    loadingRows={8}
  />
)

function Change({ entry }: { entry: AuditEntry }) {
  const { kind, reason } = entry
  const changes = IN_WORDS.get(kind)?.(entry.changes) ?? entry.changes
  // A newer release may have recorded other kinds.
  const text = Object.hasOwn(auditTexts, kind) ? auditTexts[kind as AuditKind].text : kind
  const page = pageOf(entry)
  return (
    <div className="grid gap-1 py-2">
      <p className="wrap-anywhere">
        {page ? (
          <LinkForRight {...page}>{text}</LinkForRight>
        ) : (
          <>
            {text} <Subject entry={entry} />
          </>
        )}
      </p>
      {changes.length > SHOWN_AT_ONCE ? (
        <details>
          <summary className="w-fit cursor-pointer text-muted">{`${changes.length} fields`}</summary>
          <FieldChanges changes={changes} />
        </details>
      ) : (
        changes.length > 0 && <FieldChanges changes={changes} />
      )}
      {reason !== undefined && <p className="wrap-anywhere text-muted">Reason: {reason}</p>}
    </div>
  )
}

/** Where what was changed is, and who may see it there. */
interface Place {
  readonly to: string
  readonly right: Wanted
  /** It is a file, not a page. */
  readonly reloadDocument?: true
}

/** What is one subject, without a name. */
const PAGES: ReadonlyMap<string, Place> = new Map([
  ['settings.changed', { to: '/dashboard/settings', right: 'settings' }],
  ['texts.changed', { to: '/dashboard/texts', right: 'settings' }],
  ['mail_words.changed', { to: '/dashboard/texts/mails', right: 'settings' }],
])

/** Where what has no name is: the words themselves lead there. */
const pageOf = ({ kind, subject }: AuditEntry): Place | undefined =>
  kind === 'image.added'
    ? { to: imagePath(subject), right: 'products', reloadDocument: true }
    : PAGES.get(kind)

type Changes = AuditEntry['changes']

/** Changes in words: of a list what differs, of a text its changed lines. */
const IN_WORDS: ReadonlyMap<string, (changes: Changes) => Changes> = new Map([
  [
    'settings.changed',
    (changes: Changes): Changes =>
      changes.flatMap(settingChangeTexts).map(({ label, from, to }) => ({ field: label, from, to })),
  ],
  [
    'texts.changed',
    (changes: Changes): Changes =>
      changes.flatMap(({ field, from, to }) =>
        typeof from === 'string' && typeof to === 'string'
          ? changedLines(from, to).map((line) => ({ field, ...line }))
          : { field, from, to },
      ),
  ],
])

/** More changes than these are folded. */
const SHOWN_AT_ONCE = 3

/** Each field with its old and its new value; of what was not there before, or names what is changed, only the one. */
const FieldChanges = ({ changes }: Pick<AuditEntry, 'changes'>) => (
  <ul className="grid gap-0.5 text-muted">
    {changes.map(({ field, from, to }) => (
      <li key={`${field} ${valueText(from)} ${valueText(to)}`} className="wrap-anywhere line-clamp-3">
        {`${fieldName(field)}: `}
        {from !== null && from !== to && (
          <>
            <del>{fieldValueText(field, from)}</del>
            {' → '}
          </>
        )}
        <ins className="text-ink no-underline">{fieldValueText(field, to)}</ins>
      </li>
    ))}
  </ul>
)

/** A link to what was changed, by its name where it has one; plain text where there is no page of it. */
function Subject({ entry: { kind, subject, sku, name = subject } }: { entry: AuditEntry }) {
  const place = placeOf(kind, subject)
  return (
    <>
      {place ? (
        <LinkForRight {...place}>{name}</LinkForRight>
      ) : (
        <strong className="font-medium">{name}</strong>
      )}
      {sku !== undefined && <span className="ms-2 font-mono text-muted text-xs">{sku}</span>}
    </>
  )
}

function placeOf(kind: string, subject: string): Place | undefined {
  switch (kind.split('.')[0]) {
    case 'product':
      return { to: productPagePath(subject), right: 'products' }
    case 'order':
      return { to: orderPagePath(subject), right: MAY_READ_ORDERS }
    case 'category':
      return kind === 'category.deleted' ? undefined : { to: '/dashboard/categories', right: 'products' }
    case 'import':
      return { to: importPath(subject), right: 'products' }
    case 'customer':
      return { to: customerPath(subject), right: MAY_READ_ORDERS }
    case 'user':
      return { to: `/dashboard/alluser?q=${encodeURIComponent(subject)}`, right: 'people' }
    case 'review':
      return { to: '/dashboard/reviews', right: 'products' }
    default:
      return undefined
  }
}
