import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { hasRight } from '#features/accounts/rights.ts'
import { findDrawingById } from '#features/catalog/catalog.ts'
import type { ModelFiles, Waiting } from '#features/models/models.ts'
import { titledSvg } from '#kit/drawing/sheet.ts'
import { AppError } from '#kit/server/app-error.ts'
import { answerError, type RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'

/** A list shows the drawings that are there or made soon, and has a few others made for the next time. */
const LISTED: Waiting = { withinMs: 2000, line: 'pictures' }

/** Who opens a part waits for its drawing, which is made before those of lists (`?opened`). */
const OPENED: Waiting = { withinMs: 6000, line: 'models' }

/** Made from what admins edit: kept, but asked for again each time, and unchanged it is not sent again. */
const ASKED_AGAIN = 'public, no-cache'

/** A sheet without a part: it stands in for a drawing that is being made, and for that of a part without a model. */
const BLANK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" role="img"><title>The drawing is not there yet</title><g fill="none" stroke="#8a948e" stroke-width="1.5"><rect x="120" y="95" width="160" height="110"/><path stroke-dasharray="14 4 3 4" d="M100 150H300M200 75V225"/></g></svg>'

/** What nobody keeps: the next one who asks may not see it. */
const PRIVATE = 'private, no-store'

/**
 * The drawings of parts that have no other picture: `/drawings/part/{id}.svg`. A picture of a page is asked for without a token, so the
 * cookie says whether somebody may see a part that was never for sale.
 */
export function partDrawingRoutes(
  shop: Shop,
  models: ModelFiles,
  holderOf: (c: Context) => Promise<SignedInUser | undefined>,
): Hono<RequestEnv> {
  const seesUnpublished = async (c: Context): Promise<boolean> => {
    const holder = await holderOf(c)
    return holder !== undefined && hasRight(holder, 'products')
  }
  return new Hono<RequestEnv>()
    .onError(answerError)
    .get('/drawings/part/:file{[0-9a-z]{24}\\.svg}', compress(), etag(), async (c) => {
      const id = c.req.param('file').slice(0, -'.svg'.length)
      try {
        const waiting = c.req.query('opened') === undefined ? LISTED : OPENED
        const { name, svg, isUnpublished } = await findDrawingById(shop, models, id, {
          waiting,
          seesUnpublished: () => seesUnpublished(c),
        })
        return answer(c, titledSvg(svg, name), isUnpublished ? PRIVATE : ASKED_AGAIN)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'not_found') return c.notFound()
        return answer(c, BLANK, 'no-store')
      }
    })
}

const answer = (c: Context, svg: string, cached: string): Response =>
  c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': cached })
