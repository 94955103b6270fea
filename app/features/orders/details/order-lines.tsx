import { Link } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import { formatPrice, formatTotal, mostPlaces } from '#kit/money.ts'
import { formatCount, linesText, piecesText } from '#kit/text/count-text.ts'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { sumPieces } from '../records/left-to-ship.ts'
import type { OrderLine } from '../schema.ts'

const NUMBER = 'ps-4 text-end whitespace-nowrap'

/** The columns of quantity and price; a narrow table has them below the name of the part instead. */
const WIDE_ONLY = '@max-md:hidden'

/** The lines of an order. */
export function OrderLines({ lines }: { lines: readonly OrderLine[] }) {
  const places = mostPlaces(lines.map(({ unitPrice }) => unitPrice))
  return (
    <div className="@container min-w-0">
      <table className="w-full text-sm [&_:is(td,th)]:py-2 [&_:is(td,th)]:align-top [&_tr]:border-line [&_tr]:border-b">
        <caption className="sr-only">Lines of the order</caption>
        <thead className="text-muted [&_th]:font-medium">
          <tr>
            <th scope="col" className="text-start">
              Part
            </th>
            <th scope="col" className={`${NUMBER} ${WIDE_ONLY}`}>
              Quantity
            </th>
            <th scope="col" className={`${NUMBER} ${WIDE_ONLY}`}>
              Per piece
            </th>
            <th scope="col" className={NUMBER}>
              Price
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {lines.map((line) => (
            <LineRow key={line.productId} line={line} places={places} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type LineRowProps = { line: OrderLine; places: number }

function LineRow({ line, places }: LineRowProps) {
  const { sku, product, quantity, unitPrice, lineTotal, restocked } = line
  return (
    <tr>
      <td className="min-w-0">
        <span className="block text-balance wrap-anywhere">
          <Unbroken text={product} />
        </span>
        <Link to={partPath(sku)} className="font-mono text-xs wrap-anywhere">
          <Unbroken text={sku} />
        </Link>
        <span className="block text-muted @md:hidden">
          {`${formatCount(quantity)} × ${formatPrice(unitPrice)}`}
        </span>
        {restocked !== undefined && (
          <span className="block text-muted">{`${piecesText(restocked)} not to be shipped any more`}</span>
        )}
      </td>
      <td className={`${NUMBER} ${WIDE_ONLY}`}>{formatCount(quantity)}</td>
      <td className={`${NUMBER} ${WIDE_ONLY}`}>
        <AlignedPrice price={unitPrice} places={places} />
      </td>
      <td className={NUMBER}>{formatTotal(lineTotal)}</td>
    </tr>
  )
}

type OrderTotalProps = { lines: readonly OrderLine[]; totalPrice: number }

/** How many lines and pieces an order has, and what it costs. */
export function OrderTotal({ lines, totalPrice }: OrderTotalProps) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-muted text-sm">{`${linesText(lines.length)}, ${piecesText(sumPieces(lines))}`}</span>
      <span className="flex items-baseline gap-4">
        <span className="text-muted text-sm">Total</span>
        <span className="font-semibold text-xl">{formatTotal(totalPrice)}</span>
      </span>
    </p>
  )
}
