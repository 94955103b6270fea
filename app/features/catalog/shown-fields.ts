import { kindOfField } from './fields/field-kinds.ts'
import { publicFields } from './fields/product-fields.ts'
import type { Product } from './schema.ts'

/** What visitors see of the fields of a product, besides what has its own place on a page. */
export { comparedFields, dataSheetLines } from './fields/product-fields.ts'

/** The fields of a product that are shown as attributes after those of its category. Only the server names countries. */
export const fieldAttributes = (product: Product): Product['attributes'] =>
  publicFields.flatMap(([key, field]) => {
    const { label, shown = {} } = field
    const value = product[key]
    if (!shown.isAttribute || value === undefined) return []
    const { text, shownUnit } = kindOfField(field)
    // A value with a unit is a number.
    const shownValue =
      shownUnit === undefined ? { value: text(value, field) } : { value: Number(value), unit: shownUnit }
    return [{ key, label: shown.label ?? label, ...shownValue }]
  })
