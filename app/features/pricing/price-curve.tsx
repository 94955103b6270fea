import { formatPrice } from '#kit/money.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { type PriceBreak, reachedBreak } from './price-line.ts'

const [WIDTH, HEIGHT] = [360, 168]
const [LEFT, RIGHT, TOP, BOTTOM] = [8, 352, 24, 140]

type PriceCurveProps = {
  /** With a single one there is no curve. */
  prices: readonly PriceBreak[]
  /** The quantity that is marked. */
  pieces: number
}

/**
 * The price per piece over the quantity as steps, on a logarithmic scale. Decorative: the table beside it has the same
 * figures.
 */
export function PriceCurve({ prices, pieces }: PriceCurveProps) {
  const [first, last] = [prices[0], prices.at(-1)]
  if (!first || !last || first === last) return null
  // The last step is as long as doubling the quantity.
  const end = last.from * 2
  const x = (quantity: number) =>
    LEFT + (Math.log(quantity / first.from) / Math.log(end / first.from)) * (RIGHT - LEFT)
  const y = (price: number) =>
    TOP + ((first.price - price) / (first.price - last.price)) * (BOTTOM - TOP - 24)
  const shown = Math.min(Math.max(pieces, first.from), end)
  const current = reachedBreak({ prices }, shown)
  const steps = prices.map(({ from, price }, index) => {
    const to = prices[index + 1]?.from ?? end
    return `${index === 0 ? `M${round(x(from))} ` : 'V'}${round(y(price))}H${round(x(to))}`
  })
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="price-curve w-full max-w-[30rem] text-xs"
    >
      <path d={`M${LEFT} ${BOTTOM}H${RIGHT}`} className="axis" />
      {prices.map(({ from }) => (
        <path key={from} d={`M${round(x(from))} ${BOTTOM}v4`} className="axis" />
      ))}
      <path d={`M${round(x(shown))} ${BOTTOM}V${round(y(current.price))}`} className="marker" />
      <path d={steps.join('')} className="steps" />
      <circle cx={round(x(shown))} cy={round(y(current.price))} r="4.5" />
      <text x={LEFT} y={TOP - 8}>
        {formatPrice(first.price)}
      </text>
      <text x={RIGHT} y={round(y(last.price)) + 15} textAnchor="end">
        {formatPrice(last.price)}
      </text>
      <text x={LEFT} y={HEIGHT - 10}>
        {formatCount(first.from)}
      </text>
      <text x={RIGHT} y={HEIGHT - 10} textAnchor="end">
        {piecesText(last.from)}
      </text>
    </svg>
  )
}

/** Short coordinates. */
const round = (coordinate: number): number => Math.round(coordinate * 10) / 10
