import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { MINIMUM_ORDER_PIECES } from '#features/catalog/minimum-order.ts'
import type { Product } from '#features/catalog/schema.ts'
import { ordersClient } from '#features/orders/client.ts'
import type { PlaceOrder } from '#features/orders/schema.ts'
import { fieldErrors, ProblemError, problemText, unwrap } from '#kit/browser/client.ts'
import { ADDRESS, phoneProblem, textProblem } from '#kit/contact-rules.ts'
import { readPieces } from '#kit/read-number.ts'
import { notify } from '#kit/ui/toaster.tsx'
import { orderTotal } from '../order-total.ts'
import { orderRefusals } from '../refusals.ts'
import { orderTexts } from '../texts.ts'

/** An order as it stands in the form. `quantity` is what was typed. */
interface FilledForm {
  readonly name: string
  readonly email: string
  readonly quantity: string
  readonly phone: string
  readonly address: string
}

type Errors = Partial<Record<string, string>>

/** Why the order was not placed, as a sentence, when no field of the form is to blame. */
interface PlaceOrderNotice {
  readonly text: string
  /** An account whose e-mail is not confirmed may have more unpaid orders once it is. */
  readonly isTooManyUnpaid: boolean
}

interface PlaceOrderProps {
  readonly product: Product
  readonly onOutdated: () => Promise<void>
  /** The form has to start over, as the specification says. */
  readonly onBelowMinimum: () => void
  readonly onPlaced: () => void
}

/**
 * Places the order of a form. What is wrong with it (`refusal`) is said at the fields, in `errors` until `clearErrors` is told
 * that a field was changed, or above the button (`notice`).
 */
export function usePlaceOrder({ product, onOutdated, onBelowMinimum, onPlaced }: PlaceOrderProps) {
  const navigate = useNavigate()
  const attemptKey = useAttemptKey()
  const underWay = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Errors | null>(null)
  const [forgiven, setForgiven] = useState<ReadonlySet<string>>(NONE)
  const [notice, setNotice] = useState<PlaceOrderNotice>()

  const refuse = (fields: Errors | null) => {
    setRefusal(fields)
    setForgiven(NONE)
  }
  const send = async (order: PlaceOrder) => {
    try {
      const header = { 'idempotency-key': attemptKey.of(order) }
      await unwrap(ordersClient.order.$post({ json: order, header }))
      onPlaced()
      notify.success(orderTexts.placed)
      await navigate('/dashboard/myorders')
    } catch (error) {
      if (signOutIfUnauthorized(error)) return
      if (isRefusal(error)) attemptKey.forget()
      if (isOutdated(error)) await onOutdated()
      const fields = fieldErrors(error)
      refuse(fields)
      if (Object.keys(fields).some((name) => SHOWN_FIELDS.includes(name))) return
      setNotice({ text: problemText(error), isTooManyUnpaid: isTooManyUnpaid(error) })
    }
  }

  const place = async ({ name, email, quantity, phone, address }: FilledForm) => {
    if (underWay.current) return
    const pieces = readPieces(quantity)
    setNotice(undefined)
    refuse(null)
    if (pieces !== undefined && pieces < MINIMUM_ORDER_PIECES) {
      onBelowMinimum()
      notify.error(orderTexts.belowMinimum)
      return
    }
    const totalPrice = orderTotal(product.price, pieces)
    const wrong = whatIsWrong({ quantity, phone, address })
    if (wrong || pieces === undefined || totalPrice === undefined) return refuse(wrong ?? {})
    underWay.current = true
    setBusy(true)
    const ordered = { product: product.name, productId: product._id, quantity: pieces, totalPrice }
    await send({ ...ordered, name, email, phone: phone.trim(), address: address.trim() })
    underWay.current = false
    setBusy(false)
  }
  const clearErrors = (...fields: readonly string[]) =>
    setForgiven((before) => new Set([...before, ...fields]))
  const errors = Object.fromEntries(Object.entries(refusal ?? {}).filter(([field]) => !forgiven.has(field)))

  return { place, busy, refusal, errors, clearErrors, notice }
}

const NONE: ReadonlySet<string> = new Set()

const SHOWN_FIELDS = ['quantity', 'phone', 'address']

/** What the browser can see itself, in the shop's words; undefined when that is nothing. */
function whatIsWrong({
  quantity,
  phone,
  address,
}: Pick<FilledForm, 'quantity' | 'phone' | 'address'>): Errors | undefined {
  const problems = {
    quantity: readPieces(quantity) === undefined ? 'The quantity is a whole number of pieces.' : undefined,
    phone: phoneProblem(phone),
    address: textProblem(address, ADDRESS),
  }
  const errors = Object.entries(problems).filter(([, problem]) => problem !== undefined)
  return errors.length > 0 ? Object.fromEntries(errors) : undefined
}

/** The shop has said no, so that nothing was ordered; silence and its own failures say nothing. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError && error.status >= 400 && error.status < 500

const isOutdated = (error: unknown): boolean =>
  error instanceof ProblemError &&
  (error.code === orderRefusals.priceChanged.code || error.code === orderRefusals.outOfStock.code)

const isTooManyUnpaid = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === orderRefusals.tooManyUnpaid.code

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
