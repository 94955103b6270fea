/** What visitors see of the fields of a product, besides what has its own place on a page. */
export { fieldAttributes } from './fields/field-attributes.ts'
export { comparedFields, dataSheetLines } from './fields/product-fields.ts'
