import type Stripe from 'stripe'
import { recordEvent } from './events.ts'
import { type Form, readChoice, readInteger, readRequired, refuseUnknown, required } from './form.ts'
import { chargeOfPayment } from './intent-access.ts'
import { page } from './lists.ts'
import { add, type Call, lock, newStripeId, save, seconds } from './store.ts'
import { type Answer, invalidRequest } from './stripe-fault.ts'

const EVIDENCE_DUE_SECONDS = 7 * 24 * 3600

/** The texts that decide a dispute in Stripe's test mode, sent as `evidence[uncategorized_text]`. */
const DECISIVE_TEXTS = ['winning_evidence', 'losing_evidence'] as const

/**
 * Opens a dispute about a part of a payment, or about all that is left of it. Stripe has no such call, since cardholders
 * dispute at their banks: it belongs to the sandbox.
 */
export async function createDispute(call: Call, form: Form): Promise<Answer> {
  refuseUnknown(form, ['amount', 'payment_intent'])
  const charge = await lock(call, 'charge', await chargeOfPayment(call, readRequired(form, 'payment_intent')))
  const amount = readInteger(form, 'amount')
  const left = Math.max(charge.amount - charge.amount_refunded - (await disputedAmount(call, charge)), 0)
  if (left === 0 || (amount !== undefined && (amount < 1 || amount > left)))
    throw invalidRequest(`There are ${left} cents of this payment to dispute`, { param: 'amount' })
  return { status: 200, body: await openDispute(call, charge, amount ?? left) }
}

/** What the disputes of a charge keep or took: all but those that were won. */
export async function disputedAmount(call: Call, { id }: Stripe.Charge): Promise<number> {
  const { rows } = await page(call, 'dispute', { limit: '100' }, { charge: [id] })
  return rows.filter(({ status }) => status !== 'won').reduce((sum, { amount }) => sum + amount, 0)
}

/** Opens the dispute of the card whose holder disputes: about all of the charge, as banks do also after a refund. */
export async function disputeCharge(call: Call, charge: Stripe.Charge): Promise<void> {
  await openDispute(call, charge, charge.amount)
}

/** Its money is withdrawn until the dispute is decided. */
async function openDispute(call: Call, charge: Stripe.Charge, amount: number): Promise<Stripe.Dispute> {
  await save(call, 'charge', charge.id, { ...charge, disputed: true })
  const dispute: Stripe.Dispute = {
    id: newStripeId(call, 'du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(call),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: seconds(call) + EVIDENCE_DUE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
  await add(call, 'dispute', dispute.id, dispute)
  await recordEvent(call, 'charge.dispute.created', dispute)
  await recordEvent(call, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Submits evidence, which decides the dispute. */
export async function updateDispute(call: Call, form: Form, id: string): Promise<Answer> {
  refuseUnknown(form, ['evidence'])
  const param = 'evidence[uncategorized_text]'
  const text = required(readChoice(form, param, DECISIVE_TEXTS), param)
  const old = await lock(call, 'dispute', id)
  if (old.status !== 'needs_response') throw invalidRequest('This dispute is already closed')
  const dispute: Stripe.Dispute = {
    ...old,
    evidence: { ...old.evidence, uncategorized_text: text },
    evidence_details: { ...old.evidence_details, has_evidence: true, submission_count: 1 },
    status: text === 'winning_evidence' ? 'won' : 'lost',
  }
  await save(call, 'dispute', id, dispute)
  await recordEvent(call, 'charge.dispute.closed', dispute)
  if (dispute.status === 'won') await recordEvent(call, 'charge.dispute.funds_reinstated', dispute)
  return { status: 200, body: dispute }
}
