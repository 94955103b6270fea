import { Hono } from 'hono'
import { drawPart } from './draw-part.ts'
import { demoPartBySku } from './parts.ts'

const DAY_SECONDS = 86_400

/** The routes of the demo parts' drawings, which are rendered on first request. */
export function drawingRoutes(): Hono {
  const cache = new Map<string, string>()
  return new Hono().get('/drawings/:file{[A-Za-z0-9-]+\\.svg}', (c) => {
    const sku = c.req.param('file').slice(0, -'.svg'.length)
    const part = demoPartBySku.get(sku)
    if (!part) return c.notFound()
    const svg = cache.get(sku) ?? drawPart(part)
    cache.set(sku, svg)
    return c.body(svg, 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': `public, max-age=${DAY_SECONDS}`,
    })
  })
}
