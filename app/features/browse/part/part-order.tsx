import { type SyntheticEvent, useRef } from 'react'
import { Form } from 'react-router'
import { YourPrice } from '#features/agreed-prices/components.tsx'
import type { OwnPart } from '#features/agreed-prices/own-prices.ts'
import { AddToCart } from '#features/cart/add-to-cart.tsx'
import { orderPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { nextBreak, reachedBreak } from '#features/pricing/price-line.ts'
import { QuantityField } from '#features/pricing/quantity-field.tsx'
import { isSoldOut, quantityReason } from '#features/pricing/quantity-terms.ts'
import { QuantityTotal } from '#features/pricing/quantity-total.tsx'
import { priceTexts, soldOutText } from '#features/pricing/texts.ts'
import { checkTypedQuantity } from '#features/pricing/typed-quantity.ts'
import { formatPrice } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'

type PartOrderProps = {
  product: OwnPart<Product>
  /** As it is typed. */
  quantity: string
  onChange: (quantity: string) => void
  /** The prices are not known yet to be those of whoever is signed in. */
  isWaiting: boolean
}

/** Quantity, price and total, and the buttons to the cart and to the order page. Without JavaScript it is a form that leads there too. */
export function PartOrder({ product, quantity, onChange, isWaiting }: PartOrderProps) {
  const soldOut = isSoldOut(product)
  const form = useRef<HTMLFormElement>(null)
  const check = (event: SyntheticEvent) => {
    if (checkTypedQuantity(quantity, product).warning === undefined) return
    // The field shows the warning and the correction.
    event.preventDefault()
    form.current?.querySelector<HTMLElement>('[name=quantity]')?.focus()
  }
  const sale = { disabled: soldOut, 'aria-describedby': soldOut ? 'sold-out' : undefined }
  return (
    <Form
      ref={form}
      action={orderPath(product._id)}
      noValidate
      aria-label="Order this part"
      className="rounded border border-line p-4 md:p-6"
      onSubmit={check}
    >
      <QuantityField value={quantity} onChange={onChange} product={product} error={undefined} />
      <Total product={product} quantity={quantity} onChange={onChange} isWaiting={isWaiting} />
      <div className="flex gap-3 *:flex-1">
        {/* The first button of the form, so that Enter in the quantity presses it. */}
        <AddToCart type="submit" part={product} quantity={quantity} onClick={check} {...sale} />
        <Button type="submit" variant="secondary" {...sale}>
          Order
        </Button>
      </div>
      {soldOut && (
        <p id="sold-out" className="mt-2 text-sm text-wait">
          {soldOutText(product)}
        </p>
      )}
    </Form>
  )
}

function Total({ product, quantity, onChange, isWaiting }: PartOrderProps) {
  const pieces = readPieces(quantity)
  const { price } = reachedBreak(product, pieces ?? product.minimum)
  return (
    <div className={classNames('mb-4 border-line border-y py-3', isWaiting && 'list-price')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          {`${formatPrice(price)} ${priceTexts.perPiece}`}
          {product.listPrices && <YourPrice />}
        </p>
        <QuantityTotal product={product} pieces={pieces} />
      </div>
      {product.prices.length > 1 && (
        <NextBreak product={product} pieces={pieces ?? product.minimum} onChange={onChange} />
      )}
    </div>
  )
}

type NextBreakProps = { product: Product; pieces: number; onChange: PartOrderProps['onChange'] }

/** How many more pieces cost less each, of a quantity that can be ordered. It keeps its height when there is nothing to say. */
function NextBreak({ product, pieces, onChange }: NextBreakProps) {
  const next = quantityReason(product, pieces) === undefined ? nextBreak(product, pieces) : undefined
  return (
    <div className="mt-1 flex min-h-8 items-center justify-between gap-3 text-sm pointer-coarse:min-h-11">
      {next && (
        <>
          <p className="text-good">
            {`${formatCount(next.quantity - pieces)} more and each costs ${formatPrice(next.price)}`}
          </p>
          <Button
            variant="secondary"
            size="sm"
            className="noscript:hidden"
            onClick={() => onChange(String(next.quantity))}
          >
            {`Take ${formatCount(next.quantity)}`}
          </Button>
        </>
      )}
    </div>
  )
}
