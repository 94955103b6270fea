/** What visitors see of the fields of a product, besides what has its own place on a page. */
export { comparedFields, dataSheetLines } from './fields/product-fields.ts'
