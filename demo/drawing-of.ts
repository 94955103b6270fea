import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DemoPart } from './demo-part.ts'
import { drawPart } from './drawn/draw-part.ts'

/** Where `npm run drawings` wrote the drawings of the parts that have a model: to make them takes OpenCascade. */
const FOLDER = 'demo/drawings'

/** The picture of a part, an SVG document. */
export const drawingOf = (part: DemoPart): string =>
  'drawing' in part ? drawPart(part) : readFileSync(resolve(FOLDER, `${part.sku}.svg`), 'utf8')
