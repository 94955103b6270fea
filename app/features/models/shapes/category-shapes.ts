import { type Parameters, wrongParameters } from '../defining/parameters.ts'
import type { Problem } from '../defining/problem.ts'
import type { Model } from '../defining/shape.ts'
import { type Attributes, attributeOf, fittingShape } from '../fitting-shape.ts'
import { findShape } from './shapes.ts'

/** How parts of a category get their shape. */
export interface CategoryShape {
  readonly slug: string
  /** By the shape's parameters: a key of one of the category's attributes, else a fixed value. */
  readonly parameters: Readonly<Record<string, string | number>>
  /** The values that attributes of a part have to have. Without it, it fits every part. */
  readonly when?: Attributes
}

/**
 * What is wrong with the shape of a category that has these attributes: also a fixed value that no part can have, such as the
 * key of an attribute that there is not. The keys are `slug`, or `parameters.` with the parameter.
 */
export function checkCategoryShape(
  { slug, parameters }: CategoryShape,
  attributeKeys: ReadonlySet<string>,
): Problem[] {
  const shape = findShape(slug)
  if (!shape) return [{ key: 'slug', message: `There is no shape "${slug}".` }]
  const known = new Set(shape.parameters.map(({ key }) => key))
  const unknown = Object.keys(parameters).filter((key) => !known.has(key))
  const missing = shape.parameters.filter(({ key, required }) => required && !(key in parameters))
  const isFixed = (source: string | number): boolean =>
    typeof source !== 'string' || !attributeKeys.has(source)
  const fixed = Object.entries(parameters).filter(([, source]) => isFixed(source))
  return [
    ...unknown.map((key) => ({
      key: `parameters.${key}`,
      message: `${shape.name} has no parameter "${key}".`,
    })),
    ...missing.map(({ key, label }) => ({ key: `parameters.${key}`, message: `${label} is required.` })),
    ...wrongParameters(shape.parameters, Object.fromEntries(fixed)).map(({ key, message }) => ({
      key: `parameters.${key}`,
      message,
    })),
  ]
}

/** What the attributes of a part say about its shape: a key, and the shape's parameters. */
interface ShapedPart {
  readonly shape: CategoryShape
  readonly parameters: Parameters
}

/** The shape of a part and its parameters: by the first of the category's that fits. */
export function shapeOfPart(
  categoryShapes: readonly CategoryShape[],
  attributeKeys: ReadonlySet<string>,
  attributes: Attributes,
): ShapedPart | undefined {
  const found = fittingShape(categoryShapes, attributes)
  if (!found) return undefined
  const entries = Object.entries(found.parameters).flatMap(([key, source]) => {
    const value =
      typeof source === 'string' && attributeKeys.has(source) ? attributeOf(attributes, source) : source
    return value === undefined ? [] : [[key, value] as const]
  })
  return { shape: found, parameters: Object.fromEntries(entries) }
}

export const NO_SHAPE = 'No shape is set for this kind of part.'

/** The model of a part, or why it has none. */
export function modelOfPart(
  categoryShapes: readonly CategoryShape[],
  attributeKeys: ReadonlySet<string>,
  attributes: Attributes,
): Model {
  const found = shapeOfPart(categoryShapes, attributeKeys, attributes)
  const shape = found && findShape(found.shape.slug)
  return shape ? shape.model(found.parameters) : { reason: NO_SHAPE }
}

/** Why a part has no model; undefined if it has one. It is much less work than the model. */
export function reasonForNone(
  categoryShapes: readonly CategoryShape[],
  attributeKeys: ReadonlySet<string>,
  attributes: Attributes,
): string | undefined {
  const found = shapeOfPart(categoryShapes, attributeKeys, attributes)
  const shape = found && findShape(found.shape.slug)
  return shape ? shape.reason(found.parameters) : NO_SHAPE
}

/** What is impossible about the sizes of a part: the key of the attribute, or undefined for a fixed value of its category. */
export function wrongSizes(
  categoryShapes: readonly CategoryShape[],
  attributeKeys: ReadonlySet<string>,
  attributes: Attributes,
): { readonly attribute: string | undefined; readonly message: string }[] {
  const found = shapeOfPart(categoryShapes, attributeKeys, attributes)
  const shape = found && findShape(found.shape.slug)
  if (!shape) return []
  return shape.check(found.parameters).map(({ key, message }) => {
    const source = found.shape.parameters[key]
    return {
      attribute: typeof source === 'string' && attributeKeys.has(source) ? source : undefined,
      message,
    }
  })
}
