import { formatCount } from '#kit/count-text.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { lineTotal, type PriceBreak } from './price-line.ts'
import type { Product } from './schema.ts'
import { productTexts } from './texts.ts'

export function ProductFacts({ product }: { product: Product }) {
  const { minimum, step } = product
  const facts = [
    ['Part number', product.sku],
    ...product.prices.map(priceFact),
    [`Price of ${formatCount(minimum)}`, formatTotal(lineTotal(product, minimum))],
    ['In stock', `${formatCount(product.quantity)} pieces`],
    ['Minimum order', `${formatCount(minimum)} pieces`],
    ...(step === 1 ? [] : [['Sold in steps of', `${formatCount(step)} pieces`]]),
  ]
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

/** A price break; the only price of a product needs no quantity. */
const priceFact = ({ from, price }: PriceBreak, _: number, { length }: readonly PriceBreak[]) => [
  length === 1 ? 'Price' : `From ${formatCount(from)} pieces`,
  `${formatPrice(price)} ${productTexts.perPiece}`,
]
