import type Stripe from 'stripe'
import { recordEvent } from './events.ts'
import { type Form, readChoice, refuseUnknown, required } from './form.ts'
import { add, type Call, lock, newStripeId, save, seconds } from './store.ts'
import { type Answer, invalidRequest } from './stripe-fault.ts'

const EVIDENCE_DUE_SECONDS = 7 * 24 * 3600

/** The texts that decide a dispute in Stripe's test mode, sent as `evidence[uncategorized_text]`. */
const DECISIVE_TEXTS = ['winning_evidence', 'losing_evidence'] as const

/** Opens a dispute about a charge: its money is withdrawn until the dispute is decided. */
export async function disputeCharge(call: Call, charge: Stripe.Charge): Promise<void> {
  await save(call, 'charge', charge.id, { ...charge, disputed: true })
  const dispute: Stripe.Dispute = {
    id: newStripeId(call, 'du'),
    object: 'dispute',
    amount: charge.amount,
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
