import type { Outline } from '../../bodies/body.ts'
import { length } from '../../defining/parameters.ts'
import { bySizes } from '../../defining/rows.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import type { Piece } from '../../drawings/marks.ts'
import { ringMeasures } from '../../drawings/measures.ts'
import { disc, mirrored, turnedSection } from '../../drawings/section.ts'
import { taperedBearing as sizes } from '../../standards/machine-parts/bearings.ts'

/** Tapered roller bearings. One solid: the rollers are one ring between the inner and the outer ring. */
export const taperedBearing = defineShape({
  slug: 'tapered-bearing',
  name: 'Tapered roller bearing',
  standards: ['ISO 355', 'DIN 720'],
  parameters: [
    length.required('bore', 'Bore'),
    length.required('outer', 'Outside diameter'),
    length.required('width', 'Width'),
    length.optional('cone', 'Width of the inner ring'),
    length.optional('cup', 'Width of the outer ring'),
  ],
  table: bySizes(sizes, 'bore', 'outer', 'width'),
  rules: (bearing) => [
    isMore(bearing.outer, bearing.bore + 1) ||
      wrong('bore outer', 'The bore must be smaller than the outside.'),
    (isMore(bearing.width, bearing.cone) && bearing.cone > bearing.width * 0.7) ||
      wrong('cone width', 'The inner ring must be narrower than the bearing, and wider than most of it.'),
    (isMore(bearing.width, bearing.cup) && bearing.cup > bearing.width * 0.6) ||
      wrong('cup width', 'The outer ring must be narrower than the bearing, and wider than most of it.'),
  ],
  build: (bearing) => ({ turned: outlineOf(bearing) }),
  size: ({ outer, width }) => [outer, outer, width],
  marks: (bearing) => ({
    measures: ringMeasures(bearing.bore, bearing.outer, bearing.width),
    front: { instead: [...turnedSection({ outline: outlineOf(bearing) }), ...rollersOf(bearing)] },
    top: { hidden: false, holes: [disc(bearing.bore / 2)] },
  }),
})

type Bearing = Sizes<'bore' | 'outer' | 'width' | 'cone' | 'cup'>

/** A radius by how far it is from the bore to the outside. */
const placeIn =
  ({ bore, outer }: Pick<Bearing, 'bore' | 'outer'>) =>
  (part: number): number =>
    (bore + (outer - bore) * part) / 2

function outlineOf({ bore, outer, width, cone, cup }: Bearing): Outline {
  const at = placeIn({ bore, outer })
  const rest = width - cup
  // The outer ring is open towards the height 0, where the inner ring has its higher rib.
  return [
    [at(0), 0],
    [at(0.46), 0],
    [at(0.46), rest * 0.5],
    [at(0.72), rest * 0.5],
    [at(0.76), rest],
    [at(1), rest],
    [at(1), width],
    [at(0.62), width],
    [at(0.66), cone - (width - cone) * 0.6],
    [at(0.3), cone - (width - cone) * 0.6],
    [at(0.3), cone],
    [at(0), cone],
  ]
}

/** The rollers in the section, between both rings. */
function rollersOf({ bore, outer, width, cone, cup }: Bearing): Piece[] {
  const at = placeIn({ bore, outer })
  const [low, high] = [(width - cup) * 0.9, cone - (width - cone) * 0.6]
  const roller: Outline = [
    [at(0.42), low],
    [at(0.76), low * 1.3],
    [at(0.66), high],
    [at(0.34), high - low * 0.3],
  ]
  return [roller, mirrored(roller)].map((outline): Piece => ({ outline, fill: 'paper', line: 'outline' }))
}
