import type { DemoPart } from './demo-part.ts'
import { drawPart } from './drawn/draw-part.ts'

/** The drawings of the parts that have a model, as `npm run drawings` wrote them: to make them takes OpenCascade. */
const files = import.meta.glob<string>('./drawings/*.svg', { query: '?raw', import: 'default', eager: true })

/** The picture of a part, an SVG document. */
export const drawingOf = (part: DemoPart): string | undefined =>
  'drawing' in part ? drawPart(part) : files[`./drawings/${part.sku}.svg`]
