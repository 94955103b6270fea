import { useState } from 'react'
import { MINIMUM_ORDER_PIECES } from '#features/catalog/minimum-order.ts'
import type { Product } from '#features/catalog/schema.ts'
import { orderTotal } from '#features/orders/pages/order-total.ts'
import { formatCount } from '#kit/count-text.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { texts } from '#kit/texts.ts'
import { BoxIcon } from '#kit/ui/icons.tsx'

export function ProductPicture({ product }: { product: Product }) {
  const [missing, setMissing] = useState<string>()
  return (
    <div className="grid aspect-4/3 place-items-center overflow-hidden rounded border border-line bg-tint">
      {missing === product.image ? (
        <p className="flex items-center gap-2 text-muted text-sm">
          <BoxIcon size={20} /> No picture
        </p>
      ) : (
        <img
          src={product.image}
          alt={product.name}
          width={800}
          height={600}
          className="size-full object-contain"
          onError={() => setMissing(product.image)}
        />
      )}
    </div>
  )
}

export function ProductFacts({ product }: { product: Product }) {
  const facts = [
    ['Part number', product.sku],
    ['Price', `${formatPrice(product.price)} ${texts.product.perPiece}`],
    ['Price of 100', formatTotal(orderTotal(product.price, 100) ?? 0)],
    ['In stock', `${formatCount(product.quantity)} pieces`],
    ['Minimum order', `${MINIMUM_ORDER_PIECES} pieces`],
  ] as const
  return (
    <>
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
    </>
  )
}
