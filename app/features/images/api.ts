import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { etag } from 'hono/etag'
import { ownCall, staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer, withChecks } from '#kit/server/describe.ts'
import { limitAtOnce } from '#kit/server/limit-at-once.ts'
import { limitBody } from '#kit/server/limit-body.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { answerError, createRouter, type RequestEnv, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { bodyOf, readUpload } from '#kit/upload/read-upload.ts'
import { findAvatar, removeAvatar } from './avatars/avatars.ts'
import { findImageFile, type Images, MAXIMUM_AVATARS, MAXIMUM_UPLOADS } from './images.ts'
import { IMAGE_WIDTHS } from './paths.ts'

/** Uploads of pictures and of files of parts: each takes about a second of a processor. */
export const IMAGE_LIMIT: Limit = {
  name: 'image',
  what: 'uploaded pictures and files of parts',
  account: 60,
  address: 600,
  windowMs: MINUTE_MS,
}

/** @public */
export const AVATAR_LIMIT: Limit = {
  name: 'avatar',
  what: 'uploaded pictures of accounts',
  account: 10,
  address: 60,
  windowMs: MINUTE_MS,
}

/** The calls whose bodies are larger than those of others. */
export const UPLOAD_PATHS = ['/api/image', '/api/avatar']

const FORM = {
  otherBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object' as const,
          properties: { file: { type: 'string' as const, format: 'binary' } },
          required: ['file'],
        },
      },
    },
  },
}

const PICTURE_REFUSALS = ['too_large', 'unsupported_media_type'] as const

/** The picture of a part, or with the settings the logo of the shop. */
const upload = staffCall(['products', 'settings'], 'post', '/image', {
  operationId: 'addImage',
  tags: ['Catalogue'],
  summary: 'Upload a picture for a product, or the logo (admin)',
  description:
    'PNG, JPEG, WebP or AVIF, known by its bytes, at most 8 MB, 40 megapixels and 30,000 pixels on a side. `image` is a path of this shop for `image` of a product; it is served as AVIF or WebP in the width of its parameter `w`, upright and without metadata. A picture that nothing has used within a day is deleted.',
  ...FORM,
  limit: IMAGE_LIMIT,
  answers: { 201: jsonAnswer('The picture', z.object({ image: z.string() })) },
  refusals: PICTURE_REFUSALS,
})

const putAvatar = ownCall('post', '/avatar', {
  operationId: 'addAvatar',
  summary: 'Upload the own picture',
  description:
    'A picture as for a product. It replaces the one before, is served as WebP, upright and without metadata, and is the `image` of the account.',
  ...FORM,
  limit: AVATAR_LIMIT,
  answers: { 201: jsonAnswer('The picture', z.object({ image: z.string() })) },
  refusals: PICTURE_REFUSALS,
})

const deleteAvatar = ownCall('delete', '/avatar', {
  operationId: 'removeAvatar',
  summary: 'Remove the own picture',
  answers: { 200: jsonAnswer('The account has no picture', z.object({ image: z.null() })) },
})

const PICTURE = { what: 'The picture', bytes: 8_000_000, size: '8 MB' } as const

/** The calls that take images. */
export function imagesApi(shop: Shop, images: Images) {
  // The body is read only for who may send it, and while there is room for it.
  const room = (most: number) => [limitAtOnce(most), limitBody(bodyOf(PICTURE))]
  return createRouter('Accounts')
    .openapi(withChecks(upload, ...room(MAXIMUM_UPLOADS)), async (c) =>
      c.json({ image: await images.add(c.get('user'), await readPicture(c)) }, 201),
    )
    .openapi(withChecks(putAvatar, ...room(MAXIMUM_AVATARS)), async (c) =>
      c.json({ image: await images.addAvatar(c.get('user'), await readPicture(c)) }, 201),
    )
    .openapi(deleteAvatar, async (c) => {
      await removeAvatar(shop, c.get('user'))
      return c.json({ image: null }, 200)
    })
}

async function readPicture(c: Context): Promise<Uint8Array<ArrayBuffer>> {
  const { file } = await readUpload(c, PICTURE)
  return new Uint8Array(await file.arrayBuffer())
}

const A_YEAR_S = 31_536_000

/** Serves the images, `/images/{id}?w={width}`, whose bytes never change, and the pictures of accounts, `/avatars/{id}`. */
export function imageRoutes(shop: Shop): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>().onError(answerError).get('/avatars/:id', async (c) => {
    const content = await findAvatar(shop, c.req.param('id'))
    if (!content) return c.notFound()
    return c.body(content, 200, {
      'Content-Type': 'image/webp',
      'Content-Disposition': 'inline; filename="avatar.webp"',
      'Cache-Control': 'private, no-store',
    })
  })
  return routes.get('/images/:id', etag(), async (c) => {
    const supports = ['image/webp', 'image/avif']
    const accepted = accepts(c, { header: 'Accept', supports, default: 'image/webp' })
    const type = accepted === 'image/avif' ? 'avif' : 'webp'
    const id = c.req.param('id')
    const given = Number(c.req.query('w'))
    const file = await findImageFile(shop, id, type, given > 0 ? given : Math.max(...IMAGE_WIDTHS))
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
