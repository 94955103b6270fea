export { deleteColumnsOf } from './columns/columns.ts'
