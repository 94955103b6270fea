import { formatPrice, formatTotal, mostPlaces } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { lineTotal, type PriceBreak, type PricedProduct, reachedBreak } from './price-line.ts'
import { priceTexts } from './texts.ts'

type PriceTableProps = {
  product: PricedProduct
  /** The quantity whose price break is marked. */
  pieces: number
  /** Takes the first quantity of a price break. */
  onTake: (pieces: number) => void
}

/** The price breaks as a table; a product with one price needs no table. */
export function PriceTable({ product, pieces, onTake }: PriceTableProps) {
  const { prices } = product
  const [first] = prices
  if (!first) return null
  if (prices.length === 1)
    return <p>{`${formatPrice(first.price)} ${priceTexts.perPiece}, in every quantity.`}</p>
  const current = reachedBreak(product, pieces)
  const places = mostPlaces(prices.map(({ price }) => price))
  return (
    <table className="price-table w-full text-sm max-[359px]:text-xs">
      <caption className="sr-only">Prices by quantity</caption>
      <thead>
        <tr>
          <th scope="col">From pieces</th>
          <th scope="col">Per piece</th>
          <th scope="col">Total</th>
          <th scope="col">Saving</th>
        </tr>
      </thead>
      <tbody>
        {prices.map((each) => (
          <tr key={each.from} aria-current={each === current ? 'true' : undefined}>
            <th scope="row">
              <button type="button" className="underline" onClick={() => onTake(each.from)}>
                {formatCount(each.from)}
              </button>
              {each === current && <span className="sr-only"> (your quantity)</span>}
            </th>
            <td>
              <AlignedPrice price={each.price} places={places} />
            </td>
            <td>{formatTotal(lineTotal(product, each.from))}</td>
            <td>{savingText(first, each)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a piece costs less than at the first price break, in percent with one decimal. */
function savingText(first: PriceBreak, { price }: PriceBreak): string {
  const percent = 100 * (1 - price / first.price)
  return percent === 0 ? '–' : `${percent.toFixed(1)}%`
}
