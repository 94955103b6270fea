import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { confirmWith } from './confirm.ts'
import { recordEvent } from './events.ts'
import { expand, expandAll } from './expand.ts'
import {
  type Form,
  mergeMetadata,
  readChoice,
  readFlag,
  readForm,
  readInteger,
  readList,
  readText,
  refuseUnknown,
  required,
} from './form.ts'
import { authorizeIntent, intentAnswer, saveIntent, unexpectedState } from './intent-access.ts'
import { LIST_PARAMETERS, listAnswer, page } from './lists.ts'
import { methodOf } from './payment-methods.ts'
import { add, type Call, newStripeId, read, seconds } from './store.ts'
import { type Answer, invalidRequest } from './stripe-fault.ts'

/** The parameters for payment method types: of this version of the API, and of earlier ones. */
const TYPE_PARAMETERS = ['allowed_payment_method_types', 'payment_method_types']

const UPDATE_PARAMETERS = [
  'amount',
  'currency',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
  ...TYPE_PARAMETERS,
  'payment_method_options',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'capture_method',
  'expand',
]

const CREATE_PARAMETERS = [
  ...UPDATE_PARAMETERS,
  'automatic_payment_methods',
  'confirm',
  'confirmation_method',
  'error_on_requires_action',
  'off_session',
  'return_url',
  'use_stripe_sdk',
]

const AMOUNT = { minimum: 50, maximum: 99_999_999 }

const CANCELLATION_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const

/** The statuses in which an amount or a card can still be changed. */
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

const CANCELABLE = [...OPEN, 'requires_capture']

export async function createIntent(call: Call, form: Form): Promise<Answer> {
  refuseUnknown(form, CREATE_PARAMETERS)
  refuseUnsupported(form)
  const stored = await methodOf(call, form)
  const id = newStripeId(call, 'pi')
  const intent: Stripe.PaymentIntent = {
    ...NOT_USED,
    id,
    object: 'payment_intent',
    allowed_payment_method_types: 'allowed_payment_method_types' in form ? ['card'] : null,
    amount: required(readAmount(form), 'amount'),
    automatic_payment_methods: readAutomatic(form),
    client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
    created: seconds(call),
    currency: required(readCurrency(form), 'currency'),
    description: readText(form, 'description') ?? null,
    metadata: mergeMetadata({}, form),
    payment_method: stored?.method.id ?? null,
    receipt_email: readText(form, 'receipt_email') ?? null,
    status: stored ? 'requires_confirmation' : 'requires_payment_method',
  }
  await add(call, 'payment_intent', id, intent)
  await recordEvent(call, 'payment_intent.created', intent)
  if (readFlag(form, 'confirm')) return confirmWith(call, form, intent, stored)
  return intentAnswer(call, await expand(call, form, intent))
}

export async function retrieveIntent(call: Call, form: Form, id: string): Promise<Answer> {
  refuseUnknown(form, ['client_secret', 'expand'])
  const intent = authorizeIntent(call, await read(call, 'payment_intent', id, 'intent'), form)
  return intentAnswer(call, await expand(call, form, intent))
}

export async function listIntents(call: Call, form: Form): Promise<Answer> {
  refuseUnknown(form, LIST_PARAMETERS)
  const { rows, hasMore } = await page(call, 'payment_intent', form)
  return listAnswer('/v1/payment_intents', await expandAll(call, form, rows), hasMore)
}

export async function updateIntent(call: Call, form: Form, intent: Stripe.PaymentIntent): Promise<Answer> {
  refuseUnknown(form, UPDATE_PARAMETERS)
  refuseUnsupported(form)
  const fixed = ['amount', 'currency', 'payment_method', 'payment_method_data'].find((name) => name in form)
  if (fixed && !OPEN.includes(intent.status)) {
    throw unexpectedState(
      call,
      intent,
      `This PaymentIntent's ${fixed} could not be updated because it has a status of ${intent.status}. You may only update the ${fixed} of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`,
    )
  }
  const stored = await methodOf(call, form)
  const changed: Stripe.PaymentIntent = {
    ...intent,
    amount: readAmount(form) ?? intent.amount,
    currency: readCurrency(form) ?? intent.currency,
    description: readText(form, 'description') ?? intent.description,
    receipt_email: readText(form, 'receipt_email') ?? intent.receipt_email,
    metadata: mergeMetadata(intent.metadata, form),
    ...(stored && { payment_method: stored.method.id, status: 'requires_confirmation', next_action: null }),
  }
  await saveIntent(call, changed)
  return intentAnswer(call, await expand(call, form, changed))
}

export async function cancelIntent(call: Call, form: Form, intent: Stripe.PaymentIntent): Promise<Answer> {
  refuseUnknown(form, ['cancellation_reason', 'expand'])
  const reason = readChoice(form, 'cancellation_reason', CANCELLATION_REASONS)
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      call,
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
    )
  }
  const changed: Stripe.PaymentIntent = {
    ...intent,
    canceled_at: seconds(call),
    cancellation_reason: reason ?? null,
    next_action: null,
    status: 'canceled',
  }
  await saveIntent(call, changed, 'payment_intent.canceled')
  return intentAnswer(call, await expand(call, form, changed))
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
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
}

/** Refuses parameters that the sandbox does not support. */
function refuseUnsupported(form: Form): void {
  for (const param of TYPE_PARAMETERS) {
    const other = readList(form, param).find((type) => type !== 'card')
    if (other) throw invalidRequest(`The sandbox takes cards only, not "${other}".`, { param })
  }
  if (readText(form, 'capture_method') === 'manual') {
    throw invalidRequest('The sandbox captures at once; capture_method=manual is not supported.', {
      param: 'capture_method',
    })
  }
}

function readAutomatic(form: Form): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  const automatic = readForm(form, 'automatic_payment_methods')
  if (!automatic) {
    return TYPE_PARAMETERS.some((name) => name in form) ? null : { allow_redirects: 'always', enabled: true }
  }
  return {
    allow_redirects: readChoice(automatic, 'allow_redirects', ['always', 'never']) ?? 'always',
    enabled: readFlag(automatic, 'enabled') ?? false,
  }
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
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > AMOUNT.maximum) {
    throw invalidRequest('Amount must be no more than $999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return amount
}

function readCurrency(form: Form): string | undefined {
  const currency = readText(form, 'currency')?.toLowerCase()
  if (currency === undefined || currency === 'usd') return currency
  throw invalidRequest(`Invalid currency: ${currency}. The sandbox supports usd.`, { param: 'currency' })
}
