import { formatTotal } from '#kit/money.ts'
import { lineTotal, type PricedProduct } from './price-line.ts'
import { isSoldOut, type OrderableProduct, quantityProblem } from './quantity-terms.ts'
import { priceTexts } from './texts.ts'

type QuantityTotalProps = {
  product: PricedProduct & OrderableProduct
  /** Undefined for a text that is no number of pieces. */
  pieces: number | undefined
}

/** What so many pieces cost, large; a dash for a quantity that cannot be ordered: the field says why, and the line keeps its height. */
export function QuantityTotal({ product, pieces }: QuantityTotalProps) {
  const hasSum = pieces !== undefined && quantityProblem(product, pieces) === undefined
  return (
    <p className="ms-auto flex min-h-9 items-baseline justify-between gap-3">
      <span className="text-muted text-sm">Total</span>
      <output className={hasSum ? 'font-semibold text-xl' : 'text-wait'}>
        {hasSum ? formatTotal(lineTotal(product, pieces)) : isSoldOut(product) ? priceTexts.soldOut : '–'}
      </output>
    </p>
  )
}
