import { shortenEnd } from '#kit/text/list-text.ts'
import { interpretedPieces, readPieces } from '#kit/text/read-number.ts'
import {
  isSoldOut,
  largestOrderable,
  type OrderableProduct,
  type QuantityTerms,
  quantityReason,
  stepsAround,
  upToStep,
} from './quantity-terms.ts'
import { quantityProblemText } from './texts.ts'

/** More characters of a typed text are not shown. */
const LONGEST_SHOWN = 20

/** The arrow keys change the quantity by about so many pieces, since parts are bought in bulk. */
const ARROW_PIECES = 50

/** Feedback on a quantity while it is typed. */
interface QuantityFeedback {
  /** How it was read, unless that is obvious. */
  readonly reading?: string | undefined
  readonly warning?: string
  /** The nearest quantity that can be ordered. */
  readonly fix?: number
}

/** The feedback on a typed quantity of that product. */
export function checkTypedQuantity(text: string, product: OrderableProduct): QuantityFeedback {
  const typed = text.trim()
  if (typed === '') return {}
  const pieces = readPieces(typed)
  if (pieces === undefined) return { warning: unreadText(typed) }
  const reading = interpretedPieces(typed)
  if (isSoldOut(product)) return { reading }
  const warning = quantityProblemText(product, pieces)
  return warning === undefined ? { reading } : { warning, fix: nearestOrderable(product, pieces) }
}

/** What is wrong with a typed text that is no quantity. */
export const unreadText = (typed: string): string =>
  `“${shortenEnd(typed, LONGEST_SHOWN)}” is not a whole number of pieces.`

/** The quantity to offer instead of one that cannot be ordered. */
function nearestOrderable(product: OrderableProduct, pieces: number): number {
  const { minimum } = product
  const largest = largestOrderable(product) ?? minimum
  switch (quantityReason(product, pieces)) {
    case 'below_minimum':
      return minimum
    case 'off_step':
      return Math.min(stepsAround(product, pieces)[1], largest)
    default:
      return largest
  }
}

/** The quantity after an arrow key: the minimum plus a multiple of about 50 pieces, never below the minimum. */
export function stepQuantity(
  text: string,
  { minimum, step }: QuantityTerms,
  direction: 'up' | 'down',
): number {
  const arrow = upToStep(ARROW_PIECES, step)
  const above = (readPieces(text) ?? 0) - minimum
  if (above < 0) return minimum
  const steps = direction === 'up' ? Math.floor(above / arrow) + 1 : Math.ceil(above / arrow) - 1
  return minimum + Math.max(0, steps) * arrow
}
