export { findNotedCustomers } from './notes/notes.ts'
