import { completeTerms } from '#features/pricing/price-terms.ts'
import { namedFields } from '../fields/managed-fields.ts'
import { type Category, newProductSchema } from '../schema.ts'
import { sizeProblems } from '../shapes/category-shape.ts'
import { attributeProblems } from './attributes.ts'
import type { EnteredFields } from './entered-fields.ts'

/** What is wrong with a field; `path` begins with its name. */
interface FieldProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** The fields with their defaults, or what is wrong with them. */
export type CheckedProduct =
  | { readonly fields: EnteredFields }
  | { readonly problems: readonly FieldProblem[] }

/** Checks the fields of a whole product by the rules of the calls that add and replace one, against these categories. */
export function checkProduct(input: unknown, categories: ReadonlyMap<string, Category>): CheckedProduct {
  const parsed = newProductSchema.safeParse(input)
  if (!parsed.success) return { problems: parsed.error.issues as readonly FieldProblem[] }
  const { attributes = {}, ...entered } = parsed.data
  const { category } = entered
  const described = categories.get(category ?? '')
  const problems = attributeProblems({ category, attributes }, described?.attributes)
  if (problems.length > 0) return { problems }
  const impossible = described ? sizeProblems(attributes, described) : []
  if (impossible.length > 0) return { problems: impossible }
  const product = { ...entered, ...completeTerms(entered) }
  return { fields: { ...Object.fromEntries(namedFields.map(([name]) => [name, product[name]])), attributes } }
}
