import { YourPrice } from '#features/agreed-prices/components.tsx'
import type { OwnPart } from '#features/agreed-prices/own-prices.ts'
import { FieldFacts } from '#features/catalog/field-facts.tsx'
import type { Product } from '#features/catalog/schema.ts'
import { lineTotal, type PriceBreak } from '#features/pricing/price-line.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { Fact, FactTable } from '#kit/ui/list/fact-table.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'

export function ProductFacts({ product }: { product: Product }) {
  const { minimum, step } = product
  const facts = [
    ...product.prices.map(priceFact),
    [`Price of ${formatCount(minimum)}`, formatTotal(lineTotal(product, minimum))],
    ['In stock', piecesText(product.quantity)],
    ['Minimum order', piecesText(minimum)],
    ...(step === 1 ? [] : [['Sold in multiples of', piecesText(step)]]),
  ]
  return (
    <FactTable caption="Facts about this part">
      <FieldFacts product={product} />
      {facts.map(([label = '', value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </FactTable>
  )
}

type ProductTextProps = {
  product: OwnPart<Product>
  /** The class of prices that are not known yet. */
  waiting: string | undefined
}

/** What a customer reads before the form: what the part is, and what a piece costs. */
export const ProductText = ({ product, waiting }: ProductTextProps) => (
  <div className="grid max-w-prose gap-2">
    <p className={classNames('font-medium', waiting)}>
      {`${formatPrice(product.price)} ${priceTexts.perPiece}`}
      {product.listPrices && <YourPrice />}
    </p>
    <p className="whitespace-pre-line">
      <Unbroken text={product.description} />
    </p>
  </div>
)

/** A price break; the only price of a product needs no quantity. */
const priceFact = ({ from, price }: PriceBreak, _: number, { length }: readonly PriceBreak[]) => [
  length === 1 ? 'Price' : `From ${piecesText(from)}`,
  `${formatPrice(price)} ${priceTexts.perPiece}`,
]
