import { useState } from 'react'
import { readPieces } from '#kit/text/read-number.ts'
import type { CartLine } from '../cart-store.ts'
import { setQuantity } from './use-priced-cart.ts'

/** What is typed as the quantity of a line. */
interface Typed {
  readonly text: string
  /** That of the line while this is typed: when it is another, something else changed it, and counts. */
  readonly quantity: number
  /** That of the line before anything was typed. */
  readonly before: number
}

/**
 * The quantity of a line while it is typed. A text that is no number of pieces stays as it is typed and is `unread`: then the line
 * has the quantity of before.
 */
export function useTypedQuantity({ productId, quantity }: CartLine) {
  const [last, setTyped] = useState<Typed>()
  const typed = last?.quantity === quantity ? last : undefined
  const unread = typed !== undefined && readPieces(typed.text) === undefined
  const forget = () => setTyped(undefined)
  return {
    text: typed?.text,
    unread,
    type: (text: string) => {
      const before = typed?.before ?? quantity
      const pieces = readPieces(text) ?? before
      setTyped({ text, quantity: pieces, before })
      setQuantity(productId, pieces)
    },
    forget,
    onBlur: () => {
      if (!unread) forget()
    },
  }
}

export type TypedQuantity = ReturnType<typeof useTypedQuantity>
