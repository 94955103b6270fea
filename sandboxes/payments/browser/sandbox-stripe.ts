import type {
  ConfirmCardPaymentData,
  ConfirmCardPaymentOptions,
  CreatePaymentMethodData,
  PaymentIntent,
  PaymentIntentResult,
  PaymentMethodResult,
  Stripe,
  StripeError,
} from '@stripe/stripe-js'
import { showAuthenticationDialog } from './authentication-dialog.ts'
import { createCardElement, type SandboxCardElement } from './card-element.ts'
import { type ApiResult, createSandboxApi, type FormValues, type SandboxApi } from './sandbox-api.ts'

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

const UNSUPPORTED: StripeError = {
  type: 'invalid_request_error',
  message: 'The payment sandbox makes no tokens. Use confirmCardPayment or createPaymentMethod.',
}

type Cards = WeakMap<object, SandboxCardElement>

/**
 * The part of Stripe.js that card payments need, connected to the shop's own sandbox. Like Stripe's, its calls resolve
 * to `{error}` and do not reject.
 */
export function createSandboxStripe(publishableKey: string, address?: string): Stripe {
  const api = createSandboxApi(publishableKey, address)
  const cards: Cards = new WeakMap()
  const sandbox = {
    elements: () => createElements(cards),
    createToken: async () => ({ error: UNSUPPORTED }),
    createPaymentMethod: (data: CreatePaymentMethodData) => createMethod(api, cards, data),
    confirmCardPayment: (
      clientSecret: string,
      data?: ConfirmCardPaymentData,
      options?: ConfirmCardPaymentOptions,
    ) => confirmCardPayment(api, cards, clientSecret, data, options),
    retrievePaymentIntent: async (clientSecret: string): Promise<PaymentIntentResult> =>
      resultOf(await api.retrieveIntent(clientSecret)),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
  return sandbox as unknown as Stripe
}

/** A group of elements, which like Stripe's has at most one card at a time. */
function createElements(cards: Cards) {
  let card: SandboxCardElement | undefined
  return {
    create: (type: string, options: { disabled?: boolean } = {}) => {
      if (type !== 'card') throw new Error(`The payment sandbox has the card element only, not "${type}".`)
      if (card) throw new Error('Can only create one Element of type card through one instance of Elements.')
      card = createCardElement(options, () => {
        card = undefined
      })
      cards.set(card.element, card)
      return card.element
    },
    // react-stripe-js passes the component, which has the type.
    getElement: (type: string | { __elementType?: string }) =>
      (typeof type === 'string' ? type : type.__elementType) === 'card' ? (card?.element ?? null) : null,
    update: () => undefined,
    fetchUpdates: async () => ({}),
    submit: async () => ({}),
  }
}

async function confirmCardPayment(
  api: SandboxApi,
  cards: Cards,
  clientSecret: string,
  data: ConfirmCardPaymentData | undefined,
  options: ConfirmCardPaymentOptions | undefined,
): Promise<PaymentIntentResult> {
  const collected = collect(cards, data?.payment_method)
  if ('error' in collected) return collected
  const confirmed = await api.confirmIntent(clientSecret, collected.values)
  const requiresAction = 'ok' in confirmed && confirmed.ok.status === 'requires_action'
  if (!requiresAction || options?.handleActions === false) return resultOf(confirmed)
  return afterTestPage(await api.authenticate(clientSecret, await showAuthenticationDialog()))
}

async function createMethod(
  api: SandboxApi,
  cards: Cards,
  data: CreatePaymentMethodData,
): Promise<PaymentMethodResult> {
  const { card, billing_details } = data as { card?: object; billing_details?: FormValues }
  const collected = collectCard(cards, card)
  if ('error' in collected) return collected
  const created = await api.createMethod({ type: 'card', card: collected.card, billing_details })
  return 'ok' in created ? { paymentMethod: created.ok } : created
}

/** The form values that name the payment method, by its id or by the content of the card element. */
function collect(
  cards: Cards,
  method: ConfirmCardPaymentData['payment_method'],
): { values: FormValues } | { error: StripeError } {
  if (method === undefined) return { values: {} }
  if (typeof method === 'string') return { values: { payment_method: method } }
  const { card, billing_details } = method as { card?: object; billing_details?: FormValues }
  const collected = collectCard(cards, card)
  if ('error' in collected) return collected
  return { values: { payment_method_data: { type: 'card', card: collected.card, billing_details } } }
}

function collectCard(
  cards: Cards,
  element: object | undefined,
): { card: FormValues } | { error: StripeError } {
  const known = element && cards.get(element)
  if (!known) throw new Error('The payment sandbox takes a card element that it has made itself.')
  return known.collect()
}

function resultOf(result: ApiResult<PaymentIntent>): PaymentIntentResult {
  return 'ok' in result ? { paymentIntent: result.ok } : result
}

/** After the bank's page, an intent that is open again was refused by the holder or by the bank. */
function afterTestPage(result: ApiResult<PaymentIntent>): PaymentIntentResult {
  if ('error' in result || result.ok.status !== 'requires_payment_method') return resultOf(result)
  const reason: StripeError = result.ok.last_payment_error ?? { type: 'card_error' }
  const message =
    reason.code === 'payment_intent_authentication_failure' ? AUTHENTICATION_FAILED : reason.message
  return { error: { ...reason, ...(message && { message }), payment_intent: result.ok } }
}
