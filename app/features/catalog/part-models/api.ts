import { etag } from 'hono/etag'
import type { ModelFiles } from '#features/models/models.ts'
import { modelRefusals } from '#features/models/refusals.ts'
import { modelSizesSchema } from '#features/models/schema.ts'
import { type ModelFormat, modelFormats } from '#features/models/states.ts'
import { jsonAnswer, publicCall } from '#kit/server/describe.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { fileNameOf } from '#kit/upload/file-name.ts'
import { MODEL_TYPES } from '../states.ts'
import { findModelSizes, findPartModel } from './part-model-file.ts'

const NAMES = { step: 'STEP AP242', glb: 'binary glTF', dxf: 'DXF, two views' } as const

/** A browser that has the file asks whether it is still the same: a seller's file takes its place at once. */
const CACHED = 'public, max-age=0'

const skuParameter = z.object({ sku: z.string().meta({ description: 'The part number.' }) })

/** The call of one format. */
const modelRoute = <Format extends ModelFormat>(format: Format) =>
  publicCall('get', `/part/{sku}/model.${format}` as const, {
    operationId: `getPartModel${format.toUpperCase()}`,
    summary: `The model of a part (${NAMES[format]})`,
    description:
      'By the part number, in any case: of the newest STEP file of kind `model`, which is answered as it is, else as the part is drawn. Lengths are in mm, in GLB in metres. Threads are not modelled. It is made when it is asked for; 503 with `Retry-After` while that takes long, or many wait.',
    params: skuParameter,
    answers: {
      200: {
        description: 'The file',
        headers: {
          ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' as const }, required: true },
        },
        content: { [MODEL_TYPES[format]]: { schema: { type: 'string' as const, format: 'binary' } } },
      },
      304: { description: 'Unchanged since the answer with the ETag in `If-None-Match`.' },
    },
    refusals: ['not_found', modelRefusals.noModel, 'unavailable'],
  })

const sizesRoute = publicCall('get', '/part/{sku}/model', {
  operationId: 'getPartModelSizes',
  summary: 'The sizes of the files of a part’s model',
  description:
    'In bytes, by format. What was never asked for is made first, one format after the other. A format without a file, and one that takes long while many wait, is left out.',
  params: skuParameter,
  answers: { 200: jsonAnswer('The sizes', modelSizesSchema) },
})

/** The calls that return models of parts. */
export function partModelApi(shop: Shop, models: ModelFiles) {
  const answer = async (given: string, format: ModelFormat): Promise<Response> => {
    const { sku, content, bytes, hash } = await findPartModel(shop, models, given, format)
    const disposition = `attachment; filename="${fileNameOf(sku)}.${format}"`
    return new Response(typeof content === 'function' ? await content() : content, {
      headers: {
        ETag: `"${hash}"`,
        'Cache-Control': CACHED,
        'Content-Type': MODEL_TYPES[format],
        'Content-Length': String(bytes),
        'Content-Disposition': disposition,
      },
    })
  }
  const router = createRouter('Catalogue').openapi(sizesRoute, async (c) => {
    const sizes = await findModelSizes(shop, models, c.req.valid('param').sku, c.req.raw.signal)
    c.header('Cache-Control', REVALIDATE)
    return c.json(sizes, 200)
  })
  for (const format of modelFormats) {
    router.use(`/part/:sku/model.${format}`, etag())
    router.openapi(modelRoute(format), (c) => answer(c.req.valid('param').sku, format))
  }
  return router
}
