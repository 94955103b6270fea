import { useState } from 'react'
import { LineQuantity } from '#features/pricing/line-quantity.tsx'
import { termsOf } from '#features/quote/line-terms.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { type PricedLine, setQuantity } from './use-priced-cart.ts'

type CartQuantityProps = { line: PricedLine; name: string; noteId: string }

/** The quantity of a line. A text that is no number counts as 0 pieces, and stays until the quantity changes elsewhere. */
export function CartQuantity({ line: { productId, quantity, quoted }, name, noteId }: CartQuantityProps) {
  const [typed, setTyped] = useState<string>()
  const isTyped = typed !== undefined && (readPieces(typed) ?? 0) === quantity
  const change = (text: string) => {
    setTyped(text)
    setQuantity(productId, readPieces(text) ?? 0)
  }
  return (
    <LineQuantity
      value={isTyped ? typed : formatCount(quantity)}
      quantity={quantity}
      terms={quoted && termsOf(quoted)}
      name={name}
      noteId={noteId}
      className="cart-quantity"
      onChange={change}
    />
  )
}
