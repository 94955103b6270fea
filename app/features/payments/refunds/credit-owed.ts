import { type Issuer, invoiceOwed, issueDueDocuments } from '#features/invoices/invoices.ts'
import { readRefundedParts } from '#features/orders/left-to-refund.ts'
import {
  findInvoicedOrder,
  type LockedOrder,
  lockOrder,
  recordMoneyBack,
  settleIfReceived,
} from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { findLastReceipt } from '../account/receipt-rows.ts'
import type { RefundRow } from '../provider/gateway.ts'
import { creditId } from './credit-id.ts'
import { backOf, recordRefund, recordStep } from './record-refunds.ts'
import type { RefundChange } from './refund-changes.ts'

/**
 * Credits what an order on account is not to pay, in the transaction that has reserved it as a refund: a credit note lowers what is open,
 * no money moves. An order that is shipped in part has its invoice from then on. Nothing open any more, after money was received, it is paid.
 */
export async function creditOwed(
  trx: Db,
  shop: Shop,
  issuer: Issuer,
  { order, refund }: { readonly order: LockedOrder; readonly refund: RefundRow },
): Promise<void> {
  const { settings, at } = issuer
  const { timeZone } = settings.delivery
  const fromCents = order.refunded_cents
  const toCents = fromCents + refund.amount_cents
  const refundId = creditId(refund.id)
  const change: RefundChange = {
    ...{ id: refund.id, refundId, state: 'succeeded', failure: null, refund, isMade: true },
  }
  const before = await findInvoicedOrder(trx, order.id)
  await recordRefund(trx, order, change, at)
  const [recorded] = await recordMoneyBack(trx, order, {
    money: { refundedCents: toCents, refundingCents: order.refunding_cents, disputes: [] },
    steps: [
      {
        ...{ actor: refund.actor_id, toCents, hasFailed: false },
        back: backOf(change, toCents >= order.total_cents),
      },
    ],
    ...{ isShippedAgain: false, at, timeZone },
  })
  const step = { actor: refund.actor_id, fromCents, toCents, change }
  await recordStep(trx, order.id, step, at, recorded)
  await settleCredited(trx, order.id, { actor: refund.actor_id, at, timeZone })
  await invoiceOwed(trx, shop, issuer, order.id, before)
  const isAmount = refund.lines === null && refund.delivery_cents === null
  await issueDueDocuments(trx, shop, {
    orderId: order.id,
    due: {
      cameBack: [],
      paid: [
        {
          ...{ refundId, amountCents: refund.amount_cents, createdAt: at, state: 'succeeded' },
          ...(!isAmount && { parts: readRefundedParts(refund) }),
        },
      ],
    },
    ...{ seller: settings.seller, at, timeZone },
  })
}

async function settleCredited(
  trx: Db,
  orderId: string,
  credited: { readonly actor: string; readonly at: number; readonly timeZone: string },
): Promise<void> {
  const order = await lockOrder(trx, orderId)
  const last = order && order.received_cents > 0 ? await findLastReceipt(trx, orderId) : undefined
  if (order && last)
    await settleIfReceived(trx, order, { ...credited, receiptId: last.id, reference: last.reference })
}
