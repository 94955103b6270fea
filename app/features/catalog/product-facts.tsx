import { formatCount } from '#kit/count-text.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { MINIMUM_ORDER_PIECES, priceOfMinimum } from './minimum-order.ts'
import type { Product } from './schema.ts'
import { productTexts } from './texts.ts'

export function ProductFacts({ product }: { product: Product }) {
  const facts = [
    ['Part number', product.sku],
    ['Price', `${formatPrice(product.price)} ${productTexts.perPiece}`],
    [`Price of ${MINIMUM_ORDER_PIECES}`, formatTotal(priceOfMinimum(product.price))],
    ['In stock', `${formatCount(product.quantity)} pieces`],
    ['Minimum order', `${MINIMUM_ORDER_PIECES} pieces`],
  ] as const
  return (
    <div className="grid gap-6">
      <table className="w-full">
        <caption className="sr-only">Facts about this part</caption>
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name} className="border-line border-b first:border-t">
              <th scope="row" className="w-2/5 py-2 pe-4 text-start font-normal text-muted">
                {name}
              </th>
              <td className="py-2">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="max-w-prose whitespace-pre-line">{product.description}</p>
    </div>
  )
}
