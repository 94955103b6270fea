import { useId } from 'react'
import { Link } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import { LineQuantity } from '#features/pricing/line-quantity.tsx'
import { fetchQuote } from '#features/quote/client.ts'
import { LineRepairs } from '#features/quote/line-repairs.tsx'
import { termsOf } from '#features/quote/line-terms.ts'
import { orderableTotalText } from '#features/quote/repairs.ts'
import type { QuoteLine } from '#features/quote/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { BuyerWordsLines } from '#kit/ui/mark/buyer-words.tsx'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import type { ComparedLine, EditedLine } from './edited-lines.ts'

type Row = ComparedLine & { readonly quoted: QuoteLine | undefined }

type EditedRowProps = {
  line: Row
  /** The decimals of the prices of all lines. */
  places: number
  onChange: (productId: string, change: Partial<EditedLine>) => void
  /** Adds a part in place of one that is no longer sold. */
  onReplace: (part: QuoteLine) => void
}

/** Part, quantity, price, and the button of a line, where there is room for them. */
export const COLUMNS = 'gap-x-4 @lg:grid-cols-[minmax(0,1fr)_7rem_8.5rem_3.75rem]'

const FIELD =
  'h-11 w-full min-w-0 rounded border border-edge bg-paper px-2 text-end text-ink hover:border-ink'

/** A line of the order: its quantity, what it came to and would come to, and what is wrong with it. */
export function EditedRow({ line, places, onChange, onReplace }: EditedRowProps) {
  const { productId, sku, product, isRemoved = false } = line
  const noteId = useId()
  const change: Change = (part) => onChange(productId, part)
  return (
    <li
      aria-label={sku}
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-start gap-y-2 border-line border-b py-3 ${COLUMNS}`}
    >
      <div className={isRemoved ? 'min-w-0 text-muted line-through' : 'min-w-0'}>
        <span className="block text-balance wrap-anywhere">
          <Unbroken text={product} />
        </span>
        <Link to={partPath(sku)} className="font-mono text-xs wrap-anywhere">
          <Unbroken text={sku} />
        </Link>
        {line.was && <BuyerWordsLines words={line.was} />}
      </div>
      <RemoveOrUndo line={line} change={change} />
      <div className="order-1 col-span-2 grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-4 @lg:order-none @lg:contents">
        <Quantity line={line} noteId={noteId} change={change} />
        <PriceThenAndNow line={line} places={places} />
      </div>
      <div id={noteId} className="order-3 col-span-full empty:hidden">
        {!isRemoved && <Repairs line={line} change={change} onReplace={onReplace} />}
      </div>
    </li>
  )
}

type Change = (part: Partial<EditedLine>) => void

type PartProps = { line: Row; change: Change }

function RemoveOrUndo({ line: { sku, isRemoved }, change }: PartProps) {
  if (isRemoved)
    return (
      <Button
        variant="quiet"
        size="sm"
        className="order-1 justify-self-end @lg:order-2"
        aria-label={`Undo the removal of ${sku}`}
        onClick={() => change({ isRemoved: false })}
      >
        Undo
      </Button>
    )
  return (
    <button
      type="button"
      aria-label={`Remove ${sku}`}
      title="Remove"
      className="icon-button order-1 justify-self-end @lg:order-2"
      onClick={() => change({ isRemoved: true })}
    >
      <CloseIcon />
    </button>
  )
}

/** The quantity as a field, with what it was; of a removed line what it was. */
function Quantity({ line, noteId, change }: PartProps & { noteId: string }) {
  const { sku, text, quantity, was, isRemoved, quoted } = line
  if (isRemoved)
    return (
      <p className="text-muted text-sm @lg:text-end">
        {was ? `${formatCount(was.quantity)} → removed` : 'Not added'}
      </p>
    )
  return (
    <div>
      <LineQuantity
        value={text}
        quantity={quantity}
        terms={quoted && termsOf(quoted)}
        name={sku}
        noteId={noteId}
        className={FIELD}
        onChange={(typed) => change({ text: typed })}
      />
      <WasQuantity line={line} />
    </div>
  )
}

/** What is wrong with the line, with the ways to repair it; a part that is no longer sold can stay as it was. */
function Repairs({ line, change, onReplace }: PartProps & Pick<EditedRowProps, 'onReplace'>) {
  const { sku, was, quoted } = line
  if (!quoted) return null
  return (
    <>
      <LineRepairs
        line={quoted}
        name={sku}
        onQuantity={(pieces) => change({ text: String(pieces) })}
        onReplace={(part) => void replace(line, part.sku, change, onReplace)}
        onRemove={() => change({ isRemoved: true })}
      />
      {was && quoted.problem === 'unknown' && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-2"
          onClick={() => change({ text: String(was.quantity) })}
        >
          {`Keep the ${piecesText(was.quantity)} of the order`}
        </Button>
      )}
    </>
  )
}

function WasQuantity({ line: { was, quantity } }: { line: Row }) {
  if (was && was.quantity === quantity) return null
  return (
    <p className="mt-1 text-end text-muted text-xs">
      {was ? `was ${formatCount(was.quantity)}` : 'new line'}
    </p>
  )
}

/** The total of the line with its price per piece; what differs has what it was beside it. */
function PriceThenAndNow({ line: { was, isRemoved, quoted }, places }: { line: Row; places: number }) {
  const now = isRemoved ? undefined : quoted
  const total = now && orderableTotalText(now)
  const before = was && formatTotal(was.lineTotal)
  return (
    <p className="text-end text-sm tabular-nums">
      {total !== undefined && <span className="block font-medium text-base">{total}</span>}
      {before !== undefined && before !== total && (
        <span className="block text-muted text-xs">{`was ${before}`}</span>
      )}
      {now?.unitPrice !== undefined && (
        <span className="block text-muted text-xs">
          <AlignedPrice price={now.unitPrice} places={places} />
        </span>
      )}
    </p>
  )
}

/** The other part gets the pieces of this one, which is removed; that can be undone in its line. */
async function replace(
  { quantity }: Row,
  sku: string,
  change: Change,
  onReplace: (part: QuoteLine) => void,
): Promise<void> {
  try {
    const [part] = (await fetchQuote({ lines: [{ sku, quantity }] })).lines
    if (part?.productId === undefined) return void notify.error(`${sku} is no longer sold.`)
    change({ isRemoved: true })
    onReplace(part)
  } catch (error) {
    notify.error(problemText(error))
  }
}
