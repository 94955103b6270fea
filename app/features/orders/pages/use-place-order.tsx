import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { endDeadSession } from '#features/accounts/parts.tsx'
import { MINIMUM_ORDER_PIECES } from '#features/catalog/minimum-order.ts'
import type { Product } from '#features/catalog/schema.ts'
import { ordersClient } from '#features/orders/client.ts'
import { orderTotal, readPieces } from '#features/orders/pages/order-total.ts'
import type { PlaceOrder } from '#features/orders/schema.ts'
import { fieldErrors, ProblemError, problemText, unwrap } from '#kit/http/client.ts'
import { texts } from '#kit/texts.ts'
import { notify } from '#kit/ui/toaster.tsx'

/** Who orders; phone and address are what the account has, or empty. */
export type Customer = { name: string; email: string; phone: string; address: string }

/** Until the browser has said who orders. */
export const NOT_YET_KNOWN: Customer = { name: '…', email: '…', phone: '', address: '' }

type Errors = Partial<Record<string, string>>

type PlaceOrderProps = { product: Product; customer: Customer; onOutdated: () => Promise<void> }

/**
 * Places the order of a form. What is wrong is said at the field (`errors`) or above the button (`notice`), and
 * nothing typed is lost, but for a quantity below the minimum: then the form starts over, as the specification says.
 */
export function usePlaceOrder({ product, customer, onOutdated }: PlaceOrderProps) {
  const navigate = useNavigate()
  const attemptKey = useAttemptKey()
  const underWay = useRef(false)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [notice, setNotice] = useState<string>()

  const send = async (order: PlaceOrder) => {
    try {
      const header = { 'idempotency-key': attemptKey.of(order) }
      await unwrap(ordersClient.order.$post({ json: order, header }))
      notify.success(texts.order.placed)
      await navigate('/dashboard/myorders')
    } catch (error) {
      if (endDeadSession(error)) return
      if (isRefusal(error)) attemptKey.forget()
      if (isOutdated(error)) await onOutdated()
      const fields = fieldErrors(error)
      setErrors(fields)
      if (!Object.keys(fields).some((name) => SHOWN_FIELDS.includes(name))) setNotice(problemText(error))
    }
  }

  const place = async (form: HTMLFormElement) => {
    if (underWay.current) return
    const typed = readForm(form)
    setNotice(undefined)
    setErrors({})
    if (typed.pieces !== undefined && typed.pieces < MINIMUM_ORDER_PIECES) {
      form.reset()
      notify.error(texts.order.belowMinimum)
      return
    }
    const wrong = whatIsWrong(typed)
    const { pieces, phone, address } = typed
    const totalPrice = orderTotal(product.price, pieces)
    if (wrong || pieces === undefined || totalPrice === undefined) return setErrors(wrong ?? {})
    underWay.current = true
    setBusy(true)
    const { name, email } = customer
    const ordered = { product: product.name, productId: product._id, quantity: pieces, totalPrice }
    await send({ ...ordered, name, email, phone, address })
    underWay.current = false
    setBusy(false)
  }

  return { place, busy, errors, notice }
}

const SHOWN_FIELDS = ['quantity', 'phone', 'address']

function readForm(form: HTMLFormElement) {
  const fields = new FormData(form)
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  return { pieces: readPieces(text('quantity')), phone: text('phone'), address: text('address') }
}

/** What the browser can see itself; undefined when that is nothing. */
function whatIsWrong({ pieces, phone, address }: ReturnType<typeof readForm>): Errors | undefined {
  const errors: Errors = {
    ...(pieces === undefined && { quantity: 'The quantity is a whole number of pieces.' }),
    ...wrongText('phone', 'The phone number', phone),
    ...wrongText('address', 'The address', address),
  }
  return Object.keys(errors).length > 0 ? errors : undefined
}

function wrongText(field: string, what: string, value: string): Errors {
  if (value === '') return { [field]: `${what} is required.` }
  if (value.length < 5) return { [field]: `${what} has to have at least 5 characters.` }
  return {}
}

/** The shop has said no, so that nothing was ordered; silence and its own failures say nothing. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError && error.status >= 400 && error.status < 500

const isOutdated = (error: unknown): boolean =>
  error instanceof ProblemError && (error.code === 'price_changed' || error.code === 'out_of_stock')

/**
 * Names an attempt to order: the same order keeps its key until it succeeded or was refused, so that trying again
 * after a dead line never orders twice.
 */
function useAttemptKey() {
  const attempt = useRef<{ order: string; key: string }>(undefined)
  return {
    of: (order: PlaceOrder): string => {
      const asked = JSON.stringify(order)
      if (attempt.current?.order !== asked) attempt.current = { order: asked, key: randomKey() }
      return attempt.current.key
    },
    forget: () => {
      attempt.current = undefined
    },
  }
}

/** `randomUUID` is missing where the shop is served without HTTPS. */
function randomKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
