/** For the features that change orders, or decide about them: what they need besides `orders.ts`. */

export { findUsedCredits, noTerms, overCredit } from './account/credit.ts'
export { APPROVAL_MAIL, askAgain } from './approvals/ask-approval.ts'
export { findMonthCents } from './approvals/member-limits.ts'
export { writeDecision } from './approvals/write-decision.ts'
export { changedLinesDetail } from './details/changed-lines-text.ts'
export { orderTable } from './mails/line-tables.ts'
export { findMailedOrder } from './mails/mailed-order.ts'
export { noteNewOrder } from './mails/new-orders.ts'
export { mailChange } from './mails/order-mails.ts'
export { findRowToChange } from './owners/find-orders.ts'
export { type Caller, changeableOrders, notAmongThem, ordersOfCompany } from './owners/own-orders.ts'
export type { Buyer } from './placing/buyer.ts'
export {
  type LineProblem,
  lineProblem,
  linesRefusal,
  priceChanged,
  refuseTooMuch,
} from './placing/line-problems.ts'
export { lineRow, newOrder, type OrderedLine, orderedLine } from './placing/new-order.ts'
export {
  confirmedVat,
  type DeliveryContext,
  findStoredTerms,
  readAddress,
} from './placing/order-delivery.ts'
export { findOrderingCompany, withOwnNumbers } from './placing/place-order.ts'
export {
  findUnpaid,
  holdOf,
  limitRefusal,
  lockCustomers,
  tooMuchHeld,
  type Unpaid,
  type UnpaidLimits,
} from './placing/unpaid-limit.ts'
export { announcePlaced, writeOrders } from './placing/write-orders.ts'
export { toReason } from './records/approval-reason.ts'
export { findBackordered, replaceBackordered } from './records/backorder-rows.ts'
export { companyBlocked } from './records/lock-order.ts'
export {
  isAsRead,
  type LineRow,
  type OrderWithLines,
  selectOrders,
  toLine,
  toOrder,
  withOwnLines,
} from './records/order-rows.ts'
export { orderSearchText } from './records/order-search.ts'
export { writeContact, writeOtherLines } from './records/order-writes.ts'
export { oneLineAddress, readTerms, type StoredTerms } from './records/stored-terms.ts'
export type { OrderActor } from './transitions/transitions.ts'
