import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Session } from '#features/accounts/browser-session.ts'
import { HoldNote } from '#features/accounts/unconfirmed-email.tsx'
import { YourPrice } from '#features/agreed-prices/components.tsx'
import type { OwnPart } from '#features/agreed-prices/own-prices.ts'
import type { Product } from '#features/catalog/schema.ts'
import {
  ContactFields,
  type ContactTexts,
  checkContact,
  contactOf,
  useContactForm,
} from '#features/order-changes/components.tsx'
import { placedPath, placedState } from '#features/orders/paths.ts'
import { belowMinimumText } from '#features/orders/texts.ts'
import { lineTotal, orderTotal, priceLine } from '#features/pricing/price-line.ts'
import { QuantityField } from '#features/pricing/quantity-field.tsx'
import { isSoldOut, quantityProblem } from '#features/pricing/quantity-terms.ts'
import { QuantityTotal } from '#features/pricing/quantity-total.tsx'
import { priceTexts, soldOutText } from '#features/pricing/texts.ts'
import type { Quote } from '#features/quote/schema.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { e4ToDollars, formatPrice, formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { LockedField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import type { Customer } from '../customer/fetch-customer.ts'
import { sumOf } from '../form/checkout-texts.ts'
import { OrderRefusal } from '../form/order-refusal.tsx'
import { isProductOutdated } from '../form/order-refusals.ts'
import { usePlaceOrder } from '../form/use-place-order.ts'
import { isBelowMinimum } from './below-minimum.ts'
import { HomeDelivery, useHomeQuote } from './home-delivery.tsx'

type OrderFormProps = {
  product: OwnPart<Product>
  /** The prices are not known yet to be those of the customer. */
  isWaiting: boolean
  /** Undefined until the page is hydrated; the form is disabled until then. */
  session: Session | undefined
  /** The quantity to begin with, instead of the smallest or the one typed before. */
  asked: string | undefined
  /** Undefined until loaded; quantity and total work meanwhile. */
  customer: Customer | undefined
  /** The order was refused because the price or the stock has changed. */
  onOutdated: () => Promise<void>
}

/** The order form: quantity, total, customer, address, and the button that places the order. */
export function OrderForm(props: OrderFormProps) {
  const { product, session, isWaiting } = props
  const { typedQuantity, pieces, orderable, home, restore, ...checked } = useOrderForm(props)
  const { form, fields, busy, error, errors, clearError, isLoading } = checked
  const price = formatPrice(e4ToDollars(priceLine(product, pieces ?? product.minimum).priceE4))
  return (
    <form {...form} aria-label="Order" className="rounded border border-line p-4 md:p-6">
      <fieldset disabled={!session || isSoldOut(product)} className="contents">
        <LockedField label="Product name" name="product" value={product.name} className="mb-4 pt-0" />
        <QuantityField
          value={typedQuantity.text}
          onChange={(text) => {
            clearError('quantity')
            typedQuantity.change(text)
          }}
          product={product}
          error={errors.quantity}
        />
        <div className={isWaiting ? 'list-price' : undefined}>
          <Total pieces={pieces} price={price} product={product} />
          <LockedFields price={price} session={session} />
        </div>
        <ContactFields {...fields} hasPurchase />
        {session && orderable && <HomeDelivery product={product} pieces={orderable} quote={home.quote} />}
      </fieldset>
      {restore && <ResetNotice onRestore={restore} />}
      <OrderRefusal error={error} className="mb-4" />
      <HoldNote className="mb-2" />
      <PlaceButton
        product={product}
        total={
          isWaiting
            ? undefined
            : orderable && (home.quote ? sumOf(home.quote) : lineTotal(product, orderable))
        }
        busy={busy}
        disabled={!session || isLoading || isWaiting}
      />
    </form>
  )
}

