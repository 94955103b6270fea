export { deleteSavedListsOf, findSavedList, listSavedLists } from './lists/saved-lists.ts'
