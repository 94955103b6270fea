import { invalidField } from '#kit/server/app-error.ts'
import { type CategoryChange, productQuerySchema } from '../schema.ts'

/**
 * Names that the addresses of lists use for something else, so no new attribute can have them: the parameters of the calls,
 * those of the pages, the columns that every table can be sorted by, and what the router adds (a key cannot begin with an
 * underscore, as its others do).
 */
export const RESERVED_KEYS: ReadonlySet<string> = new Set([
  ...Object.keys(productQuerySchema.shape),
  'page',
  'view',
  'sku',
  'price',
  'top-price',
  'quantity',
  'index',
])

/** Refuses (422) keys that are reserved. A category that has one since it was allowed keeps it, so that it can be changed. */
export function refuseReservedKeys(
  before: Pick<CategoryChange, 'attributes'> | undefined,
  { attributes }: Pick<CategoryChange, 'attributes'>,
): void {
  const index = attributes.findIndex(
    ({ key }) => RESERVED_KEYS.has(key) && !before?.attributes.some((each) => each.key === key),
  )
  if (index === -1) return
  throw invalidField(
    `attributes/${index}/key`,
    `“${attributes[index]?.key}” is a parameter of lists, so it cannot be the key of an attribute.`,
  )
}
