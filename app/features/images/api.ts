import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { every } from 'hono/combine'
import { etag } from 'hono/etag'
import type { Guards } from '#features/accounts/accounts.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import { FOR_ADMINS, jsonAnswer, PROOF, refusals } from '#kit/server/describe.ts'
import { limitAtOnce } from '#kit/server/limit-at-once.ts'
import { limitBody } from '#kit/server/limit-body.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, type RequestEnv, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { findImageFile, type Images, MAXIMUM_UPLOADS } from './images.ts'
import { IMAGE_WIDTHS } from './paths.ts'

/** An image takes about a second of a processor. */
export const IMAGE_LIMIT: Limit = { name: 'image', account: 60, address: 600, windowMs: MINUTE_MS }

/** The call whose body is larger than that of others. */
export const UPLOAD_PATH = '/api/image'

const upload = createRoute({
  method: 'post',
  path: '/image',
  operationId: 'addImage',
  tags: ['Catalogue'],
  summary: 'Upload a picture for a product (admin)',
  description:
    'PNG, JPEG, WebP or AVIF, known by its bytes, at most 8 MB, 40 megapixels and 30,000 pixels on a side. `image` is a path of this shop for `image` of a product; it is served as AVIF or WebP in the width of its parameter `w`, upright and without metadata. A picture that no product has used within a day is deleted.',
  security: PROOF.bearer,
  request: {
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { file: { type: 'string', format: 'binary' } },
            required: ['file'],
          },
        },
      },
    },
  },
  responses: {
    201: jsonAnswer('The picture', z.object({ image: z.string() })),
    ...refusals(...FOR_ADMINS, 'too_large', 'unsupported_media_type', 'too_many_requests'),
  },
})

/** The call that takes images. */
export function imagesApi(guards: Guards, images: Images) {
  // The body is read only for an admin, and while there is room for it.
  const limits: Guards['requireAdmin'] = every(
    guards.limit(IMAGE_LIMIT),
    limitAtOnce(MAXIMUM_UPLOADS),
    limitBody(UPLOAD_BODY),
  )
  return createRouter().openapi(
    { ...upload, middleware: [guards.requireAdmin, limits] as const },
    async (c) => {
      const file = await readUpload(c)
      return c.json({ image: await images.add(c.get('user'), file) }, 201)
    },
  )
}

const A_YEAR_S = 31_536_000

/** Serves the images, `/images/{id}?w={width}`. Their bytes never change. */
export function imageRoutes(shop: Shop): Hono<RequestEnv> {
  return new Hono<RequestEnv>().get('/images/:id', etag(), async (c) => {
    const supports = ['image/webp', 'image/avif']
    const accepted = accepts(c, { header: 'Accept', supports, default: 'image/webp' })
    const type = accepted === 'image/avif' ? 'avif' : 'webp'
    const id = c.req.param('id')
    const given = Number(c.req.query('w'))
    const file = await findImageFile(shop.db, id, type, given > 0 ? given : Math.max(...IMAGE_WIDTHS))
    if (!file) return c.notFound()
    return c.body(file.content, 200, {
      'Content-Type': `image/${type}`,
      'Content-Disposition': `inline; filename="${id}.${type}"`,
      'Cache-Control': `public, max-age=${A_YEAR_S}, immutable`,
      ETag: `"${id}-${file.width}-${type}"`,
      Vary: 'Accept',
    })
  })
}

/** The largest file in bytes. */
const MAXIMUM_FILE_BYTES = 8_000_000

/** The largest request: the file, and the boundaries and heads of the form around it. */
const UPLOAD_BODY = { bytes: MAXIMUM_FILE_BYTES + 10_000, size: '8 MB' } as const

/** The file in the field `file` of a form (`multipart/form-data`). Refuses another type of body (415) and a larger file (413). */
async function readUpload(c: Context): Promise<Uint8Array<ArrayBuffer>> {
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'Send the picture as a form, in the field `file`.')
  const files = (await readForm(c)).getAll('file')
  const [file] = files
  if (files.length !== 1 || !(file instanceof File))
    throw invalidField('file', 'The picture is required, as one file.')
  if (file.size > MAXIMUM_FILE_BYTES)
    throw new AppError('too_large', `The picture is larger than ${UPLOAD_BODY.size}.`)
  return new Uint8Array(await file.arrayBuffer())
}

async function readForm(c: Context): Promise<FormData> {
  try {
    return await c.req.raw.formData()
  } catch (error) {
    if (c.req.raw.signal.aborted) throw error
    throw new AppError('invalid', 'The form cannot be read.')
  }
}
