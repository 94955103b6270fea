export { deleteSavedListsOf } from './lists/saved-lists.ts'