/** What is typed into the form, what that costs, and placing the order. */
function useOrderForm({ product, session, asked, customer, onOutdated }: OrderFormProps) {
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder()
  const typedQuantity = useQuantity(product, session?.email, asked)
  const pieces = readPieces(typedQuantity.text)
  const [restore, setRestore] = useState<() => void>()
  const orderable = orderablePieces(product, pieces)
  const home = useHomeQuote(product, session && orderable)
  const isTooFew = isBelowMinimum(typedQuantity.text, product.minimum)
  const { draft, ...checked } = useContactForm({
    email: session?.email,
    drafts: DRAFTS,
    saved: customer,
    check: (texts) =>
      isTooFew ? [] : [...(pieces === undefined ? noPieces(typedQuantity.text) : []), ...checkContact(texts)],
    send: async (texts) => {
      if (isTooFew) return resetForm(texts)
      const totalPrice = orderTotal(product, pieces)
      if (!session || pieces === undefined || totalPrice === undefined) return
      const { displayName: name, email } = session
      const line = { product: product.name, productId: product._id, quantity: pieces, totalPrice }
      try {
        const placed = await placeOrder({
          ...line,
          ...payableOf(home.quote),
          name,
          email,
          ...contactOf(texts),
        })
        typedQuantity.forget()
        draft.forget()
        // An unpaid order lapses, so the next step is to pay; My Orders is one click from there.
        await navigate(placedPath(placed), { replace: true, state: placedState(placed._id) })
      } catch (thrown) {
        if (isProductOutdated(thrown)) {
          home.retry()
          await onOutdated()
        }
        throw thrown
      }
    },
  })
  /** The specification resets the form below the minimum. What was in it besides the quantity can be brought back. */
  const resetForm = (texts: ContactTexts) => {
    typedQuantity.discard()
    const bringBack = draft.empty()
    if (Object.values(texts).some(Boolean)) {
      setRestore(() => () => {
        bringBack()
        setRestore(undefined)
      })
    }
    checked.form.ref.current?.querySelector<HTMLElement>('[name=quantity]')?.focus()
    notify.error(belowMinimumText(product.minimum))
  }
  return { ...checked, typedQuantity, pieces, orderable, home, restore }
}

const DRAFTS = {
  phone: 'phone',
  address: 'address',
  poNumber: 'PO number',
  note: 'note',
} as const

const noPieces = (text: string) => [
  {
    pointer: '#/quantity',
    detail: text.trim() ? 'The quantity is a whole number of pieces.' : 'The quantity is required.',
  },
]

/**
 * The quantity as it is typed, kept over a reload; at first the smallest that can be ordered. `asked` is the one in the address,
 * which replaces the kept one.
 */
function useQuantity(product: Product, email: string | undefined, asked: string | undefined) {
  const { _id, minimum } = product
  const given = asked === undefined ? {} : { quantity: asked }
  const { typed, change, forget } = useTypedText(email, { quantity: `quantity of ${_id}` }, given)
  return {
    text: typed.quantity ?? (quantityProblem(product, minimum) === undefined ? String(minimum) : ''),
    change: (text: string) => {
      forgetAskedQuantity()
      change({ quantity: text })
    },
    discard: () => {
      forgetAskedQuantity()
      change({ quantity: '' })
    },
    forget,
  }
}

/** Removes the quantity from the address without a navigation, so that a reload restores what was typed since. */
function forgetAskedQuantity(): void {
  const { search, pathname } = window.location
  if (search) window.history.replaceState(window.history.state, '', pathname)
}

/** The pieces when so many can be ordered. */
const orderablePieces = (product: Product, pieces: number | undefined): number | undefined =>
  pieces === undefined || isSoldOut(product) || quantityProblem(product, pieces) !== undefined
    ? undefined
    : pieces

/** What a customer cannot choose. */
const LockedFields = ({ price, session }: { price: string; session: Session | undefined }) => (
  <div className="mb-4 grid gap-x-4 sm:grid-cols-2">
    <LockedField label="Price" value={`${price} ${priceTexts.perPiece}`} />
    <LockedField label="Name" name="name" value={session?.displayName} />
    <LockedField label="Email" name="email" value={session?.email} className="sm:col-span-2" />
  </div>
)

/** What the buyer was told beside the total. Without a difference the order is that of the specification. */
const payableOf = (quote: Quote | undefined) =>
  quote && sumOf(quote) !== quote.totalPrice ? { payable: sumOf(quote) } : {}

type PlaceButtonProps = {
  product: Product
  /** Undefined when the quantity cannot be ordered. */
  total: number | undefined
  busy: boolean
  disabled: boolean
}

/** The button that places the order, with its total if the quantity can be ordered; the reason when nothing can. */
function PlaceButton({ product, total, busy, disabled }: PlaceButtonProps) {
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
        {total === undefined ? 'Place order' : `Place order · ${formatTotal(total)}`}
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

type TotalProps = { pieces: number | undefined; price: string; product: OwnPart<Product> }

function Total({ pieces, price, product }: TotalProps) {
  const { minimum } = product
  return (
    <div className="mb-2 border-line border-y py-3">
      <QuantityTotal product={product} pieces={pieces} />
      <p className="text-end text-muted text-sm">
        {`${price} ${priceTexts.perPiece} · ${formatTotal(lineTotal(product, minimum))} for ${formatCount(minimum)}`}
        {product.listPrices && <YourPrice />}
      </p>
    </div>
  )
}

/** After a reset, offers to restore phone, address and note. */
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
      The form was reset. What you had typed besides the quantity can be brought back.
    </Notice>
  )
}
