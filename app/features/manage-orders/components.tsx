export { AdminOrder, loadBeside } from './order/admin-order.tsx'
