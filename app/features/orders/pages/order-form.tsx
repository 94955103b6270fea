import type { Session } from '#features/accounts/browser-session.ts'
import { lineTotal, priceLine } from '#features/catalog/price-line.ts'
import { QuantityField } from '#features/catalog/quantity-field.tsx'
import { isSoldOut, quantityProblem } from '#features/catalog/quantity-terms.ts'
import { QuantityTotal } from '#features/catalog/quantity-total.tsx'
import type { Product } from '#features/catalog/schema.ts'
import { productTexts, soldOutText } from '#features/catalog/texts.ts'
import { formatCount } from '#kit/count-text.ts'
import { e4ToDollars, formatPrice, formatTotal } from '#kit/money.ts'
import { readPieces } from '#kit/read-number.ts'
import { Button } from '#kit/ui/button.tsx'
import { LockedField } from '#kit/ui/field.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { useFocusOnError } from '#kit/ui/use-focus-on-error.ts'
import { OrderRefusal } from './order-refusal.tsx'
import { ShippingFields } from './shipping-fields.tsx'
import type { Customer } from './use-customer.ts'
import { useOrderDraft } from './use-order-draft.ts'
import { usePlaceOrder } from './use-place-order.tsx'

type OrderFormProps = {
  product: Product
  /** Undefined until the page is hydrated; the form is disabled until then. */
  session: Session | undefined
  /** The quantity to begin with, instead of the minimum or the one typed before. */
  asked: string | undefined
  /** Undefined until loaded; quantity and total work meanwhile. */
  customer: Customer | undefined
  /** The order was refused because the price or the stock has changed. */
  onOutdated: () => Promise<void>
}

/** The order form: quantity, total, customer, address, and the button that places the order. */
export function OrderForm({ product, session, asked, customer, onOutdated }: OrderFormProps) {
  const draft = useOrderDraft(product, session?.email, asked)
  const { quantity, phone = customer?.phone, address = customer?.address } = draft.typed
  const pieces = readPieces(quantity)
  const price = formatPrice(e4ToDollars(priceLine(product, pieces ?? product.minimum).priceE4))
  const isOrderable = pieces !== undefined && quantityProblem(product, pieces) === undefined
  const total = isOrderable ? lineTotal(product, pieces) : undefined
  const soldOut = isSoldOut(product)
  const isLoading = phone === undefined || address === undefined
  const isUnchanged = draft.typed.phone === undefined && draft.typed.address === undefined

  const { place, busy, refusal, errors, clearErrors, notice } = usePlaceOrder({
    product,
    onOutdated,
    onBelowMinimum: draft.reset,
    onPlaced: draft.discard,
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
          product={product}
          error={errors.quantity}
        />
        <Total pieces={pieces} price={price} product={product} />
        <div className="mb-4 grid gap-x-4 sm:grid-cols-2">
          <LockedField label="Price" value={`${price} ${productTexts.perPiece}`} />
          <LockedField label="Name" name="name" value={session?.displayName} />
          <LockedField label="Email" name="email" value={session?.email} className="sm:col-span-2" />
        </div>
        <ShippingFields
          phone={phone}
          address={address}
          origin={isUnchanged ? customer?.origin : undefined}
          onChange={change}
          errors={errors}
        />
      </fieldset>
      {draft.restore && <ResetNotice onRestore={draft.restore} />}
      <OrderRefusal notice={notice} className="mb-4" />
      <PlaceButton total={total} product={product} busy={busy} disabled={!session || isLoading} />
    </form>
  )
}

type PlaceButtonProps = {
  /** Undefined when the quantity cannot be ordered: the button promises no total then. */
  total: number | undefined
  product: Product
  busy: boolean
  disabled: boolean
}

/** The button that places the order, with its total, and the reason when it cannot be placed. */
function PlaceButton({ total, product, busy, disabled }: PlaceButtonProps) {
  const soldOut = isSoldOut(product)
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
          {soldOutText(product)}
        </p>
      )}
      <noscript>
        <p className="mt-2 text-sm">To order, turn JavaScript on in this browser.</p>
      </noscript>
    </>
  )
}

type TotalProps = { pieces: number | undefined; price: string; product: Product }

function Total({ pieces, price, product }: TotalProps) {
  const { minimum } = product
  return (
    <div className="mb-2 border-line border-y py-3">
      <QuantityTotal product={product} pieces={pieces} />
      <p className="text-end text-muted text-sm">
        {`${price} ${productTexts.perPiece} · ${formatTotal(lineTotal(product, minimum))} for ${formatCount(minimum)}`}
      </p>
    </div>
  )
}

/** After a reset, offers to restore what the customer typed. */
function ResetNotice({ onRestore }: { onRestore: () => void }) {
  return (
    <Notice
      className="mb-4"
      action={
        <Button variant="secondary" size="sm" onClick={onRestore}>
          Bring them back
        </Button>
      }
    >
      The form was reset. Your phone number and address are kept.
    </Notice>
  )
}
