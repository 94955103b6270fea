import { useState } from 'react'
import { MINIMUM_ORDER_PIECES } from '#features/catalog/minimum-order.ts'
import type { Product } from '#features/catalog/schema.ts'
import { orderTotal, readPieces } from '#features/orders/pages/order-total.ts'
import { formatCount } from '#kit/count-text.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { texts } from '#kit/texts.ts'
import { Button } from '#kit/ui/button.tsx'
import { Field, LockedField, TextAreaField } from '#kit/ui/field.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { useFocusOnWrong } from '#kit/ui/use-focus-on-wrong.ts'
import { QuantityField } from './quantity-field.tsx'
import { type Customer, NOT_YET_KNOWN, usePlaceOrder } from './use-place-order.tsx'

const START = String(MINIMUM_ORDER_PIECES)

type OrderFormProps = {
  product: Product
  /** Null until it is known who orders; the form is there and waits. */
  customer: Customer | null
  /** The shop says that price or stock are others by now. */
  onOutdated: () => Promise<void>
}

/** The panel that orders: quantity, what it comes to, who and where to, and one button that says the deed. */
export function OrderForm({ product, customer: known, onOutdated }: OrderFormProps) {
  const customer = known ?? NOT_YET_KNOWN
  const [quantity, setQuantity] = useState(START)
  const pieces = readPieces(quantity)
  const total = orderTotal(product.price, pieces)
  const isSoldOut = product.quantity < MINIMUM_ORDER_PIECES

  const { place, busy, errors, notice } = usePlaceOrder({ product, customer, onOutdated })
  const form = useFocusOnWrong(errors)

  return (
    <form
      ref={form}
      noValidate
      aria-label="Order"
      className="rounded border border-line p-4 md:p-6 lg:sticky lg:top-6"
      onReset={() => setQuantity(START)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSoldOut) void place(event.currentTarget)
      }}
    >
      <fieldset disabled={!known} className="contents">
        <LockedField label="Product name" name="product" value={product.name} className="mb-4 pt-0" />
        <QuantityField
          value={quantity}
          onChange={setQuantity}
          available={product.quantity}
          error={errors.quantity}
        />
        <Total total={total} product={product} />
        <div className="mb-4 grid gap-x-4 sm:grid-cols-2">
          <LockedField label="Price" value={`${formatPrice(product.price)} ${texts.product.perPiece}`} />
          <LockedField label="Name" name="name" value={customer.name} />
          <LockedField label="Email" name="email" value={customer.email} className="sm:col-span-2" />
        </div>
        <Field
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={32}
          required
          defaultValue={customer.phone}
          error={errors.phone}
        />
        <TextAreaField
          label="Address"
          name="address"
          autoComplete="street-address"
          rows={2}
          maxLength={500}
          required
          defaultValue={customer.address}
          error={errors.address}
        />
      </fieldset>
      {notice && (
        <Notice tone="bad" className="mb-4">
          {notice}
        </Notice>
      )}
      <Button
        type="submit"
        busy={busy}
        disabled={isSoldOut || !known}
        aria-describedby={isSoldOut ? 'sold-out' : undefined}
        className="w-full"
      >
        {total === undefined ? 'Place order' : `Place order · ${formatTotal(total)}`}
      </Button>
      {isSoldOut && (
        <p id="sold-out" className="mt-2 text-sm text-wait">
          {`Sold out: ${formatCount(product.quantity)} pieces are left, and an order has at least ${MINIMUM_ORDER_PIECES}.`}
        </p>
      )}
      <noscript>
        <p className="mt-2 text-sm">To order, turn JavaScript on in this browser.</p>
      </noscript>
    </form>
  )
}

function Total({ total, product }: { total: number | undefined; product: Product }) {
  return (
    <div className="mb-2 border-line border-y py-3">
      <div className="flex items-baseline justify-between gap-4">
        <span className="text-muted text-sm">Total</span>
        <output className="font-semibold text-xl">{total === undefined ? '–' : formatTotal(total)}</output>
      </div>
      <p className="text-end text-muted text-sm">
        {`${formatPrice(product.price)} ${texts.product.perPiece} · ${formatTotal(orderTotal(product.price, 100) ?? 0)} per 100`}
      </p>
    </div>
  )
}
