import type Stripe from 'stripe'
import type { Decline } from './cards.ts'
import { recordEvent } from './events.ts'
import type { StoredMethod } from './payment-methods.ts'
import { add, type Call, newStripeId, seconds } from './store.ts'

/** How long after a payment with the dispute card its holder disputes it. */
const DISPUTE_AFTER_MS = 5000

/** Adds the charge of an attempt, succeeded or declined, and its event. */
export async function addCharge(
  call: Call,
  intent: Stripe.PaymentIntent,
  { method, behaviour }: StoredMethod,
  decline?: Decline,
): Promise<Stripe.Charge> {
  const charge: Stripe.Charge = {
    ...moneyOf(intent, decline),
    id: newStripeId(call, 'ch'),
    object: 'charge',
    billing_details: { ...method.billing_details },
    created: seconds(call),
    description: intent.description,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    outcome: outcomeOf(decline),
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(intent, method) },
    receipt_email: intent.receipt_email,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    ...NOT_USED,
  }
  const disputed = !decline && behaviour === 'disputes'
  await add(call, 'charge', charge.id, charge, disputed ? call.nowMs + DISPUTE_AFTER_MS : null)
  await recordEvent(call, decline ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

const NOT_USED = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: null,
  customer: null,
  failure_balance_transaction: null,
  fraud_details: {},
  on_behalf_of: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  transfer_data: null,
  transfer_group: null,
}

function moneyOf(intent: Stripe.PaymentIntent, decline: Decline | undefined) {
  return {
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    captured: !decline,
    currency: intent.currency,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    paid: !decline,
    refunded: false,
    status: decline ? ('failed' as const) : ('succeeded' as const),
  }
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  const approved = {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: 'approved_by_network',
    reason: null,
    risk_level: 'normal',
    seller_message: 'Payment complete.',
    type: 'authorized',
  }
  if (!decline) return approved
  return {
    ...approved,
    network_status: 'declined_by_network',
    reason: decline.decline_code,
    seller_message: 'The bank did not accept this payment.',
    type: 'issuer_declined',
  }
}

function cardDetails(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.Charge.PaymentMethodDetails.Card {
  const card = method.card
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    electronic_commerce_indicator: null,
    exp_month: card?.exp_month ?? 0,
    exp_year: card?.exp_year ?? 0,
    fingerprint: null,
    funding: card?.funding ?? null,
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    network: card?.brand ?? null,
    network_transaction_id: null,
    regulated_status: card?.regulated_status ?? null,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}
