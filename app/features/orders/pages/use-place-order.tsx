import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import type { Product } from '#features/catalog/schema.ts'
import { fieldErrors, unwrap } from '#kit/browser/client.ts'
import { readPieces } from '#kit/read-number.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { ordersClient } from '../client.ts'
import { orderTotal } from '../order-total.ts'
import { MY_ORDERS_PATH, placedState } from '../paths.ts'
import type { PlaceOrder } from '../schema.ts'
import { belowMinimumText, orderTexts } from '../texts.ts'
import { invalidContact } from './contact-texts.ts'
import { isOrderRefused, isProductOutdated, type OrderNotice, orderNotice } from './order-refusals.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'

/** The values of the form. `quantity` is the typed text. */
interface FilledForm {
  readonly name: string
  readonly email: string
  readonly quantity: string
  readonly phone: string
  readonly address: string
}

type Errors = Partial<Record<string, string>>

interface UsePlaceOrderOptions {
  readonly product: Product
  readonly onOutdated: () => Promise<void>
  /** The specification resets the form then. */
  readonly onBelowMinimum: () => void
  readonly onPlaced: () => void
}

/**
 * Places the order of a form. `refusal` has the errors of the last attempt by field, `errors` those that `clearErrors` has
 * not removed since. `notice` is shown above the button.
 */
export function usePlaceOrder({ product, onOutdated, onBelowMinimum, onPlaced }: UsePlaceOrderOptions) {
  const navigate = useNavigate()
  const idempotencyKey = useIdempotencyKey()
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Errors | null>(null)
  const [cleared, setCleared] = useState<ReadonlySet<string>>(NO_FIELDS)
  const [notice, setNotice] = useState<OrderNotice>()

  const showRefusal = (fields: Errors | null) => {
    setRefusal(fields)
    setCleared(NO_FIELDS)
  }
  const send = async (order: PlaceOrder) => {
    try {
      const header = { 'idempotency-key': idempotencyKey.for(order) }
      const placed = await unwrap(ordersClient.order.$post({ json: order, header }))
      onPlaced()
      notify.success(orderTexts.placed)
      await navigate(MY_ORDERS_PATH, { state: placedState(placed._id) })
    } catch (error) {
      if (signOutIfUnauthorized(error)) return
      if (isOrderRefused(error)) idempotencyKey.reset()
      if (isProductOutdated(error)) await onOutdated()
      const fields = fieldErrors(error)
      showRefusal(fields)
      if (Object.keys(fields).some((name) => SHOWN_FIELDS.includes(name))) return
      setNotice(orderNotice(error))
    }
  }

  const place = async ({ name, email, quantity, phone, address }: FilledForm) => {
    if (isSending.current) return
    const pieces = readPieces(quantity)
    setNotice(undefined)
    showRefusal(null)
    if (pieces !== undefined && pieces < product.minimum) {
      onBelowMinimum()
      notify.error(belowMinimumText(product.minimum))
      return
    }
    const totalPrice = orderTotal(product, pieces)
    const invalid = validateForm({ quantity, phone, address })
    if (invalid || pieces === undefined || totalPrice === undefined) return showRefusal(invalid ?? {})
    isSending.current = true
    setBusy(true)
    const ordered = { product: product.name, productId: product._id, quantity: pieces, totalPrice }
    await send({ ...ordered, name, email, phone: phone.trim(), address: address.trim() })
    isSending.current = false
    setBusy(false)
  }
  const clearErrors = (...fields: readonly string[]) =>
    setCleared((before) => new Set([...before, ...fields]))
  const errors = Object.fromEntries(Object.entries(refusal ?? {}).filter(([field]) => !cleared.has(field)))

  return { place, busy, refusal, errors, clearErrors, notice }
}

const NO_FIELDS: ReadonlySet<string> = new Set()

const SHOWN_FIELDS = ['quantity', 'phone', 'address']

/** The errors that the browser can find by itself, by field; undefined when there are none. */
function validateForm({
  quantity,
  ...contact
}: Pick<FilledForm, 'quantity' | 'phone' | 'address'>): Errors | undefined {
  const isWhole = readPieces(quantity) !== undefined
  const errors = {
    ...(!isWhole && { quantity: 'The quantity is a whole number of pieces.' }),
    ...invalidContact(contact),
  }
  return Object.keys(errors).length > 0 ? errors : undefined
}
