/** An attribute of a part: a number or a text. */
export type Attributes = Readonly<Record<string, string | number>>

/** A value of a part; `constructor` may be the key of an attribute. */
export const attributeOf = (attributes: Attributes, key: string): string | number | undefined =>
  Object.hasOwn(attributes, key) ? attributes[key] : undefined

/** The first shape of a category that fits a part: its attributes have all values of `when`. */
export const fittingShape = <Shape extends { readonly when?: Attributes | undefined }>(
  categoryShapes: readonly Shape[],
  attributes: Attributes,
): Shape | undefined =>
  categoryShapes.find(({ when = {} }) =>
    Object.entries(when).every(([key, value]) => attributeOf(attributes, key) === value),
  )
