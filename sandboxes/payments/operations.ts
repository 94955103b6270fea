import type Stripe from 'stripe'
import { authenticateIntent, confirmIntent } from './confirm.ts'
import { createDispute, updateDispute } from './disputes.ts'
import { listEvents } from './events.ts'
import type { Form } from './form.ts'
import { authorizeIntent } from './intent-access.ts'
import { cancelIntent, createIntent, retrieveIntent } from './intents.ts'
import { listOf } from './lists.ts'
import { createMethod } from './payment-methods.ts'
import { createRefund } from './refunds.ts'
import { type Call, lock } from './store.ts'
import type { Answer } from './stripe-fault.ts'

/** One operation of the API. The publishable key may use the public ones only. */
export interface Operation {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly public?: true
  run(call: Call, form: Form, id: string): Promise<Answer>
}

/** An operation on one intent, which is locked: concurrent operations run one after the other. */
const onIntent =
  (run: (call: Call, form: Form, intent: Stripe.PaymentIntent) => Promise<Answer>): Operation['run'] =>
  async (call, form, id) =>
    run(call, form, authorizeIntent(call, await lock(call, 'payment_intent', id), form))

export const OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/v1/payment_intents', run: createIntent },
  { method: 'GET', path: '/v1/payment_intents/:id', public: true, run: retrieveIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', public: true, run: onIntent(confirmIntent) },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', run: onIntent(cancelIntent) },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/authenticate',
    public: true,
    run: onIntent(authenticateIntent),
  },
  { method: 'POST', path: '/v1/payment_methods', public: true, run: createMethod },
  { method: 'GET', path: '/v1/charges', run: listOf('charge') },
  { method: 'POST', path: '/v1/refunds', run: createRefund },
  { method: 'GET', path: '/v1/refunds', run: listOf('refund') },
  { method: 'GET', path: '/v1/disputes', run: listOf('dispute') },
  { method: 'POST', path: '/v1/disputes', run: createDispute },
  { method: 'POST', path: '/v1/disputes/:id', run: updateDispute },
  { method: 'GET', path: '/v1/events', run: listEvents },
]
