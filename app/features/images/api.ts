import { Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { every } from 'hono/combine'
import { etag } from 'hono/etag'
import type { Guards } from '#features/accounts/accounts.ts'
import { FOR_ADMINS, jsonAnswer, PROOF, refusals } from '#kit/server/describe.ts'
import { limitAtOnce } from '#kit/server/limit-at-once.ts'
import { limitBody } from '#kit/server/limit-body.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, type RequestEnv, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { bodyOf, readUpload } from '#kit/upload/read-upload.ts'
import { findImageFile, type Images, MAXIMUM_UPLOADS } from './images.ts'
import { IMAGE_WIDTHS } from './paths.ts'

/** Uploads of pictures and of files of parts: each takes about a second of a processor. */
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

const PICTURE = { what: 'The picture', bytes: 8_000_000, size: '8 MB' } as const

/** The call that takes images. */
export function imagesApi(guards: Guards, images: Images) {
  // The body is read only for an admin, and while there is room for it.
  const limits: Guards['requireAdmin'] = every(
    guards.limit(IMAGE_LIMIT),
    limitAtOnce(MAXIMUM_UPLOADS),
    limitBody(bodyOf(PICTURE)),
  )
  return createRouter().openapi(
    { ...upload, middleware: [guards.requireAdmin, limits] as const },
    async (c) => {
      const { file } = await readUpload(c, PICTURE)
      const bytes = new Uint8Array(await file.arrayBuffer())
      return c.json({ image: await images.add(c.get('user'), bytes) }, 201)
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
