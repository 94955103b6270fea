/** What visitors see of the fields of a product, besides what has its own place on a page. */
export { cardLines, comparedFields, dataSheetLines, shownFacts } from './fields/product-fields.ts'
