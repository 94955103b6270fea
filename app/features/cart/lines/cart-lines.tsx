import { useCallback, useRef } from 'react'
import { mostPlaces } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { UNDO_MS } from '#kit/time.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { changeCart } from '../cart-store.ts'
import { CartRow } from './cart-row.tsx'
import type { QuantityChanges } from './quantity-changes.ts'
import { UndoButton } from './undo-button.tsx'
import type { PricedLine } from './use-priced-cart.ts'

type CartLinesProps = { lines: readonly PricedLine[]; changes: QuantityChanges }

/** The lines of the cart. */
export function CartLines({ lines, changes }: CartLinesProps) {
  const places = mostPlaces(lines.flatMap(({ quoted }) => quoted?.unitPrice ?? []))
  const list = useRef<HTMLUListElement>(null)
  const remove = useCallback((line: PricedLine) => {
    const items = [...(list.current?.children ?? [])]
    const next = items[items.findIndex((item) => item.contains(document.activeElement)) + 1]
    removeLine(line)
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    else document.querySelector<HTMLElement>('main h1')?.focus()
  }, [])
  return (
    <div>
      <div aria-hidden="true" className="cart-heads">
        <span>Part</span>
        <span>Pieces</span>
        <span>Per piece</span>
        <span>Total</span>
      </div>
      <ul ref={list} aria-label="Lines of the cart" className="cart-rows">
        {lines.map((line) => (
          <CartRow
            key={line.productId}
            line={line}
            places={places}
            before={changes.before(line)}
            onTake={changes.take}
            onUnread={changes.markUnread}
            onRemove={remove}
          />
        ))}
      </ul>
    </div>
  )
}

/** Removes a line, and offers to take it back to where it was. */
function removeLine({ quoted, ...removed }: PricedLine): void {
  const { productId, quantity } = removed
  let index = 0
  changeCart((lines) => {
    index = lines.findIndex((line) => line.productId === productId)
    return lines.filter((line) => line.productId !== productId)
  })
  const id = `removed ${productId}`
  const undo = () => {
    notify.dismiss(id)
    changeCart((lines) =>
      lines.some((line) => line.productId === productId) ? lines : lines.toSpliced(index, 0, removed),
    )
  }
  notify.blank(
    <>
      {`Removed: ${formatCount(quantity)} of ${quoted?.sku ?? 'a part that is no longer sold'}. `}
      <UndoButton onClick={undo} />
    </>,
    { id, duration: UNDO_MS },
  )
}
