import type Stripe from 'stripe'
import { type BehaviourName, type Card, readCard, readyMadeCard } from './cards.ts'
import { type Form, readForm, readRequired, readText, refuseUnknown } from './form.ts'
import { add, type Call, newStripeId, read, seconds } from './store.ts'
import { type Answer, invalidRequest } from './stripe-fault.ts'

/** A payment method and, instead of the card's number, how its bank behaves. */
export interface StoredMethod {
  readonly method: Stripe.PaymentMethod
  readonly behaviour: BehaviourName
}

const METHOD_PARAMETERS = [
  'type',
  'card',
  'billing_details',
  // What a browser may send besides, in part Stripe's own script about itself; the sandbox ignores it.
  ...[
    'allow_redisplay',
    'guid',
    'metadata',
    'muid',
    'pasted_fields',
    'payment_user_agent',
    'referrer',
    'sid',
  ],
  'time_on_page',
]

const ADDRESS_FIELDS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const

export async function createMethod(call: Call, form: Form): Promise<Answer> {
  return { status: 200, body: (await addMethod(call, form)).method }
}

/**
 * The method that a confirm names, by its id or by its data; undefined when it names none.
 * Throws Stripe's card errors if the data are invalid.
 */
export async function methodOf(call: Call, form: Form): Promise<StoredMethod | undefined> {
  const id = readText(form, 'payment_method')
  if (id !== undefined) return methodById(call, id)
  const data = readForm(form, 'payment_method_data')
  return data && addMethod(call, data)
}

async function methodById(call: Call, id: string): Promise<StoredMethod> {
  const card = readyMadeCard(id, call.nowMs)
  return card ? store(call, card, emptyBilling()) : read(call, 'payment_method', id, 'payment_method')
}

async function addMethod(call: Call, form: Form): Promise<StoredMethod> {
  refuseUnknown(form, METHOD_PARAMETERS)
  const type = readRequired(form, 'type')
  if (type !== 'card') throw invalidRequest(`The sandbox takes cards only, not "${type}".`, { param: 'type' })
  return store(call, readCard(form, 'card', call.nowMs), readBilling(form))
}

async function store(
  call: Call,
  card: Card,
  billing: Stripe.PaymentMethod.BillingDetails,
): Promise<StoredMethod> {
  const method: Stripe.PaymentMethod = {
    id: newStripeId(call, 'pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: shownCard(card),
    created: seconds(call),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  const stored = { method, behaviour: card.behaviour }
  await add(call, 'payment_method', method.id, stored)
  return stored
}

function shownCard(card: Card): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.cvcGiven ? 'unchecked' : null,
    },
    country: 'US',
    display_brand: card.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: null,
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

const emptyBilling = (): Stripe.PaymentMethod.BillingDetails => ({
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
})

function readBilling(form: Form): Stripe.PaymentMethod.BillingDetails {
  const at = (name: string): string | null => readText(form, `billing_details[${name}]`) ?? null
  const address = Object.fromEntries(
    ADDRESS_FIELDS.map((name) => [name, readText(form, `billing_details[address][${name}]`) ?? null]),
  ) as Record<(typeof ADDRESS_FIELDS)[number], string | null>
  return { ...emptyBilling(), address, email: at('email'), name: at('name'), phone: at('phone') }
}
