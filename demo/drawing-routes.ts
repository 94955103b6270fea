import { Hono } from 'hono'
import { drawingOf } from './drawing-of.ts'
import { demoPartBySku } from './parts.ts'

const DAY_SECONDS = 86_400

/** The routes of the demo parts' drawings. */
export function drawingRoutes(): Hono {
  return new Hono().get('/drawings/:file{[A-Za-z0-9-]+\\.svg}', (c) => {
    const sku = c.req.param('file').slice(0, -'.svg'.length)
    const part = demoPartBySku.get(sku)
    const svg = part && drawingOf(part)
    if (svg === undefined) return c.notFound()
    return c.body(svg, 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': `public, max-age=${DAY_SECONDS}`,
    })
  })
}
