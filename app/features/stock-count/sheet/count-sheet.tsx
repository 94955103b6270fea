import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { productPagePath } from '#features/catalog/paths.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CellField } from '#kit/ui/form/cell-field.tsx'
import { type Column, DataTable } from '#kit/ui/list/data-table.tsx'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { type CountRow, heldOf, readRow } from './count-rows.ts'

type CountSheetProps = {
  rows: readonly CountRow[]
  onChange: (id: string, changes: Partial<CountRow>) => void
}

/** The parts that are counted, each with the field of its count and what follows from it. */
export const CountSheet = ({ rows, onChange }: CountSheetProps) => (
  <DataTable
    caption="Parts to count"
    columns={columnsOf(onChange)}
    rows={[...rows]}
    rowKey={({ part }) => part._id}
  />
)

const columnsOf = (onChange: CountSheetProps['onChange']): Column<CountRow>[] => [
  {
    key: 'part',
    header: 'Part',
    className: '@max-[704px]:col-span-full whitespace-normal! @max-[704px]:before:content-none!',
    cell: ({ part: { _id, name, sku } }) => (
      <span className="grid min-w-0 py-1 text-start @max-[704px]:w-full">
        <Link to={productPagePath(_id)} className="wrap-anywhere">
          <Unbroken text={name} />
        </Link>
        <span className="font-mono text-muted text-xs">{sku}</span>
      </span>
    ),
  },
  { key: 'for sale', header: 'For sale', align: 'end', cell: ({ part }) => formatCount(part.forSale) },
  {
    key: 'held',
    header: 'Held by orders',
    align: 'end',
    cell: ({ part }) => formatCount(heldOf(part)),
  },
  { key: 'on hand', header: 'On hand', align: 'end', cell: ({ part }) => formatCount(part.onHand) },
  {
    key: 'counted',
    header: 'Counted',
    align: 'end',
    cell: (row) => <CountField row={row} onChange={onChange} />,
  },
  {
    key: 'afterwards',
    header: 'Afterwards',
    className: '@min-[704px]:w-2/5 @max-[704px]:col-span-full @max-[704px]:empty:hidden',
    cell: (row) => <Afterwards row={row} onChange={onChange} />,
  },
]

type RowProps = { row: CountRow; onChange: CountSheetProps['onChange'] }

function CountField({ row: { part, typed }, onChange }: RowProps) {
  const isUnreadable = readRow({ part, typed }).kind === 'unreadable'
  return (
    <span className="inline-block w-28 py-1 whitespace-normal">
      <CellField
        aria-label={`Counted of ${part.name}`}
        inputMode="numeric"
        className="h-9 pointer-coarse:h-11"
        value={typed}
        error={isUnreadable ? 'A whole number of pieces.' : null}
        onChange={({ target }) =>
          onChange(part._id, { typed: target.value, before: undefined, noneForSale: false })
        }
      />
    </span>
  )
}

/** Old and new, or what has to be decided first. */
function Afterwards({ row, onChange }: RowProps) {
  const { part, before } = row
  const reading = readRow(row)
  if (reading.kind === 'empty' || reading.kind === 'unreadable') return null
  if (reading.kind === 'changed' && before)
    return (
      <Question text={`Meanwhile ${meanwhileText(before, part)}.`}>
        <Button
          variant="secondary"
          size="sm"
          aria-description={part.name}
          onClick={() => onChange(part._id, { before: undefined })}
        >
          {`${formatCount(reading.counted)} still ${reading.counted === 1 ? 'lies' : 'lie'} there`}
        </Button>
      </Question>
    )
  if (reading.kind === 'below held')
    return (
      <Question
        text={`Orders hold ${piecesText(heldOf(part))}: ${formatCount(reading.missing)} of them would be missing. Count again, or:`}
      >
        <Button
          variant="secondary"
          size="sm"
          aria-description={part.name}
          onClick={() => onChange(part._id, { noneForSale: true })}
        >
          None is for sale
        </Button>
      </Question>
    )
  return <span className="text-start">{reading.kind === 'read' && stepsText(row, reading)}</span>
}

function stepsText({ part }: CountRow, { counted, forSale }: { counted: number; forSale: number }): string {
  const missing = heldOf(part) - counted
  const steps = `On hand ${step(part.onHand, counted)}, for sale ${step(part.forSale, forSale)}`
  if (missing > 0) return `${steps}. ${piecesText(missing)} of orders missing.`
  return counted === part.onHand ? `As expected: for sale ${formatCount(forSale)}` : steps
}

const step = (from: number, to: number): string => `${formatCount(from)} → ${formatCount(to)}`

const meanwhileText = (before: CountRow['part'], now: CountRow['part']): string =>
  [
    ['for sale', before.forSale, now.forSale] as const,
    ['held', heldOf(before), heldOf(now)] as const,
    ['on hand', before.onHand, now.onHand] as const,
  ]
    .filter(([, from, to]) => from !== to)
    .map(([what, from, to]) => `${what} ${step(from, to)}`)
    .join(', ')

const Question = ({ text, children }: { text: string; children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-start text-wait">
    <span className="flex min-w-0 items-start gap-1">
      <AlertIcon className="mt-0.5" />
      <span role="status" className="min-w-0">
        {text}
      </span>
    </span>
    {children}
  </span>
)
