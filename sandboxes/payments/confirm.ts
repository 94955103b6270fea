import type Stripe from 'stripe'
import { behaviourOf, type Decline } from './cards.ts'
import { addCharge } from './charges.ts'
import { type Form, readChoice, refuseUnknown, required } from './form.ts'
import { intentAnswer, OPEN, saveIntent, unexpectedState, viewOf } from './intent-access.ts'
import { methodOf, type StoredMethod } from './payment-methods.ts'
import { type Call, newStripeId, read } from './store.ts'
import { type Answer, type FaultBody, faultAnswer } from './stripe-fault.ts'

/** How long a card that processes stays `processing`. */
const PROCESSING_MS = 4000

const CONFIRM_PARAMETERS = [
  'client_secret',
  'payment_method',
  'payment_method_data',
  // What a browser may send besides, in part by Stripe's own script; the sandbox ignores it.
  ...['client_context', 'error_on_requires_action', 'expand', 'expected_payment_method_type', 'mandate_data'],
  ...['off_session', 'payment_method_options', 'payment_method_types', 'radar_options', 'receipt_email'],
  ...['return_url', 'setup_future_usage', 'shipping', 'use_stripe_sdk'],
]

const AUTHENTICATION_FAILED: FaultBody = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
}

/** Charges the card, asks for 3-D Secure or begins processing. A decline is kept on the intent, which can be tried again. */
export async function confirmIntent(call: Call, form: Form, intent: Stripe.PaymentIntent): Promise<Answer> {
  refuseUnknown(form, CONFIRM_PARAMETERS)
  if (!OPEN.includes(intent.status)) {
    throw unexpectedState(
      call,
      intent,
      `This PaymentIntent's payment_method could not be updated because it has a status of ${intent.status}. You may only update the payment_method of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`,
    )
  }
  const stored = await methodOf(call, form)
  if (!stored) {
    throw unexpectedState(
      call,
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  }
  return behaviourOf(stored.behaviour).authenticates
    ? intentAnswer(call, await requireAuthentication(call, intent, stored))
    : attempt(call, intent, stored)
}

/** The sandbox's own operation: sets the outcome of the bank's authentication page. */
export async function authenticateIntent(
  call: Call,
  form: Form,
  intent: Stripe.PaymentIntent,
): Promise<Answer> {
  refuseUnknown(form, ['client_secret', 'outcome'])
  const outcome = required(readChoice(form, 'outcome', ['succeeded', 'failed']), 'outcome')
  if (intent.status !== 'requires_action' || typeof intent.payment_method !== 'string') {
    throw unexpectedState(
      call,
      intent,
      `This PaymentIntent has a status of ${intent.status} and awaits no authentication.`,
    )
  }
  const stored = await read(call, 'payment_method', intent.payment_method)
  if (outcome === 'succeeded') {
    const { body } = await attempt(call, intent, stored)
    // The authentication succeeded, even if the charge is then declined.
    return 'error' in body
      ? intentAnswer(call, await read(call, 'payment_intent', intent.id))
      : { status: 200, body }
  }
  const failed = refused(intent, { ...AUTHENTICATION_FAILED, payment_method: stored.method })
  await saveIntent(call, failed, 'payment_intent.payment_failed')
  return intentAnswer(call, failed)
}

/** Ends the processing of an intent with its card's outcome. Does nothing if it is no longer processing. */
export async function finishProcessing(call: Call, intent: Stripe.PaymentIntent): Promise<void> {
  if (intent.status !== 'processing' || typeof intent.payment_method !== 'string')
    return saveIntent(call, intent)
  const stored = await read(call, 'payment_method', intent.payment_method)
  const { decline } = behaviourOf(stored.behaviour)
  if (decline) await declineIntent(call, intent, stored, decline)
  else await succeed(call, intent, stored)
}

async function attempt(call: Call, intent: Stripe.PaymentIntent, stored: StoredMethod): Promise<Answer> {
  const { decline, processes } = behaviourOf(stored.behaviour)
  if (!processes && decline) return declineIntent(call, intent, stored, decline)
  const changed = await (processes ? beginProcessing(call, intent, stored) : succeed(call, intent, stored))
  return intentAnswer(call, changed)
}

async function succeed(
  call: Call,
  intent: Stripe.PaymentIntent,
  stored: StoredMethod,
): Promise<Stripe.PaymentIntent> {
  const charge = await addCharge(call, intent, stored)
  const changed: Stripe.PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: stored.method.id,
    processing: null,
    status: 'succeeded',
  }
  await saveIntent(call, changed, 'payment_intent.succeeded')
  return changed
}

async function beginProcessing(
  call: Call,
  intent: Stripe.PaymentIntent,
  stored: StoredMethod,
): Promise<Stripe.PaymentIntent> {
  const changed: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: null,
    payment_method: stored.method.id,
    processing: { type: 'card', card: {} },
    status: 'processing',
  }
  await saveIntent(call, changed, 'payment_intent.processing', call.nowMs + PROCESSING_MS)
  return changed
}

async function declineIntent(
  call: Call,
  intent: Stripe.PaymentIntent,
  stored: StoredMethod,
  decline: Decline,
): Promise<Answer> {
  const charge = await addCharge(call, intent, stored, decline)
  const error: FaultBody = {
    type: 'card_error',
    ...decline,
    charge: charge.id,
    payment_method: stored.method,
  }
  const changed = { ...refused(intent, error), latest_charge: charge.id }
  await saveIntent(call, changed, 'payment_intent.payment_failed')
  return faultAnswer(402, { ...error, payment_intent: viewOf(call, changed) })
}

/** An intent after an attempt that failed: open for the next, with the reason on it. */
function refused(intent: Stripe.PaymentIntent, error: FaultBody): Stripe.PaymentIntent {
  return {
    ...intent,
    last_payment_error: error as Stripe.PaymentIntent.LastPaymentError,
    next_action: null,
    payment_method: null,
    processing: null,
    status: 'requires_payment_method',
  }
}

async function requireAuthentication(
  call: Call,
  intent: Stripe.PaymentIntent,
  stored: StoredMethod,
): Promise<Stripe.PaymentIntent> {
  const sdk: Stripe.PaymentIntent.NextAction['use_stripe_sdk'] = {
    type: 'three_d_secure_redirect',
    source: newStripeId(call, 'src'),
    stripe_js: `/sandbox/stripe/v1/payment_intents/${intent.id}/authenticate`,
  }
  const changed: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: sdk },
    payment_method: stored.method.id,
    status: 'requires_action',
  }
  await saveIntent(call, changed, 'payment_intent.requires_action')
  return changed
}
