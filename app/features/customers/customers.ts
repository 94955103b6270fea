export { deleteCardOf, findEnteredCustomers, readCard } from './records/cards.ts'
export { deleteNotesOf } from './records/notes.ts'
