import type Stripe from 'stripe'
import { behaviourOf } from './cards.ts'
import { disputedAmount } from './disputes.ts'
import { recordEvent } from './events.ts'
import { type Form, readInteger, readMetadata, readRequired, refuseUnknown } from './form.ts'
import { chargeOfPayment } from './intent-access.ts'
import { add, type Call, lock, newStripeId, read, save, seconds } from './store.ts'
import { type Answer, invalidRequest } from './stripe-fault.ts'

/** How long after its creation a refund to one of the slow test cards is settled. */
const SETTLES_AFTER_MS = 5000

export async function createRefund(call: Call, form: Form): Promise<Answer> {
  refuseUnknown(form, ['amount', 'payment_intent', 'metadata'])
  const intentId = readRequired(form, 'payment_intent')
  const charge = await lock(call, 'charge', await chargeOfPayment(call, intentId))
  const amount = amountToRefund(charge, await disputedAmount(call, charge), readInteger(form, 'amount'))
  const slow = await refundBehaviourOf(call, charge)
  const refund: Stripe.Refund = {
    id: newStripeId(call, 're'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(call),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { type: 'card', card: { type: 'refund' } },
    metadata: readMetadata(form),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: slow === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  await add(call, 'refund', refund.id, refund, slow ? call.nowMs + SETTLES_AFTER_MS : null)
  await recordEvent(call, 'refund.created', refund)
  await addRefundedAmount(call, charge, amount)
  return { status: 200, body: refund }
}

/** Settles a slow refund: a pending one succeeds; a succeeded one fails, and the charge is no longer refunded. */
export async function settleRefund(call: Call, refund: Stripe.Refund): Promise<void> {
  if (refund.status === 'pending') {
    const done = { ...refund, status: 'succeeded' }
    await save(call, 'refund', refund.id, done)
    return recordEvent(call, 'refund.updated', done)
  }
  const failed = { ...refund, status: 'failed', failure_reason: 'unknown' }
  await save(call, 'refund', refund.id, failed)
  if (typeof refund.charge === 'string') {
    const charge = await lock(call, 'charge', refund.charge)
    const amount_refunded = charge.amount_refunded - refund.amount
    await save(call, 'charge', charge.id, { ...charge, amount_refunded, refunded: false })
  }
  await recordEvent(call, 'refund.failed', failed)
}

/** While a dispute is open, and once it is lost, its money is the bank's: the rest can be refunded. */
function amountToRefund(charge: Stripe.Charge, disputed: number, wanted: number | undefined): number {
  const left = charge.amount - charge.amount_refunded - disputed
  if (disputed > 0 && (left <= 0 || (wanted !== undefined && wanted > left)))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  if (wanted !== undefined && wanted < 1)
    throw invalidRequest('Invalid positive integer', { param: 'amount' })
  if (wanted !== undefined && wanted > left) {
    throw invalidRequest(
      `Refund amount (${amountText(wanted)}) is greater than unrefunded amount on charge (${amountText(left)})`,
      { param: 'amount' },
    )
  }
  return wanted ?? left
}

const amountText = (cents: number): string => (cents / 100).toFixed(2)

async function refundBehaviourOf(call: Call, charge: Stripe.Charge) {
  const stored = charge.payment_method ? await read(call, 'payment_method', charge.payment_method) : undefined
  return stored && behaviourOf(stored.behaviour).refunds
}

async function addRefundedAmount(call: Call, charge: Stripe.Charge, amount: number): Promise<void> {
  const amount_refunded = charge.amount_refunded + amount
  const changed = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
  await save(call, 'charge', charge.id, changed)
  await recordEvent(call, 'charge.refunded', changed)
}
