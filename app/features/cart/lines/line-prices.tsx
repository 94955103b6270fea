import { PriceCurve } from '#features/pricing/price-curve.tsx'
import { lineTotal, reachedBreak } from '#features/pricing/price-line.ts'
import { PriceTable } from '#features/pricing/price-table.tsx'
import { quantityProblem, upToStep } from '#features/pricing/quantity-terms.ts'
import type { termsOf } from '#features/quote/line-terms.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { piecesText } from '#kit/text/count-text.ts'

type LinePricesProps = {
  terms: NonNullable<ReturnType<typeof termsOf>>
  quantity: number
  name: string
  onChange: (quantity: number) => void
}

/** The price breaks of a line, several, as a curve with a slider that moves from one to the next, and as a table. */
export function LinePrices({ terms, quantity, name, onChange }: LinePricesProps) {
  const { prices, step } = terms
  const stops = prices.map(({ from }) => upToStep(from, step))
  const at = Math.max(0, prices.indexOf(reachedBreak(terms, quantity)))
  const price = formatPrice(reachedBreak(terms, quantity).price)
  return (
    <div className="line-prices">
      <div className="min-w-0">
        <PriceCurve prices={prices} pieces={quantity} />
        <input
          type="range"
          min={0}
          max={stops.length - 1}
          value={at}
          aria-label={`Price break of ${name}`}
          aria-valuetext={`${piecesText(quantity)}, ${price} each, ${inAllText(terms, quantity)}`}
          onChange={({ target }) => onChange(stops[Number(target.value)] ?? quantity)}
          className="h-8 w-full max-w-[30rem] cursor-pointer pointer-coarse:h-11"
        />
      </div>
      <div className="min-w-0">
        <PriceTable product={terms} pieces={quantity} onTake={(from) => onChange(upToStep(from, step))} />
      </div>
    </div>
  )
}

const inAllText = (terms: LinePricesProps['terms'], quantity: number): string =>
  quantityProblem(terms, quantity) === undefined
    ? `${formatTotal(lineTotal(terms, quantity))} in all`
    : 'cannot be ordered'
