/** The catalogue by category: what other features may call on the server. */

export { movedListPath } from './all-parts/part-list.ts'
export { type CategoryTile, listMainCategories } from './category/category-overview.ts'
