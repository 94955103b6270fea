import type { Parameters } from '../defining/parameters.ts'
import type { Problem } from '../defining/problem.ts'
import type { Model } from '../defining/shape.ts'
import { findShape } from './shapes.ts'

/** An attribute of a part: a number or a text. */
export type Attributes = Readonly<Record<string, string | number>>

/** How parts of a category get their shape. */
export interface CategoryShape {
  readonly slug: string
  /** By the shape's parameters: a key of one of the category's attributes, else a fixed value. */
  readonly parameters: Readonly<Record<string, string | number>>
  /** The values that attributes of a part have to have. Without it, it fits every part. */
  readonly when?: Attributes
}

/** What is wrong with the shape of a category. The keys are `slug`, or `parameters.` with the parameter. */
export function checkCategoryShape({ slug, parameters }: CategoryShape): Problem[] {
  const shape = findShape(slug)
  if (!shape) return [{ key: 'slug', message: `There is no shape "${slug}".` }]
  const known = new Set(shape.parameters.map(({ key }) => key))
  const unknown = Object.keys(parameters).filter((key) => !known.has(key))
  const missing = shape.parameters.filter(({ key, required }) => required && !(key in parameters))
  return [
    ...unknown.map((key) => ({
      key: `parameters.${key}`,
      message: `${shape.name} has no parameter "${key}".`,
    })),
    ...missing.map(({ key, label }) => ({ key: `parameters.${key}`, message: `${label} is required.` })),
  ]
}

/** The shape of a part and its parameters: by the first of the category's that fits. */
export function shapeOfPart(
  categoryShapes: readonly CategoryShape[],
  attributeKeys: ReadonlySet<string>,
  attributes: Attributes,
): { slug: string; parameters: Parameters } | undefined {
  const fits = ({ when = {} }: CategoryShape): boolean =>
    Object.entries(when).every(([key, value]) => attributes[key] === value)
  const found = categoryShapes.find(fits)
  if (!found) return undefined
  const entries = Object.entries(found.parameters).flatMap(([key, source]) => {
    const value = typeof source === 'string' && attributeKeys.has(source) ? attributes[source] : source
    return value === undefined ? [] : [[key, value] as const]
  })
  return { slug: found.slug, parameters: Object.fromEntries(entries) }
}

/** The model of a part, or why it has none. */
export function modelOfPart(
  categoryShapes: readonly CategoryShape[],
  attributeKeys: ReadonlySet<string>,
  attributes: Attributes,
): Model {
  const found = shapeOfPart(categoryShapes, attributeKeys, attributes)
  const shape = found && findShape(found.slug)
  if (!shape) return { reason: 'No shape is set for this kind of part.' }
  return shape.model(found.parameters)
}
