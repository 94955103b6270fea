import type { Session } from '#features/accounts/browser-session.ts'
import { ConfirmEmailLink } from '#features/accounts/components.tsx'
import { isSoldOut, MINIMUM_ORDER_PIECES, priceOfMinimum } from '#features/catalog/minimum-order.ts'
import type { Product } from '#features/catalog/schema.ts'
import { productTexts } from '#features/catalog/texts.ts'
import { formatCount } from '#kit/count-text.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { readPieces } from '#kit/read-number.ts'
import { Button } from '#kit/ui/button.tsx'
import { LockedField } from '#kit/ui/field.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { useFocusOnError } from '#kit/ui/use-focus-on-error.ts'
import { orderTotal } from '../order-total.ts'
import { QuantityField } from './quantity-field.tsx'
import { ShippingFields } from './shipping-fields.tsx'
import type { Customer } from './use-customer.ts'
import { useOrderDraft } from './use-order-draft.ts'
import { usePlaceOrder } from './use-place-order.tsx'

type OrderFormProps = {
  product: Product
  /** Undefined until the page is awake and knows who orders; the form is there and waits. */
  session: Session | undefined
  /** Undefined until the shop has said how to reach them; quantity and total work meanwhile. */
  customer: Customer | undefined
  /** The shop says that price or stock are others by now. */
  onOutdated: () => Promise<void>
}

/** The panel that orders: quantity, what it comes to, who and where to, and one button that says the deed. */
export function OrderForm({ product, session, customer, onOutdated }: OrderFormProps) {
  const draft = useOrderDraft(product._id, session?.email)
  const { quantity, phone = customer?.phone, address = customer?.address } = draft.typed
  const total = orderTotal(product.price, readPieces(quantity))
  const soldOut = isSoldOut(product.quantity)
  const isLoading = phone === undefined || address === undefined
  const isAsItCame = draft.typed.phone === undefined && draft.typed.address === undefined

  const { place, busy, refusal, errors, clearErrors, notice } = usePlaceOrder({
    product,
    onOutdated,
    onBelowMinimum: draft.reset,
    onPlaced: draft.forget,
  })
  const form = useFocusOnError(refusal)
  const change = (part: Parameters<typeof draft.change>[0]) => {
    clearErrors(...Object.keys(part))
    draft.change(part)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Order"
      aria-busy={isLoading}
      className="rounded border border-line p-4 md:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!session || isLoading || soldOut) return
        const { displayName: name, email } = session
        void place({ name, email, quantity, phone, address })
      }}
    >
      <fieldset disabled={!session || soldOut} className="contents">
        <LockedField label="Product name" name="product" value={product.name} className="mb-4 pt-0" />
        <QuantityField
          value={quantity}
          onChange={(text) => change({ quantity: text })}
          available={product.quantity}
          error={errors.quantity}
        />
        <Total total={total} product={product} />
        <div className="mb-4 grid gap-x-4 sm:grid-cols-2">
          <LockedField label="Price" value={`${formatPrice(product.price)} ${productTexts.perPiece}`} />
          <LockedField label="Name" name="name" value={session?.displayName} />
          <LockedField label="Email" name="email" value={session?.email} className="sm:col-span-2" />
        </div>
        <ShippingFields
          phone={phone}
          address={address}
          origin={isAsItCame ? customer?.origin : undefined}
          onChange={change}
          errors={errors}
        />
      </fieldset>
      {draft.bringBack && <WayBack onBringBack={draft.bringBack} />}
      {notice && (
        <Notice tone="bad" className="mb-4" action={notice.isTooManyUnpaid && <ConfirmEmailLink />}>
          {notice.text}
        </Notice>
      )}
      <PlaceOrder total={total} available={product.quantity} busy={busy} disabled={!session || isLoading} />
    </form>
  )
}

type PlaceOrderProps = {
  total: number | undefined
  /** Pieces in stock. */
  available: number
  busy: boolean
  disabled: boolean
}

/** The button that places the order, with what it comes to; and why it cannot be placed. */
function PlaceOrder({ total, available, busy, disabled }: PlaceOrderProps) {
  const soldOut = isSoldOut(available)
  return (
    <>
      <Button
        type="submit"
        busy={busy}
        disabled={disabled || soldOut}
        aria-describedby={soldOut ? 'sold-out' : undefined}
        className="w-full"
      >
        {total === undefined || soldOut ? 'Place order' : `Place order · ${formatTotal(total)}`}
      </Button>
      {soldOut && (
        <p id="sold-out" className="mt-2 text-sm text-wait">
          {`Sold out: ${formatCount(available)} pieces are left, and an order has at least ${MINIMUM_ORDER_PIECES}.`}
        </p>
      )}
      <noscript>
        <p className="mt-2 text-sm">To order, turn JavaScript on in this browser.</p>
      </noscript>
    </>
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
        {`${formatPrice(product.price)} ${productTexts.perPiece} · ${formatTotal(priceOfMinimum(product.price))} per ${MINIMUM_ORDER_PIECES}`}
      </p>
    </div>
  )
}

/** After a reset: what the customer typed is one click away. */
function WayBack({ onBringBack }: { onBringBack: () => void }) {
  return (
    <Notice
      className="mb-4"
      action={
        <Button variant="secondary" size="sm" onClick={onBringBack}>
          Bring them back
        </Button>
      }
    >
      The form was reset. Your phone number and address are kept.
    </Notice>
  )
}
