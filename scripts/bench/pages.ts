import { categoryPath, partPath } from '#features/catalog/paths.ts'

/** Pages of the demo catalogue. */
export const PART_PAGE = partPath('HX-933-M8-40')
export const CATEGORY_PAGE = categoryPath('hexagon-screws')
export const LIST = '/api/product?limit=60'
