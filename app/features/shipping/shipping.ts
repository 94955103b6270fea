export { deleteOldRecords } from './shipments/delete-old-records.ts'
