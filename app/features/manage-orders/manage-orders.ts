export { findNotedCustomers, forgetNotesOn } from './notes/notes.ts'
export { deleteViewsOf } from './views/views.ts'
