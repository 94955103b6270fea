import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { findPartDrawing } from '#features/catalog/catalog.ts'
import type { ModelFiles, Waiting } from '#features/models/models.ts'
import { modelRefusals } from '#features/models/refusals.ts'
import { titledSvg } from '#kit/drawing/sheet.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { DemoPart } from './demo-part.ts'
import { drawingOf } from './drawing-of.ts'
import { demoPartBySku, demoParts } from './parts.ts'

/** A file, which changes with the shop's code only. */
const KEPT = 'public, max-age=86400'

/** Made from what admins edit: kept, but asked for again each time, and unchanged it is not sent again. */
const ASKED_AGAIN = 'public, no-cache'

/** It stands in for a drawing that is being made. */
const NOT_KEPT = 'no-store'

/** A list shows the pictures that are there, and has a few others made for the next time. */
const LISTED: Waiting = { withinMs: 0, line: 'pictures' }

/** Who opens a part waits for its drawing, which is made before those of lists (`?opened`). */
const OPENED: Waiting = { withinMs: 6000, line: 'models' }

/**
 * The routes of the sample parts' drawings. Those of the 60 are files, which are read on first request. Those of the families
 * are made from their shapes when they are asked for, a few at a time, and kept; meanwhile, and for a part without a model, one of
 * the same kind stands in.
 */
export function drawingRoutes(shop: Shop, models: ModelFiles): Hono {
  const known = new Map<string, string>()
  const drawn = (part: DemoPart): string => {
    const svg = known.get(part.sku) ?? drawingOf(part)
    known.set(part.sku, svg)
    return svg
  }
  const ofFamily = async (c: Context, sku: string): Promise<Response> => {
    const standIn = standInOf(sku)
    if (!standIn) return c.notFound()
    try {
      const waiting = c.req.query('opened') === undefined ? LISTED : OPENED
      const { name, svg } = await findPartDrawing(shop, models, sku, waiting)
      return answer(c, titledSvg(svg, name), ASKED_AGAIN)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'not_found') return c.notFound()
      const cached = error.code === modelRefusals.noModel.code ? ASKED_AGAIN : NOT_KEPT
      return answer(c, withoutSizes(drawn(standIn)), cached)
    }
  }
  return new Hono().get('/drawings/:file{[A-Za-z0-9.-]+\\.svg}', compress(), etag(), (c) => {
    const sku = c.req.param('file').slice(0, -'.svg'.length)
    const part = demoPartBySku.get(sku)
    return part ? answer(c, drawn(part), KEPT) : ofFamily(c, sku)
  })
}

const answer = (c: Context, svg: string, cached: string): Response =>
  c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': cached })

/** The one of the 60 parts whose number begins most alike, at least with the same letters: these say the kind. */
function standInOf(sku: string): DemoPart | undefined {
  const [best] = demoParts
    .filter((part) => part.sku.slice(0, part.sku.indexOf('-') + 1) === sku.slice(0, sku.indexOf('-') + 1))
    .sort((a, b) => sameStart(b.sku, sku) - sameStart(a.sku, sku))
  return best
}

/** Its sizes are those of another part. */
const withoutSizes = (svg: string): string =>
  svg
    .replace(/<title>[^<]*<\/title>/, '<title>A similar part</title>')
    .replace('<style>', '<style>.d{display:none}')

function sameStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
