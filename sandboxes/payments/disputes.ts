import type Stripe from 'stripe'
import { recordEvent } from './events.ts'
import { expand, expandAll } from './expand.ts'
import { type Form, mergeMetadata, readFlag, readText, refuseUnknown } from './form.ts'
import { LIST_PARAMETERS, listAnswer, page } from './lists.ts'
import { add, type Call, lock, newStripeId, read, save, seconds } from './store.ts'
import { type Answer, invalidRequest } from './stripe-fault.ts'

const EVIDENCE_DUE_SECONDS = 7 * 24 * 3600

/** The texts that decide a dispute in Stripe's test mode, sent as `evidence[uncategorized_text]`. */
const VERDICTS: Readonly<Record<string, 'won' | 'lost'>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
}

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

export async function retrieveDispute(call: Call, form: Form, id: string): Promise<Answer> {
  refuseUnknown(form, ['expand'])
  return { status: 200, body: await expand(call, form, await read(call, 'dispute', id)) }
}

export async function listDisputes(call: Call, form: Form): Promise<Answer> {
  refuseUnknown(form, [...LIST_PARAMETERS, 'charge', 'payment_intent'])
  const given = (name: string) => [readText(form, name)].filter((value) => value !== undefined)
  const { rows, hasMore } = await page(call, 'dispute', form, {
    charge: given('charge'),
    payment_intent: given('payment_intent'),
  })
  return listAnswer('/v1/disputes', await expandAll(call, form, rows), hasMore)
}

/** Adds evidence; once it is submitted, Stripe's test texts decide the dispute. */
export async function updateDispute(call: Call, form: Form, id: string): Promise<Answer> {
  refuseUnknown(form, ['evidence', 'submit', 'metadata', 'expand'])
  const old = await openDispute(call, id)
  const text = readText(form, 'evidence[uncategorized_text]')
  const submitted = text !== undefined && readFlag(form, 'submit') !== false
  const evidence_details = {
    ...old.evidence_details,
    has_evidence: old.evidence_details.has_evidence || text !== undefined,
    submission_count: old.evidence_details.submission_count + (submitted ? 1 : 0),
  }
  const dispute: Stripe.Dispute = {
    ...old,
    evidence: { ...old.evidence, ...(text !== undefined && { uncategorized_text: text }) },
    evidence_details,
    metadata: mergeMetadata(old.metadata, form),
    status: submitted ? (VERDICTS[text] ?? 'under_review') : old.status,
  }
  return saveDispute(call, form, dispute)
}

/** Accepts the dispute, which loses it. */
export async function closeDispute(call: Call, form: Form, id: string): Promise<Answer> {
  refuseUnknown(form, ['expand'])
  return saveDispute(call, form, { ...(await openDispute(call, id)), status: 'lost' })
}

async function openDispute(call: Call, id: string): Promise<Stripe.Dispute> {
  const dispute = await lock(call, 'dispute', id)
  if (!isDecided(dispute)) return dispute
  throw invalidRequest('This dispute is already closed')
}

const isDecided = ({ status }: Stripe.Dispute): boolean => status === 'won' || status === 'lost'

async function saveDispute(call: Call, form: Form, dispute: Stripe.Dispute): Promise<Answer> {
  await save(call, 'dispute', dispute.id, dispute)
  await recordEvent(call, isDecided(dispute) ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
  if (dispute.status === 'won') await recordEvent(call, 'charge.dispute.funds_reinstated', dispute)
  return { status: 200, body: await expand(call, form, dispute) }
}
