import { orderRefusals } from '#features/orders/refusals.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { isRefusedBy } from '#kit/ui/form/refused-by.ts'

/** An ended session and too many requests: such a refusal says nothing of an earlier try. */
const SAYING_NOTHING = [401, 429]

/** The shop refused the order, so nothing was ordered. After a network or server error that is unknown. */
export const isOrderRefused = (error: unknown): boolean =>
  error instanceof ProblemError &&
  error.status >= 400 &&
  error.status < 500 &&
  !SAYING_NOTHING.includes(error.status)

const { belowMinimum, offStep, outOfStock, priceChanged, tooManyUnpaid, tooMuchHeld } = orderRefusals

/** The products as they are now explain why the order was refused. */
export const isProductOutdated = (error: unknown): boolean =>
  isRefusedBy(error, belowMinimum, offStep, outOfStock, priceChanged)

/** Why an order was not placed, when no field of the form is the cause. */
interface OrderNotice {
  readonly text: string
  /** It exceeds the limits of unpaid orders, which confirming the e-mail may raise; and whether the customer has any. */
  readonly limit?: { readonly hasUnpaid: boolean }
}

/** The notice of a refusal that no field shows. */
export function orderNotice(error: unknown): OrderNotice {
  const text = problemText(error)
  if (isRefusedBy(error, tooManyUnpaid)) return { text, limit: { hasUnpaid: true } }
  if (!isRefusedBy(error, tooMuchHeld)) return { text }
  return { text, limit: { hasUnpaid: error.extras.held !== 0 } }
}
