import { type Sheet, svgDocument, titledSvg } from '#kit/drawing/sheet.ts'
import type { DrawnPart } from '../demo-part.ts'
import type { Drawing } from './drawing.ts'
import { drawCableGland, drawHoseClamp, drawPushInElbow, drawPushInFitting } from './fittings.ts'
import { drawBlindRivet, drawHinge } from './hardware.ts'

const drawFunctions: {
  readonly [Kind in Drawing['kind']]: (drawing: Extract<Drawing, { kind: Kind }>) => Sheet
} = {
  'push-in-fitting': drawPushInFitting,
  'push-in-elbow': drawPushInElbow,
  'cable-gland': drawCableGland,
  'hose-clamp': drawHoseClamp,
  'blind-rivet': drawBlindRivet,
  hinge: drawHinge,
}

/** The technical drawing of a part that has no model: as an SVG document, 4:3, transparent, for light and dark pages. */
export function drawPart({ drawing, name }: Pick<DrawnPart, 'drawing' | 'name'>): string {
  // The compiler cannot infer that the function at this index accepts this drawing.
  const draw = drawFunctions[drawing.kind] as (drawing: Drawing) => Sheet
  return titledSvg(svgDocument(draw(drawing)), name)
}
