export { findNotedCustomers, forgetNotesOn } from './notes/notes.ts'
