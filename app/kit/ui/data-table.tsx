// biome-ignore-all lint/a11y/noRedundantRoles: cards on a phone take the roles of the table elements away.
import { Fragment, type ReactNode, useId, useState } from 'react'
import { classNames } from '#kit/ui/class-names.ts'
import { ChevronIcon } from './icons.tsx'
import { Skeleton } from './skeleton.tsx'

export type Column<Row> = {
  key: string
  header: string
  /** `end` for money, counts and the action. */
  align?: 'end'
  className?: string
  cell: (row: Row, index: number) => ReactNode
}

type DataTableProps<Row> = {
  /** Names the table; hidden from sight unless `captionVisible`. */
  caption: string
  captionVisible?: boolean
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** Where there is little room each row takes two lines; the columns' classes say which cell stands where. */
  isShort?: boolean
  /** While there is nothing yet to show: so many grey rows of the final height. */
  loadingRows?: number
  /** The row's story, opened by a button in the first column. */
  story?: (row: Row) => ReactNode
  /** Names the row for that button, e.g. `part 65f2…`. Needed with `story`. */
  rowName?: (row: Row) => string
}

/**
 * Hairline table: its header stays in sight while the page scrolls; where it has less than 704 px of room
 * each row becomes a card with the same facts in the same sequence. The roles are written out because such a
 * change of `display` takes them away.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionVisible, columns, rows, rowKey, isShort, loadingRows = 0 } = props
  const isLoading = rows.length === 0 && loadingRows > 0
  return (
    <div className={classNames('data-table', isShort && 'short')}>
      <table role="table" aria-busy={isLoading || undefined}>
        <caption className={captionVisible ? 'mb-2 text-start text-muted text-sm' : 'sr-only'}>
          {caption}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" data-align={column.align}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {isLoading
            ? Array.from({ length: loadingRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: grey rows have nothing else to be known by.
                <LoadingRow key={index} columns={columns} />
              ))
            : rows.map((row, index) => <DataRow key={rowKey(row)} {...props} row={row} index={index} />)}
        </tbody>
      </table>
    </div>
  )
}

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
  story,
  rowName,
  row,
  index,
}: DataTableProps<Row> & { row: Row; index: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const storyId = useId()
  const opener = story && (
    <StoryButton
      isOpen={isOpen}
      controls={storyId}
      name={rowName?.(row) ?? `row ${index + 1}`}
      onToggle={() => setIsOpen(!isOpen)}
    />
  )
  return (
    <Fragment>
      <tr role="row">
        {columns.map((column, place) => (
          <td
            key={column.key}
            role="cell"
            data-label={column.header}
            data-align={column.align}
            className={column.className}
          >
            {place === 0 && opener}
            {column.cell(row, index)}
          </td>
        ))}
      </tr>
      {story && isOpen && (
        <tr role="row" id={storyId} className="story">
          <td role="cell" colSpan={columns.length}>
            {story(row)}
          </td>
        </tr>
      )}
    </Fragment>
  )
}

type StoryButtonProps = { isOpen: boolean; controls: string; name: string; onToggle: () => void }

function StoryButton({ isOpen, controls, name, onToggle }: StoryButtonProps) {
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
