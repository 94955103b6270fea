import { signOutWhereForbidden } from '#features/accounts/components.tsx'
import { catalogClient } from '#features/catalog/client.ts'
import type { CategoryChange, Product } from '#features/catalog/schema.ts'
import { fetchPreview } from '#features/models/admin/model-preview.tsx'
import { bearerFetch, unwrap } from '#kit/browser/client.ts'
import { manageCategoriesClient } from '../client.ts'

/** A category whose attributes and shape may not be saved yet. */
export type ShapedCategory = Pick<CategoryChange, 'attributes' | 'shape'> & { readonly slug: string }

/** Which parts of the category have no model, and why. */
export const fetchMissing = signOutWhereForbidden(({ slug, ...json }: ShapedCategory, signal: AbortSignal) =>
  unwrap(
    manageCategoriesClient.category[':slug'].preview.$post({ param: { slug }, json }, { init: { signal } }),
  ),
)

/** The GLB of one part of the category. */
export const fetchPartPreview = signOutWhereForbidden(
  ({ slug, ...json }: ShapedCategory & { readonly productId: string }, ending: AbortSignal) =>
    fetchPreview(
      (signal) =>
        bearerFetch(`/api/category/${encodeURIComponent(slug)}/preview.glb`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(json),
          signal,
        }),
      ending,
    ),
)

/** Parts of the category itself by name, and the values that its parts have, by the key of the attribute. */
export interface CategoryParts {
  readonly parts: readonly Product[]
  readonly values: ReadonlyMap<string, readonly string[]>
}

/** As many parts as one page of a list has. */
const MOST_PARTS = 100

export async function fetchCategoryParts(category: string, signal: AbortSignal): Promise<CategoryParts> {
  const query = { category, sort: 'name' as const, limit: String(MOST_PARTS) }
  const [products, { facets }] = await Promise.all([
    unwrap(catalogClient.product.$get({ query }, { init: { signal } })),
    unwrap(catalogClient.product.facets.$get({ query: { category } }, { init: { signal } })),
  ])
  return {
    parts: products.filter((product) => product.category === category),
    values: new Map(facets.map(({ key, values }) => [key, values.map(({ value }) => String(value))])),
  }
}
