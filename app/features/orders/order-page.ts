/** What the page of an order shows, to its customer and to staff. */
export { isChangedSinceLink } from './details/changed-lines-text.ts'
export { addressFacts, DeliveryText, deliveryFacts } from './details/delivery-facts.tsx'
export { OrderId } from './details/order-id.tsx'
export { OrderLines } from './details/order-lines.tsx'
export { isContactChangeable, isLapsed, OrderState } from './details/order-state.tsx'
export { OrderSums } from './details/order-sums.tsx'
export {
  isForAdmin,
  isWaiting,
  lineFacts,
  NoSuchOrder,
  OrderBadges,
  RefundBadge,
  refundText,
  TransactionId,
  unpaidText,
} from './details/placed-order.tsx'
export { Timeline } from './details/timeline.tsx'
export { TrackingLink } from './details/tracking-link.tsx'
export { readOrderNumber } from './records/order-number.ts'
export { knownCarriers } from './records/tracking.ts'
