import { type Sheet, svgDocument, titledSvg } from '#kit/drawing/sheet.ts'
import type { DemoPart } from './demo-part.ts'
import {
  drawBallBearing,
  drawLinearBearing,
  drawNeedleBearing,
  drawTaperedBearing,
  drawThrustBearing,
} from './drawings/bearings.ts'
import { drawFlangedBush, drawWrappedBush } from './drawings/bushes.ts'
import type { Drawing } from './drawings/drawing.ts'
import { drawCableGland, drawHoseClamp, drawPushInElbow, drawPushInFitting } from './drawings/fittings.ts'
import { drawAngleBracket, drawBlindRivet, drawBridgeHandle, drawHinge } from './drawings/hardware.ts'
import {
  drawDiscMagnet,
  drawRubberBuffer,
  drawShaftCollar,
  drawSpurGear,
  drawStarKnob,
} from './drawings/machine-parts.ts'
import { drawHexNut, drawWingNut } from './drawings/nuts.ts'
import {
  drawClevisPin,
  drawCotterPin,
  drawDowelPin,
  drawParallelKey,
  drawSpringPin,
} from './drawings/pins.ts'
import { drawEClip, drawRetainingRing } from './drawings/rings.ts'
import { drawEyeBolt, drawThreadedRod } from './drawings/rods.ts'
import {
  drawCapScrew,
  drawCarriageBolt,
  drawCountersunkScrew,
  drawHexScrew,
  drawSetScrew,
} from './drawings/screws.ts'
import { drawORing, drawShaftSeal } from './drawings/seals.ts'
import { drawCompressionSpring, drawTensionSpring } from './drawings/springs.ts'
import { drawDiscSpring, drawSpringWasher, drawWasher } from './drawings/washers.ts'

const drawFunctions: {
  readonly [Kind in Drawing['kind']]: (drawing: Extract<Drawing, { kind: Kind }>) => Sheet
} = {
  'hex-screw': drawHexScrew,
  'cap-screw': drawCapScrew,
  'countersunk-screw': drawCountersunkScrew,
  'set-screw': drawSetScrew,
  'carriage-bolt': drawCarriageBolt,
  'eye-bolt': drawEyeBolt,
  'threaded-rod': drawThreadedRod,
  'hex-nut': drawHexNut,
  'wing-nut': drawWingNut,
  washer: drawWasher,
  'spring-washer': drawSpringWasher,
  'disc-spring': drawDiscSpring,
  'ball-bearing': drawBallBearing,
  'needle-bearing': drawNeedleBearing,
  'thrust-bearing': drawThrustBearing,
  'tapered-bearing': drawTaperedBearing,
  'linear-bearing': drawLinearBearing,
  'flanged-bush': drawFlangedBush,
  'wrapped-bush': drawWrappedBush,
  'o-ring': drawORing,
  'shaft-seal': drawShaftSeal,
  'compression-spring': drawCompressionSpring,
  'tension-spring': drawTensionSpring,
  'dowel-pin': drawDowelPin,
  'spring-pin': drawSpringPin,
  'clevis-pin': drawClevisPin,
  'cotter-pin': drawCotterPin,
  'parallel-key': drawParallelKey,
  'retaining-ring': drawRetainingRing,
  'e-clip': drawEClip,
  'push-in-fitting': drawPushInFitting,
  'push-in-elbow': drawPushInElbow,
  'cable-gland': drawCableGland,
  'hose-clamp': drawHoseClamp,
  'angle-bracket': drawAngleBracket,
  'blind-rivet': drawBlindRivet,
  hinge: drawHinge,
  'bridge-handle': drawBridgeHandle,
  'spur-gear': drawSpurGear,
  'shaft-collar': drawShaftCollar,
  'star-knob': drawStarKnob,
  'rubber-buffer': drawRubberBuffer,
  'disc-magnet': drawDiscMagnet,
}

/** The part's technical drawing as an SVG document for an `<img>`: 4:3, transparent, for light and dark pages. */
export function drawPart(part: DemoPart): string {
  // The compiler cannot infer that the function at this index accepts this drawing.
  const draw = drawFunctions[part.drawing.kind] as (drawing: Drawing) => Sheet
  return titledSvg(svgDocument(draw(part.drawing)), part.name)
}
