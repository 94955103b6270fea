import type { Shape } from '../defining/shape.ts'
import { ballBearing } from './bearings/ball-bearing.ts'
import { flangedBush } from './bearings/flanged-bush.ts'
import { linearBearing } from './bearings/linear-bearing.ts'
import { needleBearing } from './bearings/needle-bearing.ts'
import { plainBush } from './bearings/plain-bush.ts'
import { taperedBearing } from './bearings/tapered-bearing.ts'
import { thrustBearing } from './bearings/thrust-bearing.ts'
import { angleBracket } from './hardware/angle-bracket.ts'
import { bridgeHandle } from './hardware/bridge-handle.ts'
import { discMagnet } from './hardware/disc-magnet.ts'
import { rubberBuffer } from './hardware/rubber-buffer.ts'
import { shaftCollar } from './hardware/shaft-collar.ts'
import { spurGear } from './hardware/spur-gear.ts'
import { starKnob } from './hardware/star-knob.ts'
import { capNut } from './nuts-and-washers/cap-nut.ts'
import { discSpring } from './nuts-and-washers/disc-spring.ts'
import { flangeNut } from './nuts-and-washers/flange-nut.ts'
import { hexagonNut } from './nuts-and-washers/hexagon-nut.ts'
import { lockNut } from './nuts-and-washers/lock-nut.ts'
import { serratedWasher } from './nuts-and-washers/serrated-washer.ts'
import { springWasher } from './nuts-and-washers/spring-washer.ts'
import { washer } from './nuts-and-washers/washer.ts'
import { wingNut } from './nuts-and-washers/wing-nut.ts'
import { clevisPin } from './pins-and-rings/clevis-pin.ts'
import { dowelPin } from './pins-and-rings/dowel-pin.ts'
import { parallelKey } from './pins-and-rings/parallel-key.ts'
import { boreRetainingRing, shaftRetainingRing } from './pins-and-rings/retaining-ring.ts'
import { retainingWasher } from './pins-and-rings/retaining-washer.ts'
import { splitPin } from './pins-and-rings/split-pin.ts'
import { springPin } from './pins-and-rings/spring-pin.ts'
import { buttonHeadScrew } from './screws/button-head-screw.ts'
import { carriageBolt } from './screws/carriage-bolt.ts'
import { countersunkCrossScrew } from './screws/countersunk-cross-screw.ts'
import { countersunkSocketScrew } from './screws/countersunk-socket-screw.ts'
import { eyeBolt } from './screws/eye-bolt.ts'
import { hexagonFlangeScrew } from './screws/hexagon-flange-screw.ts'
import { hexagonScrew } from './screws/hexagon-screw.ts'
import { setScrew } from './screws/set-screw.ts'
import { socketHeadScrew } from './screws/socket-head-screw.ts'
import { stud } from './screws/stud.ts'
import { threadedRod } from './screws/threaded-rod.ts'
import { compressionSpring } from './seals-and-springs/compression-spring.ts'
import { oRing } from './seals-and-springs/o-ring.ts'
import { shaftSeal } from './seals-and-springs/shaft-seal.ts'
import { tensionSpring } from './seals-and-springs/tension-spring.ts'

interface ShapeGroup {
  /** The kind of part, in words. */
  readonly name: string
  readonly shapes: readonly Shape[]
}

/** All shapes by the kind of part, as an admin looks for them. */
export const shapeGroups: readonly ShapeGroup[] = [
  {
    name: 'Screws and bolts',
    shapes: [
      hexagonScrew,
      hexagonFlangeScrew,
      socketHeadScrew,
      buttonHeadScrew,
      countersunkSocketScrew,
      countersunkCrossScrew,
      setScrew,
      carriageBolt,
      eyeBolt,
      threadedRod,
      stud,
    ],
  },
  {
    name: 'Nuts and washers',
    shapes: [
      hexagonNut,
      flangeNut,
      lockNut,
      capNut,
      wingNut,
      washer,
      springWasher,
      serratedWasher,
      discSpring,
    ],
  },
  {
    name: 'Pins and rings',
    shapes: [
      dowelPin,
      clevisPin,
      splitPin,
      springPin,
      parallelKey,
      shaftRetainingRing,
      boreRetainingRing,
      retainingWasher,
    ],
  },
  {
    name: 'Bearings and bushes',
    shapes: [
      ballBearing,
      needleBearing,
      thrustBearing,
      taperedBearing,
      linearBearing,
      flangedBush,
      plainBush,
    ],
  },
  { name: 'Seals and springs', shapes: [oRing, shaftSeal, compressionSpring, tensionSpring] },
  {
    name: 'Other parts',
    shapes: [spurGear, shaftCollar, bridgeHandle, starKnob, discMagnet, rubberBuffer, angleBracket],
  },
]

export const shapes: readonly Shape[] = shapeGroups.flatMap((group) => group.shapes)

const bySlug = new Map(shapes.map((shape) => [shape.slug, shape]))

export const findShape = (slug: string): Shape | undefined => bySlug.get(slug)
