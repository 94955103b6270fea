import type { Body } from '../../bodies/body.ts'
import { around, polar, rectangle, ring, sphere } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { withoutTable } from '../../defining/rows.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import type { Piece } from '../../drawings/marks.ts'
import { ringMeasures } from '../../drawings/measures.ts'
import { disc, turnedSection } from '../../drawings/section.ts'
import type { Curve } from '../../files/view.ts'

/** The height of a washer and the radius of a ball, by the width. The standard gives the envelope only. */
const INSIDE = { washer: 0.32, ball: 0.27 }

/** Thrust ball bearings, single direction. One solid: the balls are one with the washers, and no cage holds them. */
export const thrustBearing = defineShape({
  slug: 'thrust-bearing',
  name: 'Thrust ball bearing',
  standards: ['ISO 104', 'DIN 711'],
  parameters: [
    length.required('bore', 'Bore'),
    length.required('outer', 'Outside diameter'),
    length.required('width', 'Height'),
  ],
  table: withoutTable,
  rules: (bearing) => [
    isMore(bearing.outer, bearing.bore + 0.5) ||
      wrong('bore outer', 'The bore must be smaller than the outside.'),
    isMore((bearing.outer - bearing.bore) / 2, bearing.width * INSIDE.ball * 2) ||
      wrong('width outer bore', 'The balls must have room between bore and outside.'),
    bearing.outer < bearing.width * 25 || wrong('width outer', 'The bearing is too low for its diameter.'),
  ],
  build({ bore, outer, width }) {
    const [inside, outside, washer] = [bore / 2, outer / 2, width * INSIDE.washer]
    const { radius, middle, count } = ballsOf({ bore, outer, width })
    const ball: Body = { moved: sphere(radius), by: [middle, 0, width / 2] }
    return {
      fused: [
        ring(inside, outside, 0, washer),
        ring(inside, outside, width - washer, width),
        ...around(count, ball),
      ],
    }
  },
  size: ({ outer, width }) => [outer, outer, width],
  marks: (bearing) => ({
    measures: ringMeasures(bearing.bore, bearing.outer, bearing.width),
    front: { instead: sectionOf(bearing) },
    top: {
      hidden: false,
      holes: [disc(bearing.bore / 2)],
      over: [{ curves: hiddenBalls(bearing), line: 'hidden' }],
    },
  }),
})

type Envelope = Sizes<'bore' | 'outer' | 'width'>

/** The balls: their radius, how far they are from the axis, how many. */
function ballsOf({ bore, outer, width }: Envelope): Sizes<'radius' | 'middle' | 'count'> {
  const radius = width * INSIDE.ball
  const middle = (bore + outer) / 4
  return { radius, middle, count: Math.max(5, Math.floor((Math.PI * middle) / (radius * 1.3))) }
}

function sectionOf(bearing: Envelope): Piece[] {
  const { bore, outer, width } = bearing
  const { radius, middle } = ballsOf(bearing)
  const washer = width * INSIDE.washer
  return [
    ...turnedSection(
      { outline: rectangle([bore / 2, 0], [outer / 2, washer]) },
      { outline: rectangle([bore / 2, width - washer], [outer / 2, width]) },
    ),
    ...[-middle, middle].map(
      (x): Piece => ({
        outline: disc(radius, [x, width / 2]),
        fill: 'paper',
        line: 'outline',
      }),
    ),
  ]
}

/** The balls behind the upper washer. */
function hiddenBalls(bearing: Envelope): Curve[] {
  const { radius, middle, count } = ballsOf(bearing)
  return Array.from({ length: count }, (_, at) => ({ centre: polar(middle, (at * 360) / count), radius }))
}
