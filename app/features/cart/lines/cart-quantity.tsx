import { type KeyboardEvent, useState } from 'react'
import { stepQuantity } from '#features/pricing/typed-quantity.ts'
import { termsOf } from '#features/quote/line-terms.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { type PricedLine, setQuantity } from './use-priced-cart.ts'

type CartQuantityProps = { line: PricedLine; name: string; noteId: string }

/**
 * The quantity of a line: typed, or by arrow keys. A text that is no number counts as 0 pieces, and stays until the
 * quantity changes elsewhere.
 */
export function CartQuantity({ line: { productId, quantity, quoted }, name, noteId }: CartQuantityProps) {
  const [typed, setTyped] = useState<string>()
  const isTyped = typed !== undefined && (readPieces(typed) ?? 0) === quantity
  const change = (text: string) => {
    setTyped(text)
    setQuantity(productId, readPieces(text) ?? 0)
  }
  const value = isTyped ? typed : formatCount(quantity)
  const terms = quoted && termsOf(quoted)
  const step = (event: KeyboardEvent) => {
    if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !terms) return
    event.preventDefault()
    change(String(stepQuantity(value, terms, event.key === 'ArrowUp' ? 'up' : 'down')))
  }
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      maxLength={16}
      role="spinbutton"
      aria-label={`Quantity of ${name}`}
      aria-valuenow={quantity}
      aria-valuetext={piecesText(quantity)}
      aria-valuemin={terms?.minimum}
      aria-describedby={noteId}
      value={value}
      onChange={(event) => change(event.target.value)}
      onKeyDown={step}
      className="cart-quantity"
    />
  )
}
