import '../tables.ts'
import '#features/payments/tables.ts'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { type Gateway, makeRefund } from '#features/payments/payments.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars, formatTotal, totalToCents } from '#kit/money.ts'
import { keyReused } from '#kit/request-key.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { type Proposal, proposeRefund } from '../records/proposal.ts'
import { findReturn, type ReturnRow } from '../records/return-rows.ts'
import type { RefundReturn } from '../schema.ts'
import { reasonTexts } from '../texts.ts'
import { changeReturn, keepReceived, refuseStale } from './take-step.ts'

type AskedRefund = RefundReturn & { readonly returnId: string; readonly key: string }

type Asked = Parameters<typeof makeRefund>[3]['asked']

/**
 * Settles a return by a refund of what came back, in the way in which all refunds are made: what the pieces cost, with the delivery
 * if that is asked for, by line; less than that as an amount, after which nothing is left to refund for these pieces. The return is claimed in the transaction that reserves the money, so
 * that of two at once one is refunded; what becomes of the refund decides what becomes of the return (triggers of the migration):
 * while nobody knows it is `refunding`, and when it fails it is open again. The same request with the same key refunds once. Refused,
 * with nothing changed: an unknown return (404); one that has changed since it was read or is not to be settled, more than the pieces
 * cost or than is left of the money (409); by the provider: see `refundOrder`.
 */
export async function refundReturn(
  shop: Shop,
  gateway: Gateway,
  staff: SignedInUser,
  request: AskedRefund,
): Promise<ReturnRow> {
  const row = await findReturn(shop.db, request.returnId)
  const amountCents = totalToCents(request.amount)
  if (amountCents === undefined) throw invalidField('amount', 'The amount has whole cents.')
  // Before the earlier request is looked for: what it has refunded is no longer in the proposal.
  const proposal = await proposeRefund(shop.db, staff, row)
  const earlier = await findEarlier(shop.db, staff, request, amountCents)
  await makeRefund(shop, gateway, staff, {
    orderId: row.order_id,
    asked: earlier ?? askedOf(row, request, amountCents, proposal),
    reason: reasonOf(row),
    message: request.message || null,
    restock: false,
    key: request.key,
    claim: (trx, refund) => claim(trx, shop.now(), { request, amountCents, refund }),
  })
  return findReturn(shop.db, request.returnId)
}

/** The staff read it at the refund. */
const reasonOf = ({ reason }: Pick<ReturnRow, 'reason'>): string => `Return: ${reasonTexts[reason]}`

/** What the earlier request with this key has asked for. Refuses (422) the key of another refund. */
async function findEarlier(
  db: Db,
  staff: SignedInUser,
  { key, returnId }: AskedRefund,
  amountCents: number,
): Promise<Asked | undefined> {
  const refund = await db
    .selectFrom('order_refunds')
    .leftJoin('returns', 'returns.refund_id', 'order_refunds.id')
    .select(['returns.id as return_id', 'amount_cents', 'lines', 'delivery_cents'])
    .where('actor_id', '=', staff.id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (!refund) return undefined
  if (refund.return_id !== returnId || refund.amount_cents !== amountCents) throw keyReused('another refund')
  if (refund.lines === null) return { amountCents }
  const lines: { position: number; quantity: number }[] = JSON.parse(refund.lines)
  return { lines, delivery: refund.delivery_cents !== null, isReturned: true }
}

/** By line where the amount is what the pieces cost; less than that is an amount, which settles them. */
function askedOf(
  { state }: ReturnRow,
  { delivery = false }: RefundReturn,
  amountCents: number,
  { pieces, leftPieces, linesCents, deliveryCents, mostCents }: Proposal,
): Asked {
  if (state !== 'received') throw notToSettle()
  const whole = linesCents + (delivery ? deliveryCents : 0)
  if (amountCents > whole)
    throw new AppError(
      'conflict',
      `What came back costs ${text(whole)}${delivery ? ' with the delivery' : ''}. Refund at most that here.`,
    )
  if (amountCents > mostCents)
    throw new AppError('conflict', `${text(mostCents)} of this order can be refunded.`)
  const withDelivery = { delivery: delivery && deliveryCents > 0, isReturned: true }
  if (amountCents === whole && pieces !== undefined) return { lines: pieces, ...withDelivery }
  return { amountCents, settles: { lines: leftPieces, ...withDelivery } }
}

const text = (cents: number): string => formatTotal(centsToDollars(cents))

const notToSettle = (): AppError =>
  new AppError('conflict', 'Only what came back and is not settled can be refunded.')

/** Its order is locked. What it throws takes back the refund. */
async function claim(
  trx: Db,
  at: number,
  {
    request,
    amountCents,
    refund,
  }: {
    request: AskedRefund
    amountCents: number
    refund: { readonly id: string; readonly amount_cents: number }
  },
): Promise<void> {
  const row = await findReturn(trx, request.returnId)
  refuseStale(row, request.revision)
  if (row.state !== 'received') throw notToSettle()
  // Another refund meanwhile has changed what is left of a line.
  if (refund.amount_cents !== amountCents)
    throw new AppError(
      orderRefusals.priceChanged,
      `What came back costs ${text(refund.amount_cents)} now. Look at it again.`,
    )
  await changeReturn(trx, row, {
    state: 'refunding',
    outcome: 'refund',
    refund_id: refund.id,
    changed_at: at,
  })
  await keepReceived(trx, row)
}
