import type { OrderedProduct } from '#features/catalog/catalog.ts'
import { quantityProblem } from '#features/pricing/quantity-terms.ts'
import { offStepText, outOfStockText } from '#features/pricing/texts.ts'
import { tooMuchText } from '#features/quote/texts.ts'
import { centsToDollars, formatTotal, MAXIMUM_TOTAL_CENTS } from '#kit/money.ts'
import type { Refusal } from '#kit/problem.ts'
import { AppError, invalidField, toRefusal } from '#kit/server/app-error.ts'
import { orderRefusals } from '../refusals.ts'
import { belowMinimumText } from '../texts.ts'
import type { PlaceOrder } from './schema.ts'

/** Why a line of an order is refused, and what would fit. `index` counts from 0. */
export interface LineProblem {
  readonly index: number
  readonly refusal: Refusal
  readonly field: 'productId' | 'quantity'
  readonly detail: string
  /** The minimum, the step or the stock in pieces. */
  readonly fix: Readonly<Record<string, number>>
}

/** What is wrong with a line; `product` is undefined when it is not for sale. */
export function lineProblem(
  { product, quantity }: { product: OrderedProduct | undefined; quantity: number },
  index: number,
): LineProblem | undefined {
  if (!product) {
    const refusal = toRefusal('not_found')
    return { index, refusal, field: 'productId', detail: 'There is no such product.', fix: {} }
  }
  const { minimum, step, quantity: available } = product
  const field = 'quantity'
  switch (quantityProblem(product, quantity)) {
    case 'below_minimum':
      return {
        index,
        refusal: orderRefusals.belowMinimum,
        field,
        detail: belowMinimumText(minimum),
        fix: { minimum },
      }
    case 'off_step':
      return {
        index,
        refusal: orderRefusals.offStep,
        field,
        detail: offStepText(step),
        fix: { step },
      }
    case 'out_of_stock':
      return {
        index,
        refusal: orderRefusals.outOfStock,
        field,
        detail: outOfStockText(available),
        fix: { available },
      }
    default:
      return undefined
  }
}

/** The refusal of an order by the problems of its lines: it has the code of the first, and all of them for an order by `lines`. */
export function linesRefusal(problems: readonly LineProblem[], isByLines: boolean): AppError {
  const [first] = problems
  if (!first) throw new Error('An order without problems is not refused.')
  const { refusal, detail, field, fix } = first
  if (!isByLines) {
    const errors = field === 'quantity' ? { errors: [{ pointer: '#/quantity', detail }] } : {}
    return new AppError(refusal, detail, { ...fix, ...errors })
  }
  return new AppError(
    refusal,
    problems.length === 1 ? detail : `${problems.length} lines cannot be ordered.`,
    {
      lines: problems.map((problem) => ({
        index: problem.index,
        code: problem.refusal.code,
        ...problem.fix,
      })),
      errors: problems.map((problem) => ({
        pointer: `#/lines/${problem.index}/${problem.field}`,
        detail: problem.detail,
      })),
    },
  )
}

/** The refusal (409) of an order whose customer was told another sum, with the right one; `what` says what was not done. */
export function priceChanged(what: string, linesCents: number, payableCents?: number): AppError {
  const totalPrice = centsToDollars(linesCents)
  const payable = payableCents === undefined ? undefined : centsToDollars(payableCents)
  return new AppError(
    orderRefusals.priceChanged,
    `The total is ${formatTotal(payable ?? totalPrice)}. ${what}`,
    { totalPrice, ...(payable !== undefined && { payable }) },
  )
}

/** Refuses (422) an order that comes to more than a card can pay. */
export function refuseTooMuch({ lines }: Pick<PlaceOrder, 'lines'>, cents: number): void {
  if (cents > MAXIMUM_TOTAL_CENTS) throw invalidField(lines ? 'lines' : 'quantity', tooMuchText())
}
