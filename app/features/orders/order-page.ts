/** What the page of an order shows, to its customer and to staff. */
export { OrderContact } from './contact/order-contact.tsx'
export { isChangedSinceLink } from './details/changed-lines-text.ts'
export { ShipmentList } from './details/shipment-facts.tsx'
export { Timeline } from './details/timeline.tsx'
export { readOrderNumber } from './records/order-number.ts'
export { knownCarriers } from './records/tracking.ts'
