/** An attribute of a part: a number or a text. */
export type Attributes = Readonly<Record<string, string | number>>

/** The first shape of a category that fits a part: its attributes have all values of `when`. */
export const fittingShape = <Shape extends { readonly when?: Attributes | undefined }>(
  categoryShapes: readonly Shape[],
  attributes: Attributes,
): Shape | undefined =>
  categoryShapes.find(({ when = {} }) =>
    Object.entries(when).every(([key, value]) => attributes[key] === value),
  )
