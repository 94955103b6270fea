import {
  type CategoryShape,
  checkCategoryShape,
  type Model,
  modelOfPart,
  reasonForNone,
  wrongSizes,
} from '#features/models/models.ts'
import type { PartModel } from '#features/models/schema.ts'
import { modelFormats } from '#features/models/states.ts'
import { invalidField } from '#kit/server/app-error.ts'
import type { AttributeValues, CategoryChange } from '../schema.ts'

/** How parts of a category get their shape, as an admin set it. */
type GivenShape = CategoryChange['shape']

/** The shapes of a category, the first of which that fits a part holds. */
export const shapesOf = (shape: GivenShape): readonly CategoryShape[] =>
  shape === undefined ? [] : Array.isArray(shape) ? shape : [shape]

/** The shape from its column. */
export const readShape = (stored: string | null): GivenShape =>
  stored === null ? undefined : JSON.parse(stored)

export const storedShape = (shape: GivenShape): string | null =>
  shape === undefined ? null : JSON.stringify(shape)

/**
 * Refuses (422) an unknown shape, a parameter that the shape does not have, a required one that is left out, a fixed value that
 * no part can have, and a condition about an attribute that the category does not have.
 */
export function refuseWrongShape({ shape, attributes }: Pick<CategoryChange, 'shape' | 'attributes'>): void {
  const keys = new Set(attributes.map(({ key }) => key))
  for (const [index, each] of shapesOf(shape).entries()) {
    const place = Array.isArray(shape) ? `shape/${index}` : 'shape'
    const [problem] = checkCategoryShape(each, keys)
    if (problem) throw invalidField(`${place}/${problem.key.replace('.', '/')}`, problem.message)
    const unknown = Object.keys(each.when ?? {}).find((key) => !keys.has(key))
    if (unknown !== undefined)
      throw invalidField(
        `${place}/when/${unknown.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        'The category does not have this attribute.',
      )
  }
}

interface DescribedCategory {
  readonly attributes: readonly { readonly key: string }[]
  readonly shape?: GivenShape
}

/** What is impossible about the sizes of a product, which its attributes and the fixed values of its category say. */
export function sizeProblems(
  attributes: AttributeValues,
  category: DescribedCategory,
): { readonly path: readonly string[]; readonly message: string }[] {
  const keys = new Set(category.attributes.map(({ key }) => key))
  return wrongSizes(shapesOf(category.shape), keys, attributes).map(({ attribute, message }) => ({
    path: attribute === undefined ? ['category'] : ['attributes', attribute],
    message,
  }))
}

/** The formats of a product's model, or why it has none. */
export function partModel(attributes: AttributeValues, category: DescribedCategory): PartModel {
  const keys = new Set(category.attributes.map(({ key }) => key))
  const reason = reasonForNone(shapesOf(category.shape), keys, attributes)
  return reason === undefined ? { formats: [...modelFormats] } : { reason }
}

/** How the model of a product is made, or why it has none. */
export function modelOf(attributes: AttributeValues, category: DescribedCategory): Model {
  const keys = new Set(category.attributes.map(({ key }) => key))
  return modelOfPart(shapesOf(category.shape), keys, attributes)
}
