export { deleteOldRecords, forgetShippingOf } from './shipments/delete-old-records.ts'
export { shipOrder } from './shipments/ship-orders.ts'
