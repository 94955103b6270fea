export { deleteNotesOf } from './records/notes.ts'
