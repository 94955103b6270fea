export { AdminOrder, loadNotes } from './order/admin-order.tsx'
