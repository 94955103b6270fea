import { isSoldOut, MINIMUM_ORDER_PIECES } from '#features/catalog/minimum-order.ts'
import { formatCount } from '#kit/count-text.ts'
import { interpretedPieces, readPieces } from '#kit/read-number.ts'

/** The step of the arrow keys in pieces, since parts are bought in bulk; any whole number can be typed. */
const ARROW_PIECES = 50

/** Feedback on a quantity while it is typed. */
interface QuantityFeedback {
  /** How it was read, unless that is obvious. */
  readonly reading?: string | undefined
  readonly warning?: string
  /** The nearest quantity that can be ordered. */
  readonly fix?: number
}

/** The feedback on a typed quantity, with `available` pieces in stock. */
export function checkTypedQuantity(text: string, available: number): QuantityFeedback {
  const typed = text.trim()
  if (typed === '') return {}
  const pieces = readPieces(typed)
  if (pieces === undefined) return { warning: `“${shorten(typed)}” is no whole number of pieces.` }
  const reading = interpretedPieces(typed)
  if (isSoldOut(available)) return { reading }
  if (pieces < MINIMUM_ORDER_PIECES) {
    return { warning: `An order has at least ${MINIMUM_ORDER_PIECES} pieces.`, fix: MINIMUM_ORDER_PIECES }
  }
  if (pieces > available)
    return { warning: `Only ${formatCount(available)} pieces are left.`, fix: available }
  return { reading }
}

const shorten = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text)

/** The quantity after an arrow key: the minimum plus a multiple of 50, never below the minimum. */
export function stepQuantity(text: string, direction: 'up' | 'down'): number {
  const above = (readPieces(text) ?? 0) - MINIMUM_ORDER_PIECES
  if (above < 0) return MINIMUM_ORDER_PIECES
  const steps =
    direction === 'up' ? Math.floor(above / ARROW_PIECES) + 1 : Math.ceil(above / ARROW_PIECES) - 1
  return MINIMUM_ORDER_PIECES + Math.max(0, steps) * ARROW_PIECES
}
