/** Rules of orders that their pages ask in the browser. */
export { isChangedSinceLink } from './details/changed-lines-text.ts'
export { eventText, goneText, shipmentText, sourceText } from './details/timeline-text.ts'
export { readOrderNumber } from './records/order-number.ts'
export { knownCarriers } from './records/tracking.ts'
