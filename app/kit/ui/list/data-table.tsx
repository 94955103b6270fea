// biome-ignore-all lint/a11y/noRedundantRoles: `display` changes of the cards on a phone remove the roles of the table elements.
import { Fragment, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { ChevronIcon } from '#kit/ui/mark/icons.tsx'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'

export type Column<Row> = {
  key: string
  header: string
  /** Where the head leads: to the list in the sequence of this column, or out of it again. */
  sort?: { readonly to: string; readonly sorted?: 'ascending' | 'descending' }
  /** `end` for money, counts and the action. */
  align?: 'end'
  className?: string
  /** Of a dense table: whether only a wide one has the column, or only a narrow one. */
  width?: 'wide' | 'narrow' | undefined
  cell: (row: Row, index: number) => ReactNode
}

type DataTableProps<Row> = {
  /** Names the table; visually hidden unless `captionVisible`. */
  caption: string
  captionVisible?: boolean
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** In a narrow container each row has two lines, laid out by the classes of the columns. */
  isShort?: boolean
  /** In a wide container, from 960 px, each row has one line, and what is too long for it is cut. */
  isDense?: boolean
  /** The number of placeholder rows of the final height while there are no rows. */
  loadingRows?: number
  /** The details of a row, opened by a button in the first column. */
  details?: (row: Row) => ReactNode
  /** Names the row for that button, e.g. `part 65f2…`. Needed with `details`. */
  rowName?: (row: Row) => string
  /** Whether the row stands out, because it is what the page was opened for. Say in a cell why. */
  isMarked?: (row: Row) => boolean
}

/**
 * A table with a sticky header. In a container below 704 px each row becomes a card with the same cells in the same
 * sequence. The roles are explicit because that change of `display` removes them.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionVisible, columns, rows, rowKey, isShort, isDense, loadingRows = 0 } = props
  const isLoading = rows.length === 0 && loadingRows > 0
  return (
    <div className={classNames('data-table', isShort && 'short', isDense && 'dense')}>
      <table role="table" aria-busy={isLoading || undefined}>
        <caption className={captionVisible ? 'mb-2 text-start text-muted text-sm' : 'sr-only'}>
          {caption}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-align={column.align}
                data-width={column.width}
                aria-sort={column.sort?.sorted}
              >
                {column.sort ? <SortLink header={column.header} to={column.sort.to} /> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {isLoading
            ? Array.from({ length: loadingRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key.
                <LoadingRow key={index} columns={columns} />
              ))
            : rows.map((row, index) => <DataRow key={rowKey(row)} {...props} row={row} index={index} />)}
        </tbody>
      </table>
    </div>
  )
}

/** Its arrow is not a part of its text: see the styles. */
const SortLink = ({ header, to }: { header: string; to: string }) => (
  <Link to={{ search: to }} preventScrollReset className="whitespace-nowrap text-inherit">
    {header}
  </Link>
)

function LoadingRow<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <tr role="row">
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          data-label={column.header}
          data-align={column.align}
          className={column.className}
        >
          <Skeleton className="my-1 inline-block h-4 w-20" />
        </td>
      ))}
    </tr>
  )
}

function DataRow<Row>({
  columns,
  details,
  rowName,
  isMarked,
  row,
  index,
}: DataTableProps<Row> & { row: Row; index: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const detailsId = useId()
  const opener = details && (
    <DetailsButton
      isOpen={isOpen}
      controls={detailsId}
      name={rowName?.(row) ?? `row ${index + 1}`}
      onToggle={() => setIsOpen(!isOpen)}
    />
  )
  return (
    <Fragment>
      <tr role="row" className={isMarked?.(row) ? 'marked' : undefined}>
        {columns.map((column, position) => (
          <td
            key={column.key}
            role="cell"
            data-label={column.header}
            data-align={column.align}
            data-width={column.width}
            className={column.className}
          >
            {position === 0 && opener}
            {column.cell(row, index)}
          </td>
        ))}
      </tr>
      {details && isOpen && (
        <tr role="row" id={detailsId} className="details">
          <td role="cell" colSpan={columns.length}>
            {details(row)}
          </td>
        </tr>
      )}
    </Fragment>
  )
}

type DetailsButtonProps = { isOpen: boolean; controls: string; name: string; onToggle: () => void }

function DetailsButton({ isOpen, controls, name, onToggle }: DetailsButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-label={`Details of ${name}`}
      onClick={onToggle}
      className="-my-1 -ml-2 mr-1 inline-grid size-7 cursor-pointer place-items-center rounded align-middle text-muted hover:bg-tint hover:text-link pointer-coarse:size-11"
    >
      <ChevronIcon className={classNames('transition-transform', isOpen && 'rotate-90')} />
    </button>
  )
}
