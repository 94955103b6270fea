export { breaksText, fieldKinds, kindOfField } from './fields/field-kinds.ts'
export {
  managedFields,
  namedAdminFields,
  namedFields,
  PRODUCT_FIELDS,
  type ProductFieldName,
  productField,
} from './fields/managed-fields.ts'
export type { ProductField } from './fields/product-fields.ts'
export { type Draft, readFields, readTyped } from './fields/typed-fields.ts'
export { readProductPrice, readProductQuantity } from './fields/typed-values.ts'
export type { ChangedPictures } from './pictures/schema.ts'
export { SYNONYM_LIMITS } from './synonyms/limits.ts'
export type { Synonym, Synonyms } from './synonyms/schema.ts'
export { lineOf } from './synonyms/synonym-line.ts'
