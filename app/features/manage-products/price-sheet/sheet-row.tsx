import { Link } from 'react-router'
import { productPagePath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { ChooseRow } from '#kit/ui/admin/chosen.tsx'
import type { Chosen } from '#kit/ui/admin/use-chosen.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import {
  breakIndexOf,
  type CellDraft,
  type CellDrafts,
  type ColumnName,
  cellText,
  currentValue,
  isOverwritten,
  readCell,
  valueAt,
  valueText,
} from './cells.ts'
import { keptBreaksText, leavingBreaks } from './kept-breaks.ts'
import { placeAttributes } from './sheet-keys.ts'
import type { Sheet } from './use-sheet.ts'
import { cellKey } from './use-sheet.ts'

type SheetRowProps = {
  sheet: Sheet
  columns: readonly ColumnName[]
  chosen: Chosen
  product: Product
  row: number
  onArchive: (product: Product) => void
}

const CELL = 'border-line border-b px-1 py-1 align-top sm:px-2'

/** A product of the sheet; what is wrong with its cells stands in a row below it. */
export function SheetRow({ sheet, columns, chosen, product, row, onArchive }: SheetRowProps) {
  const notes = columns.flatMap((column) => noteOf(sheet, product, column) ?? [])
  const noteId = `note-${product._id}`
  const cell = notes.length > 0 ? CELL.replace('border-b ', '') : CELL
  return (
    <>
      <tr>
        <th scope="row" className={`${cell} sticky start-0 z-1 bg-paper text-start font-normal`}>
          <div className="flex items-start">
            <ChooseRow chosen={chosen} id={product._id} label={`Choose ${product.name}`}>
              {null}
            </ChooseRow>
            <ProductName product={product} />
          </div>
        </th>
        {columns.map((column) => (
          <td key={column} className={cell}>
            <SheetCell
              sheet={sheet}
              product={product}
              row={row}
              column={column}
              note={notes.find((note) => note.column === column)}
              noteId={noteId}
            />
          </td>
        ))}
        <td className={`${cell} hidden text-end lg:table-cell`}>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Archive ${product.name}`}
            onClick={() => onArchive(product)}
          >
            Archive
          </Button>
        </td>
      </tr>
      {notes.length > 0 && (
        <tr>
          <td colSpan={columns.length + 1} id={noteId} className="border-line border-b px-1 pb-2 sm:px-2">
            {notes.filter(isFirstOfItsText).map((note) => (
              <CellNote key={note.column} sheet={sheet} product={product} {...note} />
            ))}
          </td>
          <td className="hidden border-line border-b lg:table-cell" />
        </tr>
      )}
    </>
  )
}

function ProductName({ product: { _id, name, sku } }: { product: Product }) {
  return (
    <div className="min-w-0">
      <Link to={productPagePath(_id)} className="line-clamp-2 text-ink">
        <Unbroken text={name} />
      </Link>
      <span className="block break-all font-mono text-muted text-xs">{sku}</span>
    </div>
  )
}

type SheetCellProps = {
  sheet: Sheet
  product: Product
  row: number
  column: ColumnName
  note: Note | undefined
  noteId: string
}

/** "Price of Screw", "Price from 1,000 of Screw", "Stock of Screw". */
function labelOf({ name, prices }: Product, column: ColumnName): string {
  const index = breakIndexOf(column)
  if (index === undefined) return `Stock of ${name}`
  return index === 0 ? `Price of ${name}` : `Price from ${formatCount(prices[index]?.from ?? 0)} of ${name}`
}

/** All of the text is selected on focus, so that typing replaces it. A shorter ladder has no cell here. */
function SheetCell({ sheet, product, row, column, note, noteId }: SheetCellProps) {
  const draft = sheet.drafts[product._id]?.[column]
  const isWrong = note !== undefined && note.kind !== 'kept breaks'
  const from = product.prices[breakIndexOf(column) ?? -1]?.from
  if (valueAt(product, column) === undefined) return null
  return (
    <>
      <input
        {...placeAttributes({ row, column })}
        aria-label={labelOf(product, column)}
        aria-invalid={isWrong || undefined}
        aria-describedby={note && noteId}
        inputMode={column === 'stock' ? 'numeric' : 'text'}
        autoComplete="off"
        maxLength={40}
        readOnly={sheet.progress !== undefined}
        value={draft?.text ?? cellText(column, currentValue(product, column))}
        onChange={({ target }) => sheet.type(product, column, target.value)}
        onFocus={({ target }) => target.select()}
        className={classNames(
          'h-9 w-full min-w-0 rounded border px-2 text-end pointer-coarse:h-11',
          draft === undefined && 'border-transparent bg-transparent text-ink hover:border-edge',
          draft !== undefined && !isWrong && 'border-good-edge bg-good-tint font-medium text-ink',
          isWrong && 'border-bad bg-bad-tint text-ink',
        )}
      />
      {from !== undefined && product.prices.length > 1 && (
        <span className="block whitespace-nowrap px-1 text-end text-muted text-xs">{`from ${formatCount(from)}`}</span>
      )}
      {draft && !isWrong && <OldAndNew product={product} column={column} row={sheet.drafts[product._id]} />}
    </>
  )
}

type OldAndNewProps = { product: Product; column: ColumnName; row: CellDrafts | undefined }

/** "0.0687 → 0.0714" below a cell that will be saved. */
function OldAndNew({ product, column, row = {} }: OldAndNewProps) {
  const draft = row[column]
  const { value } = draft ? readCell(product, column, draft.text, row) : {}
  if (!draft || value === undefined) return null
  return (
    <span className="-ms-2 block whitespace-nowrap px-1 text-end text-xs tracking-tight">
      {`${cellText(column, draft.was)} → ${cellText(column, value)}`}
    </span>
  )
}

interface Note {
  readonly column: ColumnName
  readonly text: string
  /** All but `kept breaks` keep the cell from being saved. */
  readonly kind: 'problem' | 'overwritten' | 'gone' | 'kept breaks'
}

/** A formula can be wrong for many cells in the same way, which is said once; others have buttons of their own. */
const isFirstOfItsText = ({ kind, text }: Note, index: number, notes: readonly Note[]): boolean =>
  kind !== 'problem' || notes.findIndex((note) => note.text === text) === index

function noteOf(sheet: Sheet, product: Product, column: ColumnName): Note | undefined {
  const row = sheet.drafts[product._id]
  const draft = row?.[column]
  if (!draft) return undefined
  if (isOverwritten(product, column, draft)) return overwrittenNote(product, column, draft)
  const { problem } = readCell(product, column, draft.text, row)
  if (problem) return { column, kind: 'problem', text: problem }
  const refused = sheet.problems[cellKey(product._id, column)]
  if (refused) return { column, kind: 'problem', text: refused }
  const [kept] = leavingBreaks(sheet.changes.filter((change) => change.product._id === product._id))
  return kept && column === 'price' ? { column, kind: 'kept breaks', text: keptBreaksText(kept) } : undefined
}

function overwrittenNote(product: Product, column: ColumnName, { was, text }: CellDraft): Note {
  const before = valueText(column, was)
  const now = valueAt(product, column)
  if (now === undefined)
    return {
      column,
      kind: 'gone',
      text: `Somebody else took this price break away: it was ${before}. You typed ${text}.`,
    }
  const what =
    column === 'stock'
      ? `The answer was lost, and the product has changed: it had ${before} and has ${valueText(column, now)} now.`
      : `Somebody else changed it from ${before} to ${valueText(column, now)}.`
  return { column, kind: 'overwritten', text: `${what} You typed ${text}.` }
}

function CellNote({ sheet, product, column, text, kind }: Note & { sheet: Sheet; product: Product }) {
  return (
    <div
      className={classNames(
        // In a table that is wider than the page it stays in sight.
        'sticky start-0 flex max-w-[calc(100vw-3rem)] flex-wrap items-center gap-x-3 gap-y-1 xl:max-w-none xl:justify-end',
        kind === 'kept breaks' ? 'text-wait' : 'text-bad',
      )}
    >
      <span className="flex items-start gap-1">
        <AlertIcon className="mt-0.5" />
        <span>{text}</span>
      </span>
      {kind === 'gone' && (
        <Button variant="secondary" size="sm" onClick={() => sheet.type(product, column, undefined)}>
          Leave it out
        </Button>
      )}
      {kind === 'overwritten' && (
        <span className="flex gap-2">
          <Button variant="secondary" size="sm" onClick={() => sheet.type(product, column, undefined)}>
            {`Take ${valueText(column, currentValue(product, column))}`}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => sheet.keepTyped(product, column)}>
            Keep mine
          </Button>
        </span>
      )}
    </div>
  )
}
