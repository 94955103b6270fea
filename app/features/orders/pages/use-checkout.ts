import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { type CartLine, clearOrdered, leaveOut } from '#features/cart/cart-store.ts'
import { fieldErrors, unwrap } from '#kit/browser/client.ts'
import { isNotFound } from '#kit/browser/is-not-found.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { ordersClient } from '../client.ts'
import { orderPagePath } from '../paths.ts'
import type { PlaceOrder } from '../schema.ts'
import { orderTexts } from '../texts.ts'
import { CONTACT_FIELDS, type ContactTexts, invalidContact } from './contact-texts.ts'
import { isOrderRefused, isProductOutdated, type OrderNotice, orderNotice } from './order-refusals.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'

interface CheckoutOptions {
  readonly email: string
  /** The lines cannot be ordered as they were shown: asks what they are now. */
  readonly onOutdated: () => Promise<void>
  readonly onPlaced: () => void
}

/** Places an order of several lines, and leads to its page. `errors` are those of the fields until they are edited. */
export function useCheckout({ email, onOutdated, onPlaced }: CheckoutOptions) {
  const navigate = useNavigate()
  const idempotencyKey = useIdempotencyKey(email)
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Partial<Record<string, string>> | null>(null)
  const [notice, setNotice] = useState<OrderNotice>()

  const send = async (order: PlaceOrder): Promise<boolean> => {
    try {
      const header = { 'idempotency-key': idempotencyKey.for(order) }
      const placed = await unwrap(ordersClient.order.$post({ json: order, header }))
      idempotencyKey.reset()
      clearOrdered(order.lines ?? [])
      leaveOut([])
      onPlaced()
      notify.success(orderTexts.placed)
      await navigate(orderPagePath(placed._id), { replace: true })
      return true
    } catch (error) {
      if (signOutIfUnauthorized(error)) return false
      if (isOrderRefused(error)) idempotencyKey.reset()
      if (isProductOutdated(error) || isNotFound(error)) {
        await onOutdated()
        return false
      }
      const fields = fieldErrors(error)
      setErrors(fields)
      // Of the lines and the total no field shows an error.
      if (CONTACT_FIELDS.some((field) => field in fields)) return false
      setNotice(orderNotice(error))
      return false
    }
  }
  /** Whether the order was placed. */
  const place = async (
    lines: readonly CartLine[],
    totalPrice: number,
    texts: ContactTexts,
  ): Promise<boolean> => {
    if (isSending.current) return false
    setNotice(undefined)
    const invalid = invalidContact(texts)
    setErrors(invalid)
    if (Object.keys(invalid).length > 0) return false
    isSending.current = true
    setBusy(true)
    const isPlaced = await send({ lines: [...lines], totalPrice, ...contactOf(texts) })
    isSending.current = false
    setBusy(false)
    return isPlaced
  }
  const clearErrors = (...fields: readonly string[]) =>
    setErrors(
      (before) =>
        before && Object.fromEntries(Object.entries(before).filter(([name]) => !fields.includes(name))),
    )
  return { place, busy, errors, clearErrors, notice }
}

/** Phone and address are required; the others are left out when they are empty. */
function contactOf({ phone, address, poNumber, note }: ContactTexts) {
  return {
    phone: phone.trim(),
    address: address.trim(),
    ...(poNumber.trim() && { poNumber: poNumber.trim() }),
    ...(note.trim() && { note: note.trim() }),
  }
}
