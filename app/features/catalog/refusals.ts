import { REVISION_CHANGED, type Refusal } from '#kit/problem.ts'

/** The refusals of the calls of the catalogue, besides those of HTTP. */
export const productRefusals = {
  attributeInUse: { code: 'attribute_in_use', status: 409 },
  catalogLocked: { code: 'catalog_locked', status: 409 },
  categoryChanged: { code: 'category_changed', status: 409 },
  categoryInUse: { code: 'category_in_use', status: 409 },
  revisionChanged: REVISION_CHANGED,
  nameTaken: { code: 'name_taken', status: 409 },
  skuTaken: { code: 'sku_taken', status: 409 },
} as const satisfies Record<string, Refusal>
