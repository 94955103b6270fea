import { Link } from 'react-router'
import { partPath } from '#features/catalog/paths.ts'
import { formatPrice, formatTotal, mostPlaces } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { AlignedPrice } from '#kit/ui/mark/aligned-price.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { isShippingStopped, leftOfOrder } from '../../records/left-to-ship.ts'
import type { OrderDetails, OrderLine } from '../../schema.ts'

const NUMBER = 'ps-4 text-end whitespace-nowrap'

const WIDE_ONLY = '@max-lg:hidden'

/** The lines of an order with what is shipped and what is left to ship; a narrow table has the numbers below the name. */
export function ManagedLines({ order }: { order: OrderDetails }) {
  const unshipped = leftOfOrder(order)
  const isStopped = isShippingStopped(order)
  const places = mostPlaces(order.lines.map(({ unitPrice }) => unitPrice))
  const hasRestocked = order.lines.some(({ restocked }) => restocked !== undefined)
  const columns = ['Ordered', 'Shipped', ...(hasRestocked ? ['Put back'] : []), 'Left', 'Per piece']
  return (
    <div className="@container min-w-0">
      <table className="w-full text-sm [&_:is(td,th)]:py-2 [&_:is(td,th)]:align-top [&_tr]:border-line [&_tr]:border-b">
        <caption className="sr-only">Lines of the order</caption>
        <thead className="text-muted [&_th]:font-medium">
          <tr>
            <th scope="col" className="text-start">
              Part
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className={`${NUMBER} ${WIDE_ONLY}`}>
                {name}
              </th>
            ))}
            <th scope="col" className={NUMBER}>
              Price
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {order.lines.map((line, position) => (
            <LineRow
              key={line.productId}
              line={line}
              unshipped={unshipped.get(position) ?? 0}
              isStopped={isStopped}
              hasRestocked={hasRestocked}
              places={places}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type LineRowProps = {
  line: OrderLine
  /** The pieces that are neither shipped nor back in stock. */
  unshipped: number
  /** They do not ship any more. */
  isStopped: boolean
  hasRestocked: boolean
  places: number
}

function LineRow({ line, unshipped, isStopped, hasRestocked, places }: LineRowProps) {
  const { sku, product, quantity, unitPrice, lineTotal, restocked = 0 } = line
  const shipped = quantity - restocked - unshipped
  const left = isStopped ? 0 : unshipped
  return (
    <tr>
      <td className="min-w-0">
        <span className="block text-balance wrap-anywhere">
          <Unbroken text={product} />
        </span>
        <Link to={partPath(sku)} className="font-mono text-xs wrap-anywhere">
          <Unbroken text={sku} />
        </Link>
        <span className="block text-muted @lg:hidden">
          {`${formatCount(quantity)} × ${formatPrice(unitPrice)}`}
          {shipped > 0 && unshipped > 0 && ` · ${formatCount(unshipped)} not shipped`}
          {restocked > 0 && ` · ${formatCount(restocked)} put back`}
        </span>
      </td>
      <td className={`${NUMBER} ${WIDE_ONLY}`}>{formatCount(quantity)}</td>
      <td className={`${NUMBER} ${WIDE_ONLY}`}>{formatCount(shipped)}</td>
      {hasRestocked && <td className={`${NUMBER} ${WIDE_ONLY}`}>{formatCount(restocked)}</td>}
      <td className={`${NUMBER} ${WIDE_ONLY} ${left > 0 && shipped > 0 ? 'font-medium text-wait' : ''}`}>
        {formatCount(left)}
      </td>
      <td className={`${NUMBER} ${WIDE_ONLY}`}>
        <AlignedPrice price={unitPrice} places={places} />
      </td>
      <td className={NUMBER}>{formatTotal(lineTotal)}</td>
    </tr>
  )
}
