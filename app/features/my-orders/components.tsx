/** The orders of a company, and how an order is changed before it is paid: its customer and the staff do it in the same way. */
export { CompanyOrders } from './approvals/company-orders.tsx'
export { OpenItems } from './approvals/open-items.tsx'
export { ShipmentList } from './details/shipment-list.tsx'
export { EditableLines } from './lines/editable-lines.tsx'
export { readLinesDraft } from './lines/edited-lines.ts'
export { LINES_CALLS } from './lines/lines-calls.ts'
