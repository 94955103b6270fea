export { findUsedCredit } from './account/credit.ts'
export { isReceiptId, receiveMoney, settleIfReceived, takeBackMoney, writeDue } from './account/receive.ts'
export { sellerToday } from './arrival/seller-today.ts'
export { arrivesIfShippedOn } from './arrival/shipped-arrival.ts'
export { findAwaited, takeArrived } from './backorders/cover-orders.ts'
export { findOrderDetails, findOrderFor } from './details/order-details.ts'
export { type Dispute, findDisputes, findFirstDeadline, sumDisputes } from './disputes/order-disputes.ts'
export { findIdsOfOrders, forgetOrders } from './forgetting/forget-orders.ts'
export { fromAbove, handToOrders, type MailedRefund, type RefundRecord } from './handed/handed.ts'
export {
  backorderedPieces,
  goesAbroad,
  isMoneyGone,
  isShippingStopped,
  isWholeOrder,
  leftToShip,
  piecesOfOrder,
  piecesToShip,
  shippedPieces,
  sumPieces,
  withoutBackordered,
} from './left-to-ship.ts'
export { MAIL_CONTENTS, subjectOf } from './mails/mail-contents.ts'
export type { MailKind } from './mails/mail-kinds.ts'
export type { MailedOrder } from './mails/mailed-order.ts'
export { forgetNewOrders, hasNewOrders, takeNewOrders } from './mails/new-orders.ts'
export { mailCustomers, occasionOf, orderMailTemplates } from './mails/order-mails.ts'
export { findHeldPieces, type HeldPieces, NONE_HELD } from './open/held-pieces.ts'
export {
  countOpenOrders,
  dispatchOf,
  findNamedOrders,
  findOwnOpenOrders,
  hasOrders,
  isLapsing,
  isLate,
  isToShip,
  isToShipOn,
  NAMED_AT_MOST,
  type NamedOrder,
} from './open/open-orders.ts'
export type { PayableOrder } from './owners/find-orders.ts'
export {
  findInvoicedOrder,
  findLastCountry,
  findOrder,
  findOrderToChange,
  findOwnOrder,
  findPayableOrder,
  findUnpaidOrdersOfTotal,
  findUnpaidOrdersUntil,
  isEndedBefore,
  markPlantedOrders,
} from './owners/find-orders.ts'
export { readOrdersOfCustomer } from './owners/list-own-orders.ts'
export {
  ALL_ORDERS,
  type Owner,
  ordersOf,
  ordersOfAny,
  ordersPlacedBy,
  ordersPlacedOrEntered,
  readableByOwner,
  writableByOwner,
} from './owners/own-orders.ts'
export { orderStateWord } from './owners/own-orders-csv.ts'
export {
  countEnteredOrders,
  deleteCancelledOrdersOf,
  findCustomerOf,
  findCustomerSums,
  findCustomers,
  findPayingCustomers,
  hasEnteredOrders,
} from './owners/paying-customers.ts'
export { moveHold, onVerified } from './paying/extend-holds.ts'
export { holdReminderJob, noteAsked } from './paying/hold-reminders.ts'
export { claimLapsedOrders } from './paying/lapsed-orders.ts'
export {
  addRefunding,
  mailRefunded,
  mailRefundFailed,
  type RecordedStep,
  type RefundedStep,
  recordMoneyBack,
  recordUnmatchedRefund,
} from './paying/money-back.ts'
export { type Ending, endUnpaidOrder, markPaid } from './paying/pay-or-cancel.ts'
export { type AskedParts, type FoundParts, findRefundParts } from './paying/refund-parts.ts'
export { isOverdue, renewHolds } from './paying/renew-holds.ts'
export { createPlaceOrder } from './placing/place-order.ts'
export { holdHoursOf, refreshCustomer, unpaidLimitsOf } from './placing/unpaid-limit.ts'
export { lostShipment } from './records/gone-shipment.ts'
export { type LockedOrder, lockAnyOrder, lockOrder, orderNotFound } from './records/lock-order.ts'
export { type OrderRow, selectAllOrders, withLines } from './records/order-rows.ts'
export { findOrderIds, orderSearch } from './records/order-search.ts'
export { endPieces, endShipping, putBack, resumeShipping } from './records/put-back.ts'
export {
  heldCents,
  isAllGone,
  isDisputed,
  isKept,
  type Money,
  refundableCents,
} from './records/refundable.ts'
export { shipmentChanges } from './records/shipment-audit.ts'
export {
  findShippedPieces,
  findShipping,
  refuseUnknownLines,
  type ShippedPieces,
  type Shipping,
  toManagedOrder,
  withShipments,
} from './records/shipment-rows.ts'
export {
  addLostShipment,
  addShipmentRows,
  type Change,
  parcelOf,
  removeShipments,
  sendAgain,
  writeParcel,
  writeStatus,
} from './records/shipment-writes.ts'
export { termsMembers } from './records/stored-terms.ts'
export {
  type Order,
  type OrderDetails,
  type OrderLine,
  orderDetailsSchema,
  orderSchema,
  type Shipment,
} from './schema.ts'
export { LINK_ACTOR, PROVIDER_ACTOR, SHOP_ACTOR, type UnmatchedRefund } from './states.ts'
export {
  absentOrder,
  actorOf,
  lockFor,
  refusalOf,
  refuseObstacles,
  transition,
} from './steps/ask.ts'
export { follow, recordStep } from './steps/follow.ts'
export { recordShipment } from './steps/record-shipment.ts'
export {
  IS_OWED,
  IS_PENDING,
  IS_SHIPPED,
  IS_UNPAID,
  isOwed,
  OPEN_CENTS,
  openCents,
  payableCents,
} from './transitions/on-account.ts'
export { stateOf } from './transitions/order-state.ts'
export { RIGHT_TO } from './transitions/rights.ts'
export type { Transition } from './transitions/transitions.ts'
