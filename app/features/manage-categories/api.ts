import { staffCall } from '#features/accounts/calls.ts'
import { categoryParam, shapedSchema } from '#features/catalog/schema.ts'
import { MODEL_TYPES } from '#features/catalog/states.ts'
import type { ModelFiles } from '#features/models/models.ts'
import { modelRefusals } from '#features/models/refusals.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { previewModels, previewPart } from './previews/preview-models.ts'
import { previewedPartSchema, previewSchema } from './schema.ts'

/** Previews of models: a form asks for two after each change. */
export const PREVIEW_LIMIT: Limit = {
  name: 'model-preview',
  what: 'previews of models by shapes that are not saved',
  account: 600,
  address: 6000,
  windowMs: 10 * MINUTE_MS,
}

const UNSAVED = 'Attributes and shape as `PUT /api/category/{slug}` takes them. Nothing is saved.'

const preview = staffCall('products', 'post', '/category/{slug}/preview', {
  operationId: 'previewModels',
  summary: 'Which parts of a category a shape that is not saved gives no model, and why (admin)',
  description: UNSAVED,
  params: categoryParam,
  body: shapedSchema,
  limit: PREVIEW_LIMIT,
  mayBeMissing: true,
  answers: { 200: jsonAnswer('The parts without a model', previewSchema) },
})

const previewGlb = staffCall('products', 'post', '/category/{slug}/preview.glb', {
  operationId: 'previewPartModel',
  summary: 'The model of a part by a shape that is not saved (admin)',
  description: `${UNSAVED} 503 with \`Retry-After\` while making it takes long, or many wait.`,
  params: categoryParam,
  body: previewedPartSchema,
  limit: PREVIEW_LIMIT,
  answers: {
    200: {
      description: 'The file',
      content: { [MODEL_TYPES.glb]: { schema: { type: 'string' as const, format: 'binary' } } },
    },
  },
  refusals: [modelRefusals.noModel, 'unavailable'],
})

/** The calls that show admins what a shape makes of parts before it is saved. */
export function manageCategoriesApi(shop: Shop, models: ModelFiles) {
  return createRouter('Catalogue')
    .openapi(preview, async (c) =>
      c.json(await previewModels(shop.db, c.req.valid('param').slug, c.req.valid('json')), 200),
    )
    .openapi(previewGlb, async (c) => {
      const { slug } = c.req.valid('param')
      const file = await previewPart(shop.db, models, slug, c.req.valid('json'))
      return c.body(file, 200, { 'Content-Type': MODEL_TYPES.glb })
    })
}

export type ManageCategoriesApi = ReturnType<typeof manageCategoriesApi>
