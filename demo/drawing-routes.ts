import { Hono } from 'hono'
import { drawPart } from './draw-part.ts'
import { demoPartBySku } from './parts.ts'

const A_DAY_S = 86_400

/** The drawings of the demo parts, drawn from their measures. */
export function drawingRoutes(): Hono {
  const drawn = new Map<string, string>()
  return new Hono().get('/drawings/:file{[A-Za-z0-9-]+\\.svg}', (c) => {
    const sku = c.req.param('file').slice(0, -'.svg'.length)
    const part = demoPartBySku.get(sku)
    if (!part) return c.notFound()
    const svg = drawn.get(sku) ?? drawPart(part)
    drawn.set(sku, svg)
    return c.body(svg, 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': `public, max-age=${A_DAY_S}`,
    })
  })
}
