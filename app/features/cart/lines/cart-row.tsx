import { memo, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import { priceTexts } from '#features/pricing/texts.ts'
import { LineRepairs } from '#features/quote/line-repairs.tsx'
import { termsOf } from '#features/quote/line-terms.ts'
import { isKnown, type KnownLine, orderableTotalText } from '#features/quote/repairs.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { UNDO_MS } from '#kit/time.ts'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { VisuallyHidden } from '#kit/ui/mark/visually-hidden.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { useCode } from '#kit/ui/page/use-code.ts'
import { ChangedNote } from '../changed-note.tsx'
import { CartQuantity } from './cart-quantity.tsx'
import type { QuantityChanges } from './quantity-changes.ts'
import { replacePart } from './replace-part.ts'
import { UndoButton } from './undo-button.tsx'
import { type PricedLine, setQuantity } from './use-priced-cart.ts'

type CartRowProps = {
  line: PricedLine
  /** The decimals of the prices of all lines. */
  places: number
  /** The quantity before a button changed it. */
  before: number | undefined
  onTake: QuantityChanges['take']
  onRemove: (line: PricedLine) => void
}

const isSame = (a: CartRowProps, b: CartRowProps): boolean =>
  a.line.productId === b.line.productId &&
  a.line.quantity === b.line.quantity &&
  a.line.quoted === b.line.quoted &&
  a.places === b.places &&
  a.before === b.before &&
  a.onTake === b.onTake &&
  a.onRemove === b.onRemove

/** A line of the cart, with its problem or advice below. */
export const CartRow = memo(function CartRow({ line, places, before, onTake, onRemove }: CartRowProps) {
  const { productId, quoted } = line
  const row = useRef<HTMLLIElement>(null)
  const noteId = useId()
  const name = quoted?.sku ?? quoted?.product ?? 'this part'
  // The button that was pressed disappears with the problem.
  const focusRow = () => row.current?.focus({ preventScroll: true })
  const take = (pieces: number) => {
    onTake([line], new Map([[productId, pieces]]))
    focusRow()
  }
  const undoTaking = (pieces: number) => {
    setQuantity(productId, pieces)
    focusRow()
  }
  return (
    <li ref={row} tabIndex={-1} className="cart-row" aria-label={name}>
      {quoted && isKnown(quoted) ? (
        <Part line={line} quoted={quoted} places={places} name={name} noteId={noteId} />
      ) : (
        <UnknownPart line={line} />
      )}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        title="Remove"
        className="icon-button cart-remove"
        onClick={() => onRemove(line)}
      >
        <CloseIcon />
      </button>
      <div id={noteId} className="cart-notes empty:hidden">
        {before !== undefined && (
          <ChangedNote
            was={formatCount(before)}
            now={formatCount(line.quantity)}
            name={name}
            onUndo={() => undoTaking(before)}
          />
        )}
        {quoted && (
          <LineRepairs
            line={quoted}
            name={name}
            onQuantity={take}
            onReplace={(part) => void replace(productId, part.sku)}
            onRemove={() => onRemove(line)}
          />
        )}
      </div>
    </li>
  )
}, isSame)

async function replace(productId: string, sku: string): Promise<void> {
  try {
    const replaced = await replacePart(productId, sku)
    if (replaced) notifyReplaced(productId, sku, replaced)
    else notify.error(`${sku} is no longer sold.`)
  } catch (error) {
    notify.error(problemText(error))
  }
}

function notifyReplaced(
  productId: string,
  sku: string,
  { before, after, undo }: NonNullable<Awaited<ReturnType<typeof replacePart>>>,
): void {
  const id = `replaced ${productId}`
  const pieces = before === 0 ? formatCount(after) : `${formatCount(before)} → ${formatCount(after)}`
  notify.blank(
    <>
      {`Replaced by ${sku}: ${pieces}. `}
      <UndoButton
        onClick={() => {
          notify.dismiss(id)
          undo()
        }}
      />
    </>,
    { id, duration: UNDO_MS },
  )
}

/** Few lines are opened. */
const loadLinePrices = async () => (await import('./line-prices.tsx')).LinePrices

type PartProps = { line: PricedLine; quoted: KnownLine; places: number; name: string; noteId: string }

function Part({ line, quoted, places, name, noteId }: PartProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { part: LinePrices, hasFailed } = useCode(isOpen, loadLinePrices)
  const { sku, product, image, available = 0, unitPrice } = quoted
  const terms = termsOf(quoted)
  const hasPrices = terms !== undefined && terms.prices.length > 1
  return (
    <>
      <div className="cart-picture">
        {/* The name beside it says the same. */}
        {image && <ProductPicture product={{ name: '', image }} width={160} height={120} isLazy />}
      </div>
      <div className="cart-part">
        <Link
          to={partPath(sku)}
          className="line-clamp-2 text-ink no-underline hover:text-link hover:underline"
        >
          <Unbroken text={product} />
        </Link>
        <p className="truncate font-mono text-[0.8125rem] text-muted">{sku}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
          {`${formatCount(available)} in stock`}
          {hasPrices && (
            <button
              type="button"
              aria-expanded={isOpen}
              className="min-h-6 cursor-pointer text-link underline-offset-4 hover:underline pointer-coarse:min-h-11"
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? 'Hide prices' : 'Prices'}
              <VisuallyHidden>{` of ${name}`}</VisuallyHidden>
            </button>
          )}
        </p>
      </div>
      <div className="cart-figures">
        <CartQuantity line={line} name={name} noteId={noteId} />
        <p className="cart-price">
          {unitPrice === undefined ? '–' : <AlignedPrice price={unitPrice} places={places} />}
          <span className="md:sr-only"> {priceTexts.perPiece}</span>
        </p>
        <p className="cart-total">{orderableTotalText(quoted)}</p>
      </div>
      {isOpen && hasFailed && <p className="cart-prices text-bad text-sm">The prices could not be loaded.</p>}
      {isOpen && hasPrices && LinePrices && (
        <div className="cart-prices">
          <LinePrices
            terms={terms}
            quantity={line.quantity}
            name={name}
            onChange={(pieces) => setQuantity(line.productId, pieces)}
          />
        </div>
      )}
    </>
  )
}

/** A line without facts: the shop has not answered yet, or no longer sells the part. */
function UnknownPart({ line: { quantity, quoted } }: { line: PricedLine }) {
  return (
    <>
      <div className="cart-picture">
        {quoted?.image && (
          <ProductPicture product={{ name: '', image: quoted.image }} width={160} height={120} isLazy />
        )}
      </div>
      <div className="cart-part">
        {quoted ? (
          <p className="text-muted">
            <Unbroken text={quoted.product ?? 'Part that is no longer sold'} />
          </p>
        ) : (
          <Skeleton className="h-5 w-40" />
        )}
        {quoted?.sku && <p className="truncate font-mono text-[0.8125rem] text-muted">{quoted.sku}</p>}
        <p className="text-muted text-sm">{piecesText(quantity)}</p>
      </div>
    </>
  )
}
