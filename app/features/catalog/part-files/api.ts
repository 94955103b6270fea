import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { staffCall } from '#features/accounts/calls.ts'
import { IMAGE_LIMIT } from '#features/images/api.ts'
import type { ModelFiles } from '#features/models/models.ts'
import { oneLineField } from '#kit/input/fields.ts'
import { AppError } from '#kit/server/app-error.ts'
import { jsonAnswer, withChecks } from '#kit/server/describe.ts'
import { limitAtOnce } from '#kit/server/limit-at-once.ts'
import { limitBody } from '#kit/server/limit-body.ts'
import { createRouter, invalid, type RequestEnv, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { bodyOf, readUpload } from '#kit/upload/read-upload.ts'
import { partFileSchema } from '../fields/schema.ts'
import { FILE_LIMITS } from '../limits.ts'
import { streamContent } from '../products/file-content.ts'
import { productRefusals } from '../refusals.ts'
import { fileKinds } from '../states.ts'
import { dispositionOf } from './file-name.ts'
import { addPartFile, deletePartFile, findPartFile } from './part-files.ts'

/** The call whose body is larger than that of others. */
export const PART_FILE_PATH = /^\/api\/product\/[^/]+\/file$/

/** Uploads at once in one process: each holds its file a few times. */
export const UPLOADS_AT_ONCE = 3

const FILE = { what: 'The file', bytes: FILE_LIMITS.bytes, size: '50 MB' } as const

const fieldsSchema = z.object({
  kind: z.enum(fileKinds, `The kind is one of ${fileKinds.join(', ')}.`),
  title: z.preprocess(
    (title) => title || undefined,
    oneLineField('The title', { maximum: FILE_LIMITS.title }).optional(),
  ),
})

const upload = staffCall('products', 'post', '/product/{id}/file', {
  operationId: 'addPartFile',
  summary: 'Add a file to a product (admin)',
  description:
    'STEP, STL, DXF, PDF or PNG, known by its bytes, at most 50 MB; 20 of a product. Anybody can download it from `url`. The newest STEP file of kind `model` takes the place of the drawn model, and its GLB and DXF are made from it.',
  params: z.object({ id: z.string().meta({ description: 'The id of the product.' }) }),
  otherBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            file: { type: 'string', format: 'binary' },
            kind: { type: 'string', enum: [...fileKinds] },
            title: { type: 'string', maxLength: FILE_LIMITS.title },
          },
          required: ['file', 'kind'],
        },
      },
    },
  },
  limit: IMAGE_LIMIT,
  answers: { 201: jsonAnswer('The file', partFileSchema) },
  refusals: ['too_many', productRefusals.catalogLocked, 'too_large', 'unsupported_media_type', 'unavailable'],
})

const remove = staffCall('products', 'delete', '/product/{id}/file/{fileId}', {
  operationId: 'deletePartFile',
  summary: 'Delete a file of a product (admin)',
  params: z.object({
    id: z.string().meta({ description: 'The id of the product.' }),
    fileId: z.string().meta({ description: 'The id of the file.' }),
  }),
  answers: { 200: jsonAnswer('Done', z.object({ deletedCount: z.number() })) },
  refusals: [productRefusals.catalogLocked],
})

/** The calls by which admins add and delete files of products. */
export function partFilesApi(shop: Shop, models: ModelFiles) {
  // The body is read only for an admin, and while there is room for it.
  const checks = [limitAtOnce(UPLOADS_AT_ONCE), limitBody(bodyOf(FILE))]
  return createRouter('Catalogue')
    .openapi(withChecks(upload, ...checks), async (c) => {
      const { file, form } = await readUpload(c, FILE)
      const fields = fieldsSchema.safeParse({ kind: form.get('kind'), title: form.get('title') })
      if (!fields.success) throw invalid(fields.error.issues)
      const { kind, title } = fields.data
      const content = Buffer.from(await file.arrayBuffer())
      const given = { kind, title, name: file.name, content, caller: c.req.raw.signal }
      return c.json(await addPartFile(shop, models, c.get('user'), c.req.valid('param').id, given), 201)
    })
    .openapi(remove, async (c) => {
      const { id, fileId } = c.req.valid('param')
      await deletePartFile(shop, c.get('user'), id, fileId)
      return c.json({ deletedCount: 1 }, 200)
    })
}

const A_YEAR_S = 31_536_000

/** Serves the files, `/files/{id}`, to anybody, to be saved. Their bytes never change. */
export function partFileRoutes(shop: Shop): Hono<RequestEnv> {
  return new Hono<RequestEnv>().get('/files/:id', etag(), async (c) => {
    const file = await findPartFile(shop.db, c.req.param('id'))
    if (!file) throw new AppError('not_found', 'There is no such file.')
    return new Response(await streamContent(shop, file), {
      headers: {
        ETag: `"${file.hash}"`,
        'Cache-Control': `public, max-age=${A_YEAR_S}, immutable`,
        'Content-Type': file.type,
        'Content-Length': String(file.size),
        'Content-Disposition': dispositionOf(file.name),
      },
    })
  })
}
