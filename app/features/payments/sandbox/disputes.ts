import type Stripe from 'stripe'
import { recordEvent } from './events.ts'
import { type Call, newStripeId, save, seconds } from './store.ts'

const EVIDENCE_DUE_SECONDS = 7 * 24 * 3600

/** The holder of the dispute test card complains of a charge. Only the event tells; the sandbox has no calls for disputes. */
export async function disputeCharge(call: Call, charge: Stripe.Charge): Promise<void> {
  await save(call, 'charge', charge.id, { ...charge, disputed: true })
  await recordEvent(call, 'charge.dispute.created', {
    id: newStripeId(call, 'du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(call),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence_details: {
      due_by: seconds(call) + EVIDENCE_DUE_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  })
}
