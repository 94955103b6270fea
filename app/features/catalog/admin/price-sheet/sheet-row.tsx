import { Link } from 'react-router'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { productPagePath } from '../../paths.ts'
import type { Product } from '../../schema.ts'
import {
  COLUMNS,
  type ColumnName,
  cellText,
  currentValue,
  isOverwritten,
  readCell,
  valueText,
} from './cells.ts'
import { keptBreaksText, leavingBreaks } from './kept-breaks.ts'
import { placeAttributes } from './sheet-keys.ts'
import type { Sheet } from './use-sheet.ts'
import { cellKey } from './use-sheet.ts'

type SheetRowProps = { sheet: Sheet; product: Product; row: number; onArchive: (product: Product) => void }

const CELL = 'border-line border-b px-1 py-1 sm:px-2'

/** A product of the sheet; what is wrong with its cells stands in a row below it. */
export function SheetRow({ sheet, product, row, onArchive }: SheetRowProps) {
  const notes = COLUMNS.flatMap((column) => noteOf(sheet, product, column) ?? [])
  const noteId = `note-${product._id}`
  const cell = notes.length > 0 ? CELL.replace('border-b ', '') : CELL
  return (
    <>
      <tr>
        <th scope="row" className={`${cell} text-start font-normal`}>
          <ProductName product={product} />
        </th>
        {COLUMNS.map((column) => (
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
          <td colSpan={3} id={noteId} className="border-line border-b px-1 pb-2 sm:px-2">
            {notes.map((note) => (
              <CellNote key={note.column} sheet={sheet} product={product} {...note} />
            ))}
          </td>
          <td className="hidden border-line border-b lg:table-cell" />
        </tr>
      )}
    </>
  )
}

function ProductName({ product: { _id, name, sku, prices } }: { product: Product }) {
  const others = prices.length - 1
  return (
    <>
      <Link to={productPagePath(_id)} className="line-clamp-2 text-ink">
        <Unbroken text={name} />
      </Link>
      <span className="block text-muted text-xs">
        <span className="break-all font-mono">{sku}</span>
        {others > 0 && ` · ${formatCount(others)} more price ${others === 1 ? 'break' : 'breaks'}`}
      </span>
    </>
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

const LABELS = { price: 'Price of', stock: 'Stock of' } as const

/** All of the text is selected on focus, so that typing replaces it. */
function SheetCell({ sheet, product, row, column, note, noteId }: SheetCellProps) {
  const draft = sheet.drafts[product._id]?.[column]
  const isWrong = note !== undefined && note.kind !== 'kept breaks'
  return (
    <input
      {...placeAttributes({ row, column })}
      aria-label={`${LABELS[column]} ${product.name}`}
      aria-invalid={isWrong || undefined}
      aria-describedby={note && noteId}
      inputMode={column === 'price' ? 'decimal' : 'numeric'}
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
  )
}

interface Note {
  readonly column: ColumnName
  readonly text: string
  /** All but `kept breaks` keep the cell from being saved. */
  readonly kind: 'problem' | 'price breaks' | 'overwritten' | 'kept breaks'
}

function noteOf(sheet: Sheet, product: Product, column: ColumnName): Note | undefined {
  const draft = sheet.drafts[product._id]?.[column]
  if (!draft) return undefined
  const { problem, isNextBreakInTheWay } = readCell(product, column, draft.text)
  if (isOverwritten(product, column, draft)) {
    const [was, now] = [draft.was, currentValue(product, column)].map((value) => valueText(column, value))
    const what =
      column === 'price'
        ? `Another admin changed it from ${was} to ${now}.`
        : `The answer was lost, and the product has changed: it had ${was} and has ${now} now.`
    return { column, kind: 'overwritten', text: `${what} You typed ${draft.text}.` }
  }
  if (problem) return { column, kind: isNextBreakInTheWay ? 'price breaks' : 'problem', text: problem }
  const refused = sheet.problems[cellKey(product._id, column)]
  if (refused) return { column, kind: 'problem', text: refused }
  const [kept] = leavingBreaks(sheet.changes.filter((change) => change.product._id === product._id))
  return kept && column === 'price' ? { column, kind: 'kept breaks', text: keptBreaksText(kept) } : undefined
}

function CellNote({ sheet, product, column, text, kind }: Note & { sheet: Sheet; product: Product }) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-end gap-x-3 gap-y-1',
        kind === 'kept breaks' ? 'text-wait' : 'text-bad',
      )}
    >
      <span className="flex items-start gap-1">
        <AlertIcon className="mt-0.5" />
        <span>{text}</span>
      </span>
      {(kind === 'price breaks' || kind === 'kept breaks') && (
        <Link to={productPagePath(product._id)}>Change the price breaks</Link>
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
