import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { drawingOf } from './drawing-of.ts'
import { demoPartBySku } from './parts.ts'

const DAY_SECONDS = 86_400

/** The routes of the demo parts' drawings, which are read on first request. */
export function drawingRoutes(): Hono {
  const known = new Map<string, string>()
  return new Hono().get('/drawings/:file{[A-Za-z0-9-]+\\.svg}', compress(), (c) => {
    const sku = c.req.param('file').slice(0, -'.svg'.length)
    const part = demoPartBySku.get(sku)
    if (!part) return c.notFound()
    const svg = known.get(sku) ?? drawingOf(part)
    known.set(sku, svg)
    return c.body(svg, 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': `public, max-age=${DAY_SECONDS}`,
    })
  })
}
