import Stripe from 'stripe'
import { type Form, readForm, readInteger, readList, refuseUnknown } from './form.ts'
import { LIST_PARAMETERS, listAnswer, page } from './lists.ts'
import { add, type Call, newStripeId, seconds } from './store.ts'
import type { Answer } from './stripe-fault.ts'

/** The types that the shop's webhook is subscribed to; the others can only be listed. */
const DELIVERED = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const

export type EventType =
  | (typeof DELIVERED)[number]
  | 'payment_intent.created'
  | 'charge.succeeded'
  | 'charge.failed'

interface SandboxEvent {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly data: { readonly object: object }
  readonly livemode: false
  readonly pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  readonly type: EventType
}

/** An event and its number of failed deliveries. */
export interface StoredEvent {
  readonly event: SandboxEvent
  readonly attempts: number
}

/** Records an event in the transaction of the change itself, for the webhook and the list. */
export async function recordEvent(call: Call, type: EventType, object: object): Promise<void> {
  const delivered = DELIVERED.some((known) => known === type)
  const event: SandboxEvent = {
    id: newStripeId(call, 'evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: seconds(call),
    data: { object },
    livemode: false,
    pending_webhooks: delivered ? 1 : 0,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  }
  await add(call, 'event', event.id, { event, attempts: 0 }, delivered ? call.nowMs : null)
}

/** The newest events, of the given types and since a second if they are given. */
export async function listEvents(call: Call, form: Form): Promise<Answer> {
  refuseUnknown(form, [...LIST_PARAMETERS, 'created', 'types'])
  const created = readForm(form, 'created') ?? {}
  refuseUnknown(created, ['gte'])
  const { rows, hasMore } = await page(
    call,
    'event',
    form,
    { type: readList(form, 'types') },
    readInteger(created, 'gte'),
  )
  return listAnswer(
    '/v1/events',
    rows.map((row) => row.event),
    hasMore,
  )
}
