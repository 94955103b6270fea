/** The lines of an order with their sums and charges. */

export { type ChargedOrder, chargesOf, refundedText } from './details/charges.ts'
export { type LineColumn, LineTable, OrderLines } from './details/order-lines.tsx'
export { Charges, OrderSums, TaxNotes } from './details/order-sums.tsx'
