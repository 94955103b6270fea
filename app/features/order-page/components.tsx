/** Parts of an order for other features: what only a placed order shows is in `order-page.ts`, and not loaded with the checkout. */

export { Charges, TaxNotes } from './lines/charge-rows.tsx'
export { type LineColumn, LineTable } from './lines/line-table.tsx'
