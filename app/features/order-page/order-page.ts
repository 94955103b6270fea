/** What the page of an order shows, to its customer and to staff. */
export { addressFacts, DeliveryText, deliveryFacts } from './facts/delivery-facts.tsx'
export { OrderId } from './facts/order-id.tsx'
export { isContactChangeable, isLapsed, OrderState } from './facts/order-state.tsx'
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
} from './facts/placed-order.tsx'
export { Timeline } from './facts/timeline.tsx'
export { TrackingLink } from './facts/tracking-link.tsx'
export { OrderLines } from './lines/order-lines.tsx'
export { OrderSums } from './lines/order-sums.tsx'
