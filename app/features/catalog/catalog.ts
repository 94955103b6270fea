export {
  findCategoryTrail,
  hasCategory,
  listCategories,
  slugsWithin,
  trailOf,
} from './categories/categories.ts'
export {
  attributesOf,
  type CategoryFilter,
  type PageFilter,
  readPageFilter,
} from './categories/category-filter.ts'
export { categoryPictures } from './categories/category-pictures.ts'
export { compareFacets, countInCategory, listFacets } from './categories/facets.ts'
export { listFeatured } from './featured/featured.ts'
export { type CellReading, readCountCell, readNumberCell } from './fields/cell-values.ts'
export { kindOfField } from './fields/field-kinds.ts'
export { PRODUCT_FIELDS, type ProductFieldName, productField } from './fields/managed-fields.ts'
export { type FoundParts, readFound } from './found/found-parts.ts'
export { listArchivedProducts } from './lists/archived-products.ts'
export { type DescribedPart, describedParts, nearlyDescribedParts } from './lists/described-parts.ts'
export { hasPartForSale, listPartsForSale, sectionsForSale } from './lists/for-sale.ts'
export { listOfCategory, listProducts, type ProductQuery } from './lists/list-products.ts'
export { findNeighbours } from './lists/neighbours.ts'
export { KINDS, type Neighbour, type Neighbours } from './lists/size-grid.ts'
export { listSizedParts, type SizedPart } from './lists/sized-parts.ts'
export { listSortedByColumn, SORTED_AT_MOST } from './lists/sort-by-column.ts'
export { canHaveSpan, type Span, spanningSizes } from './lists/spanning-sizes.ts'
export { suggest } from './lists/suggest.ts'
export { findDrawingById, findPartDrawing, noModel } from './part-models/part-model-file.ts'
export { changePrices, priceObstacle, priceProblems } from './prices/change-prices.ts'
export { readAttributes } from './products/attributes.ts'
export { lockCatalog, unlockCatalog } from './products/catalog-lock.ts'
export { checkProduct } from './products/check-product.ts'
export { fieldChanges } from './products/entered-fields.ts'
export { partFiles } from './products/file-content.ts'
export {
  findAdminValues,
  findAlikeProducts,
  findManagedProduct,
  findNamedProducts,
  findPart,
  findParts,
  findProduct,
  findQuotedProducts,
  longestLadder,
  type OrderedProduct,
  type QuotedProduct,
  toManagedProducts,
} from './products/find-products.ts'
export { addFirstProducts, type FirstFile } from './products/first-products.ts'
export {
  findKnownProducts,
  findNameOwners,
  type KnownProduct,
  type ProductWrite,
  writeProducts,
} from './products/product-batches.ts'
export { unknownProduct } from './products/product-errors.ts'
export { readFiles } from './products/product-files.ts'
export { keyOf, managedColumns } from './products/product-rows.ts'
export { STOCK } from './public/tags.ts'
export { searchIndex } from './search/derived-index.ts'
export { countHits, findSearch, hitCondition, partsOf } from './search/find-search.ts'
export { nearestCategories, nearestParts, nearestToEach } from './search/nearest.ts'
export { nearestSizes } from './search/nearest-sizes.ts'
export { containsAll } from './search/product-index.ts'
export { wordsOf } from './search/search-terms.ts'
export { modelOf, partModel, refuseWrongShape } from './shapes/category-shape.ts'
export { type CountedStock, findCountable, lockCounted, writeCounted } from './stock/count-stock.ts'
export {
  countLowStock,
  forgetToldParts,
  hasUntoldLowParts,
  IS_LOW,
  LOW_SHAPE,
  listLowStock,
  MISSING,
  takeUntoldLowParts,
} from './stock/low-stock.ts'
export {
  findStocks,
  type LockedStock,
  lockStock,
  type ProductStock,
  releaseReturnedStock,
  releaseStock,
  takeLostStock,
} from './stock/stock.ts'
export { giveToWaiting, handToStock } from './waiting/give-to-waiting.ts'
export { takeStock } from './waiting/take-stock.ts'
