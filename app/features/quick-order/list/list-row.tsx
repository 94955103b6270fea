import { memo } from 'react'
import { YourPrice } from '#features/agreed-prices/components.tsx'
import { ChangedNote } from '#features/cart/changed-note.tsx'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import { LineRepairs } from '#features/quote/line-repairs.tsx'
import { isKnown, orderableTotalText } from '#features/quote/repairs.ts'
import type { QuoteLine } from '#features/quote/schema.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { shortenEnd } from '#kit/text/list-text.ts'
import type { Replaced, ListRow as Row } from './pasted-lines.ts'
import type { RepairRow } from './use-list-rows.ts'

/** More characters of a line are not shown: it can have thousands. */
const LONGEST_SHOWN = 60

type ListRowProps = {
  row: Row
  /** The shop has answered about this text. */
  isSettled: boolean
  onRepair: RepairRow
  /** What a repair replaced by this line. */
  replaced?: Replaced | undefined
}

/** What was understood of one line of the text. */
export const ListRow = memo(function ListRow({ row, isSettled, onRepair, replaced }: ListRowProps) {
  const { line, text, key } = row
  if (row.isMerged && line) return <MergedRow row={row} line={line} />
  if (!line) return <UnansweredRow row={row} isSettled={isSettled} />
  const { sku, quantity } = line
  const repair = (by: Parameters<RepairRow>[1]) => onRepair(key, by)
  const name = sku ?? shortenEnd(text, LONGEST_SHOWN)
  return (
    <li className="quick-order-row" data-line={row.index + 1} data-wrong={line.problem !== undefined}>
      {isKnown(line) ? <ListPart line={line} /> : <PastedText text={text} />}
      <div className="quick-order-notes empty:hidden">
        {replaced && (
          <RepairedNote line={line} name={name} replaced={replaced} onUndo={() => repair('as it was')} />
        )}
        <LineRepairs
          line={line}
          name={name}
          onQuantity={(pieces) => sku !== undefined && repair({ sku, quantity: pieces })}
          onReplace={(part) => repair({ sku: part.sku, quantity })}
          onRemove={() => repair(undefined)}
        />
      </div>
      {line.merged && (
        <p className="quick-order-notes text-muted text-sm">
          {`Includes ${line.merged.length === 1 ? 'the line' : `the ${line.merged.length} lines`} of the same part below.`}
        </p>
      )}
    </li>
  )
}, isSameRow)

type RepairedNoteProps = { line: QuoteLine; name: string; replaced: Replaced; onUndo: () => void }

/** The quantity before and after a repair; the line that was pasted, where that had none or another part. */
function RepairedNote({ line, name, replaced: { lines, quantity }, onUndo }: RepairedNoteProps) {
  const isSamePart = lines[0]?.toLowerCase().includes((line.sku ?? '').toLowerCase())
  const was = isSamePart && quantity !== undefined ? formatCount(quantity) : `“${lines[0]}”`
  const now = line.quantity === undefined ? '–' : formatCount(line.quantity)
  return (
    <ChangedNote
      was={shortenEnd(was, LONGEST_SHOWN)}
      now={isSamePart ? now : `${name}, ${now}`}
      name={name}
      onUndo={onUndo}
    />
  )
}

function isSameRow(a: ListRowProps, b: ListRowProps): boolean {
  const isSameText = a.row.key === b.row.key && a.row.index === b.row.index
  const isSame = isSameText && a.row.line === b.row.line && a.row.isMerged === b.row.isMerged
  return isSame && a.replaced === b.replaced && (a.row.line !== undefined || a.isSettled === b.isSettled)
}

function ListPart({ line }: { line: QuoteLine }) {
  const { sku, product = '', image, quantity, own } = line
  return (
    <div className="quick-order-part">
      <span className="quick-order-picture">
        {/* The name beside it says the same. */}
        {image && <ProductPicture product={{ name: '', image }} width={40} height={30} isLazy />}
      </span>
      <span className="grid min-w-0">
        <span className="truncate font-mono text-[0.8125rem]">
          {own === undefined ? sku : `${own} · ${sku}`}
        </span>
        <span className="truncate text-muted text-xs" title={product}>
          {product}
        </span>
      </span>
      <span className="text-end">{quantity === undefined ? '–' : formatCount(quantity)}</span>
      <span className="text-end">
        {orderableTotalText(line)}
        {line.agreed && <YourPrice />}
      </span>
    </div>
  )
}

/** The line as it was pasted. */
const PastedText = ({ text }: { text: string }) => (
  <p className="truncate font-mono text-[0.8125rem]">
    <bdi>{shortenEnd(text, LONGEST_SHOWN)}</bdi>
  </p>
)

function UnansweredRow({ row: { text, read, index }, isSettled }: Pick<ListRowProps, 'row' | 'isSettled'>) {
  if (isSettled)
    return (
      <li className="quick-order-row" data-line={index + 1}>
        <PastedText text={text} />
        <p className="quick-order-notes text-muted text-sm">Column names, left out.</p>
      </li>
    )
  const [reading] = read.candidates
  const amount = reading?.amount()
  if (!reading)
    return (
      <li className="quick-order-row" data-line={index + 1}>
        <PastedText text={text} />
      </li>
    )
  return (
    <li className="quick-order-row" data-line={index + 1}>
      <div className="quick-order-part">
        <span className="quick-order-picture" />
        <span className="truncate font-mono text-[0.8125rem] text-muted">
          <bdi>{shortenEnd(reading.sku, LONGEST_SHOWN)}</bdi>
        </span>
        <span className="text-end text-muted">
          {amount && 'quantity' in amount ? formatCount(amount.quantity) : ''}
        </span>
      </div>
    </li>
  )
}

const MergedRow = ({ row, line }: { row: Row; line: QuoteLine }) => (
  <li className="quick-order-row" data-line={row.index + 1}>
    <PastedText text={row.text} />
    <p className="quick-order-notes text-muted text-sm">{`Counted in the line of ${line.sku} above.`}</p>
  </li>
)
