import '../tables.ts'
import { createHmac } from 'node:crypto'
import { changeOrder } from '#features/order-changes/order-changes.ts'
import {
  findOrder,
  findPayableOrder,
  LINK_ACTOR,
  lockFor,
  type Order,
  type PayableOrder,
} from '#features/orders/orders.ts'
import type { Tax } from '#features/tax/schema.ts'
import { hashToken, TOKEN_BYTES } from '#kit/link-token.ts'
import { AppError } from '#kit/server/app-error.ts'
import { countHit, type Limit, refuseWhenUsedUp } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '#kit/time.ts'
import { alreadyPaid, secretToPay } from '../paying/open-intent.ts'
import { refuseOtherSum, settleTransaction } from '../paying/pay-order.ts'
import type { Gateway } from '../provider/gateway.ts'
import type { LinkedOrder, LinkedSums } from '../schema.ts'

/** Calls and pages with a token that opens nothing. */
export const LINK_GUESS_LIMIT: Limit = {
  name: 'link-guess',
  what: 'wrong tokens of payment links',
  address: 60,
  windowMs: MINUTE_MS,
  always: true,
}

/** How long a link shows that its order is paid. */
const SHOWN_AFTER_PAYMENT_MS = HOUR_MS

/** How long the receipt of a paid order can be read. After that nothing reads the row of its link. */
export const RECEIPT_MS = 90 * DAY_MS

const receiptEnd = ({ paidAt }: PayableOrder): number => (paidAt ?? Number.NEGATIVE_INFINITY) + RECEIPT_MS

/** When a link of this order ends, unless the customer or the end of the order ends it earlier. */
export const linkEnd = ({ paidAt, holdUntil }: PayableOrder): number =>
  paidAt === null ? holdUntil : paidAt + SHOWN_AFTER_PAYMENT_MS

/**
 * The order that a link opens. Refused: a token that opens none, for whatever reason, with the same 404, which counts as a
 * wrong guess of the caller's address; more than 60 of them in a minute with 429, then the right token too, since
 * guessing would go on otherwise.
 */
export async function openLink(shop: Shop, token: string, address: string): Promise<PayableOrder> {
  return open(shop, { token, address, column: 'token_hash', endOf: linkEnd })
}

/** As {@link openLink}, also between the end of the hold and the cancellation: a card may have been charged just before. */
export async function openLinkToSettle(shop: Shop, token: string, address: string): Promise<PayableOrder> {
  const endOf = (order: PayableOrder) => (order.paidAt === null ? Number.POSITIVE_INFINITY : linkEnd(order))
  return open(shop, { token, address, column: 'token_hash', endOf })
}

/** The paid order whose receipt has this token. Refused as {@link openLink} refuses, and counted with its wrong guesses. */
export async function openReceipt(shop: Shop, token: string, address: string): Promise<PayableOrder> {
  return open(shop, { token, address, column: 'receipt_hash', endOf: receiptEnd })
}

interface Opening {
  readonly token: string
  readonly address: string
  readonly column: 'token_hash' | 'receipt_hash'
  readonly endOf: (order: PayableOrder) => number
}

async function open(shop: Shop, { token, address, column, endOf }: Opening): Promise<PayableOrder> {
  await refuseWhenUsedUp(shop, LINK_GUESS_LIMIT, { address })
  const link = await shop.db
    .selectFrom('payment_links')
    .select('order_id')
    .where(column, '=', hashToken(token))
    .executeTakeFirst()
  const order = link && (await findPayableOrder(shop.db, link.order_id))
  if (order && endOf(order) > shop.now()) return order
  await countHit(shop, LINK_GUESS_LIMIT, { address })
  throw deadLink()
}

const deadLink = (): AppError => new AppError('not_found', 'This link cannot be used. It may have ended.')

/** What a link shows of its order now. */
export async function readLinkedOrder(shop: Shop, { id, holdUntil }: PayableOrder): Promise<LinkedOrder> {
  const order = await findOrder(shop.db, id)
  if (!order) throw deadLink()
  const { number, name, paid, poNumber } = order
  return {
    number,
    name,
    ...linkedSums(order),
    holdUntil: toIso(holdUntil),
    paid,
    ...(poNumber !== undefined && { poNumber }),
  }
}

/** What whoever pays without an account reads of lines and sums. The VAT ID of the customer is not among it, nor what VIES said of it. */
export function linkedSums({ lines, totalPrice, payable, delivery, tax }: Order): LinkedSums {
  return {
    lines,
    totalPrice,
    payable,
    ...(delivery && { delivery: { name: delivery.name, price: delivery.price, arrives: delivery.arrives } }),
    ...(tax && { tax: taxOfLink(tax) }),
  }
}

/** The kinds whose note is that of the law; the note of another says what VIES answered. */
const NOTED: ReadonlySet<Tax['kind']> = new Set(['reverse_charge', 'export'])

const taxOfLink = ({ kind, percent, amount, name, note }: Tax): Tax => ({
  kind,
  percent,
  amount,
  ...(name !== undefined && { name }),
  ...(note !== undefined && NOTED.has(kind) && { note }),
})

/** Sets the PO number of an unpaid order. Refused: a paid order (409 `already_paid`), whose invoice has the number. */
export async function setPoNumber(shop: Shop, order: PayableOrder, poNumber: string): Promise<void> {
  const isSet = await shop.db.transaction().execute(async (trx) => {
    if (!(await lockFor(trx, order.id, 'change contact', { by: 'link', at: shop.now() }))) return false
    await changeOrder(trx, shop, { orderId: order.id, actor: LINK_ACTOR, changes: { poNumber } })
    return true
  })
  if (isSet) return
  throw (await findPayableOrder(shop.db, order.id)) ? alreadyPaid() : deadLink()
}

/** The client secret that pays the order; see `secretToPay`. Refused (409 `price_changed`) when the payer was told another sum. */
export async function startLinkedPayment(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  { payable, address }: { payable: number | undefined; address: string },
): Promise<string> {
  if (payable !== undefined) refuseOtherSum(order, payable)
  return secretToPay(shop, gateway, order, { id: LINK_ACTOR, address })
}

/** Settles the order with the transaction that the browser names; see `settleTransaction`. */
export const settleLinkedPayment = (
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  transactionId: string,
): Promise<void> => settleTransaction(shop, gateway, order, { transactionId, actor: LINK_ACTOR })

/**
 * The token of the receipt that belongs to a payment link: as long, and always the same, so that the shop can show it again
 * and store only its hash. It cannot be derived from what is stored of the payment link, nor that link from it.
 */
export const receiptTokenOf = (token: string): string =>
  createHmac('sha256', token)
    .update('receipt')
    .digest('hex')
    .slice(0, 2 * TOKEN_BYTES)
