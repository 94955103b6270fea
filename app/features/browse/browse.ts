/** The catalogue by category: what other features may call on the server. */

export { type CategoryTile, listMainCategories } from './category/category-overview.ts'
