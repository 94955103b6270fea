import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { CURRENCIES } from '#kit/identity/currencies.ts'
import { recordEvent } from './events.ts'
import { type Form, readInteger, readList, readMetadata, readText, refuseUnknown, required } from './form.ts'
import { authorizeIntent, intentAnswer, OPEN, saveIntent, unexpectedState } from './intent-access.ts'
import { add, type Call, newStripeId, read, seconds } from './store.ts'
import { type Answer, invalidRequest } from './stripe-fault.ts'

const TYPES = 'allowed_payment_method_types'

const AMOUNT = { minimum: 50, maximum: 99_999_999 }

export async function createIntent(call: Call, form: Form): Promise<Answer> {
  refuseUnknown(form, ['amount', 'currency', 'metadata', TYPES])
  const other = readList(form, TYPES).find((type) => type !== 'card')
  if (other) throw invalidRequest(`The sandbox takes cards only, not "${other}".`, { param: TYPES })
  const id = newStripeId(call, 'pi')
  const intent: Stripe.PaymentIntent = {
    ...NOT_USED,
    id,
    object: 'payment_intent',
    allowed_payment_method_types: TYPES in form ? ['card'] : null,
    amount: required(readAmount(form), 'amount'),
    automatic_payment_methods: TYPES in form ? null : { allow_redirects: 'always', enabled: true },
    client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
    created: seconds(call),
    currency: required(readCurrency(form), 'currency'),
    metadata: readMetadata(form),
    status: 'requires_payment_method',
  }
  await add(call, 'payment_intent', id, intent)
  await recordEvent(call, 'payment_intent.created', intent)
  return intentAnswer(call, intent)
}

export async function retrieveIntent(call: Call, form: Form, id: string): Promise<Answer> {
  refuseUnknown(form, ['client_secret', 'expand'])
  const intent = await read(call, 'payment_intent', id, 'intent')
  return intentAnswer(call, authorizeIntent(call, intent, form))
}

export async function cancelIntent(call: Call, form: Form, intent: Stripe.PaymentIntent): Promise<Answer> {
  refuseUnknown(form, [])
  if (!OPEN.includes(intent.status)) {
    throw unexpectedState(
      call,
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${OPEN.join(', ')}.`,
    )
  }
  const changed: Stripe.PaymentIntent = {
    ...intent,
    canceled_at: seconds(call),
    next_action: null,
    status: 'canceled',
  }
  await saveIntent(call, changed, 'payment_intent.canceled')
  return intentAnswer(call, changed)
}

const NOT_USED = {
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async' as const,
  confirmation_method: 'automatic' as const,
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
}

function readAmount(form: Form): number | undefined {
  const amount = readInteger(form, 'amount')
  if (amount === undefined) return undefined
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount < AMOUNT.minimum) {
    throw invalidRequest('Amount must be at least 50 cents', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > AMOUNT.maximum) {
    throw invalidRequest('Amount must be no more than 999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return amount
}

function readCurrency(form: Form): string | undefined {
  const currency = readText(form, 'currency')?.toLowerCase()
  if (currency === undefined || CURRENCIES.includes(currency)) return currency
  throw invalidRequest(`Invalid currency: ${currency}. The sandbox supports: ${CURRENCIES.join(', ')}.`, {
    param: 'currency',
  })
}
