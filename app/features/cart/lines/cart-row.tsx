import { memo, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { YourPrice } from '#features/agreed-prices/components.tsx'
import { partPath } from '#features/catalog/paths.ts'
import { ProductPicture } from '#features/catalog/product-picture.tsx'
import { priceTexts } from '#features/pricing/texts.ts'
import { LineRepairs } from '#features/quote/line-repairs.tsx'
import { termsOf } from '#features/quote/line-terms.ts'
import { isKnown, type KnownLine, orderableTotalText } from '#features/quote/repairs.ts'
import { problemText } from '#kit/browser/client.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import { Skeleton } from '#kit/ui/mark/skeleton.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { VisuallyHidden } from '#kit/ui/mark/visually-hidden.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { useCode } from '#kit/ui/page/use-code.ts'
import { ChangedNote } from '../changed-note.tsx'
import { CartQuantity, UnreadQuantity } from './cart-quantity.tsx'
import type { QuantityChanges } from './quantity-changes.ts'
import { type PricedLine, setQuantity } from './use-priced-cart.ts'
import { type TypedQuantity, useTypedQuantity } from './use-typed-quantity.ts'

type CartRowProps = {
  line: PricedLine
  /** The decimals of the prices of all lines. */
  places: number
  /** The quantity before a button changed it. */
  before: number | undefined
  onTake: QuantityChanges['take']
  onUnread: QuantityChanges['markUnread']
  onRemove: (line: PricedLine) => void
}

const isSame = (a: CartRowProps, b: CartRowProps): boolean =>
  a.line.productId === b.line.productId &&
  a.line.quantity === b.line.quantity &&
  a.line.quoted === b.line.quoted &&
  a.line.own === b.line.own &&
  a.line.note === b.line.note &&
  a.places === b.places &&
  a.before === b.before &&
  a.onTake === b.onTake &&
  a.onUnread === b.onUnread &&
  a.onRemove === b.onRemove

/** A line of the cart, with its problem or advice and the words of the buyer below. */
export const CartRow = memo(function CartRow({ line, ...props }: CartRowProps) {
  const { places, before, onTake, onUnread, onRemove } = props
  const { productId, quoted } = line
  const row = useRef<HTMLLIElement>(null)
  const noteId = useId()
  const name = quoted?.sku ?? quoted?.product ?? 'this part'
  const typed = useTypedQuantity(line)
  const words = useWords(line)
  useUnread(typed.unread, productId, row, onUnread)
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
        <Part {...{ line, quoted, places, name, noteId, typed, words }} />
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
        {typed.unread ? (
          <UnreadQuantity line={line} typed={typed} name={name} />
        ) : (
          quoted && (
            <LineRepairs
              line={quoted}
              name={name}
              onQuantity={take}
              onReplace={(part) => void replacePart(productId, part.sku)}
              onRemove={() => onRemove(line)}
            />
          )
        )}
      </div>
      <div className="cart-own empty:hidden">
        {words.isShown && words.Part && (
          <words.Part line={line} name={name} isEdited={words.isEdited} onEdit={words.edit} />
        )}
      </div>
    </li>
  )
}, isSame)

/** Says that the quantity of the row cannot be read, and how to put the cursor into it. */
function useUnread(
  isUnread: boolean,
  productId: string,
  row: RefObject<HTMLElement | null>,
  onUnread: CartRowProps['onUnread'],
): void {
  useEffect(() => {
    if (!isUnread) return
    onUnread(productId, () => row.current?.querySelector<HTMLElement>('.cart-quantity')?.focus())
    return () => onUnread(productId, undefined)
  }, [isUnread, productId, row, onUnread])
}

/** Few lines have words. */
const loadWords = async () => (await import('./line-words.tsx')).LineWords

function useWords({ own, note }: PricedLine) {
  const [isEdited, edit] = useState(false)
  const has = own !== undefined || note !== undefined
  const isShown = has || isEdited
  const { part: Part } = useCode(isShown, loadWords)
  return { has, isShown, isEdited, edit, Part }
}

/** Few lines are replaced. */
async function replacePart(productId: string, sku: string): Promise<void> {
  try {
    const { replaceAndSay } = await import('./replaced-part.tsx')
    await replaceAndSay(productId, sku)
  } catch (error) {
    notify.error(problemText(error))
  }
}

const ACTION =
  'min-h-6 cursor-pointer whitespace-nowrap text-link underline-offset-4 hover:underline pointer-coarse:min-h-11'

/** Few lines are opened. */
const loadLinePrices = async () => (await import('./line-prices.tsx')).LinePrices

type PartProps = {
  line: PricedLine
  quoted: KnownLine
  places: number
  name: string
  noteId: string
  typed: TypedQuantity
  words: ReturnType<typeof useWords>
}

function Part({ line, quoted, places, name, noteId, typed, words }: PartProps) {
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
          title={product}
          className="cart-name text-ink no-underline hover:text-link hover:underline"
        >
          <Unbroken text={product} />
        </Link>
        <div className="cart-facts">
          <p className="truncate font-mono text-[0.8125rem] text-muted">
            {quoted.own === undefined || line.own ? sku : `${quoted.own} · ${sku}`}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm md:gap-x-3">
            <span className="whitespace-nowrap">{`${formatCount(available)} in stock`}</span>
            {hasPrices && (
              <button
                type="button"
                aria-expanded={isOpen}
                className={ACTION}
                onClick={() => setIsOpen(!isOpen)}
              >
                {isOpen ? 'Hide prices' : 'Prices'}
                <VisuallyHidden>{` of ${name}`}</VisuallyHidden>
              </button>
            )}
            {!words.isShown && (
              <button type="button" className={ACTION} onClick={() => words.edit(true)}>
                Note
                <VisuallyHidden>{` and your part number of ${name}`}</VisuallyHidden>
              </button>
            )}
          </p>
        </div>
      </div>
      <div className="cart-figures">
        <CartQuantity line={line} typed={typed} name={name} noteId={noteId} />
        <p className="cart-price">
          {unitPrice === undefined ? '–' : <AlignedPrice price={unitPrice} places={places} />}
          <span className="md:sr-only"> {priceTexts.perPiece}</span>
          {quoted.agreed && <YourPrice />}
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
