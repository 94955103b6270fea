/** Parts of an order for other features: what only a placed order shows is in `order-page.ts`, and not loaded with the checkout. */

export { Charges, TaxNotes } from './details/charge-rows.tsx'
export { type LineColumn, LineTable } from './details/line-table.tsx'
