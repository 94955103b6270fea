import { timingSafeEqual } from 'node:crypto'
import type Stripe from 'stripe'
import { type EventType, recordEvent } from './events.ts'
import { type Form, readRequired } from './form.ts'
import { type Call, read, save } from './store.ts'
import { type Answer, invalidRequest, StripeFault } from './stripe-fault.ts'

/** The fields of an intent that the publishable key may read: none of the shop's own data. */
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[]

/** The statuses in which an intent can be paid or cancelled; the sandbox has no `requires_confirmation`. */
export const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** Returns the intent if the caller may access it: the publishable key needs its client secret. */
export function authorizeIntent(call: Call, intent: Stripe.PaymentIntent, form: Form): Stripe.PaymentIntent {
  if (!call.publishable) return intent
  const given = readRequired(form, 'client_secret')
  if (!isSame(given, intent.client_secret ?? '')) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  }
  return intent
}

/** Compares secrets in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function viewOf(call: Call, intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  if (!call.publishable) return intent
  return Object.fromEntries(PUBLIC_FIELDS.map((name) => [name, intent[name]]))
}

export const intentAnswer = (call: Call, intent: Stripe.PaymentIntent): Answer => ({
  status: 200,
  body: viewOf(call, intent),
})

/** The refusal of a change that the intent's status does not allow. It contains the intent. */
export function unexpectedState(call: Call, intent: Stripe.PaymentIntent, message: string): StripeFault {
  return new StripeFault(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: viewOf(call, intent),
  })
}

/** The charge that paid an intent. */
export async function chargeOfPayment(call: Call, intentId: string): Promise<string> {
  const intent = await read(call, 'payment_intent', intentId, 'payment_intent')
  if (intent.status === 'succeeded' && typeof intent.latest_charge === 'string') return intent.latest_charge
  throw unexpectedState(
    call,
    intent,
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
  )
}

/** Saves a changed intent and, if given, its event. `dueAt` is when its processing ends (ms). */
export async function saveIntent(
  call: Call,
  intent: Stripe.PaymentIntent,
  event?: EventType,
  dueAt?: number,
): Promise<void> {
  await save(call, 'payment_intent', intent.id, intent, dueAt)
  if (event) await recordEvent(call, event, intent)
}
