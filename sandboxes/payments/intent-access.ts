import { timingSafeEqual } from 'node:crypto'
import type Stripe from 'stripe'
import { type EventType, recordEvent } from './events.ts'
import { type Form, readRequired } from './form.ts'
import { type Call, save } from './store.ts'
import { type Answer, invalidRequest, StripeFault } from './stripe-fault.ts'

/** What the publishable key may see of an intent: nothing that the shop has noted for itself. */
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

/** Gives the intent back if the caller may have it: the publishable key has to bring its client secret. */
export function openIntent(call: Call, intent: Stripe.PaymentIntent, form: Form): Stripe.PaymentIntent {
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

/** Compares secrets without telling by the time it takes how much of them fits. */
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

/** The refusal of a change that the intent's status does not allow; the intent as it is goes with it. */
export function unexpectedState(call: Call, intent: Stripe.PaymentIntent, message: string): StripeFault {
  return new StripeFault(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: viewOf(call, intent),
  })
}

/** Writes a changed intent and, when the change has one, its event. `dueAt` is when its processing ends. */
export async function saveIntent(
  call: Call,
  intent: Stripe.PaymentIntent,
  event?: EventType,
  dueAt?: number,
): Promise<void> {
  await save(call, 'payment_intent', intent.id, intent, dueAt)
  if (event) await recordEvent(call, event, intent)
}
