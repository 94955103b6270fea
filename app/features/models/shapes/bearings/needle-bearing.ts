import type { Outline } from '../../bodies/body.ts'
import { rectangle } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { withoutTable } from '../../defining/rows.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import type { Piece } from '../../drawings/marks.ts'
import { ringMeasures } from '../../drawings/measures.ts'
import { disc, turnedSection } from '../../drawings/section.ts'

/**
 * The wall of the cup by the thickness of the bearing, the length of a lip and how deep the groove beside it is. The standard
 * gives the envelope only.
 */
const INSIDE = { wall: 0.3, lip: 0.09, groove: 0.04 }

/** Drawn cup needle bearings with open ends. The needles are one ring, whose inside is the circle that they leave free. */
export const needleBearing = defineShape({
  slug: 'needle-bearing',
  name: 'Drawn cup needle bearing',
  standards: ['ISO 3245', 'DIN 618'],
  parameters: [
    length.required('bore', 'Bore'),
    length.required('outer', 'Outside diameter'),
    length.required('width', 'Width'),
  ],
  table: withoutTable,
  rules: (bearing) => [
    isMore(bearing.outer, bearing.bore + 0.5) ||
      wrong('bore outer', 'The bore must be smaller than the outside.'),
    bearing.width > 1 || wrong('width', 'The bearing must be wider than 1 mm.'),
  ],
  build: (bearing) => ({ turned: outlineOf(bearing) }),
  size: ({ outer, width }) => [outer, outer, width],
  marks: (bearing) => ({
    measures: ringMeasures(bearing.bore, bearing.outer, bearing.width),
    front: { instead: [...turnedSection({ outline: outlineOf(bearing) }), ...needlesOf(bearing)] },
    top: { hidden: false, holes: [disc(bearing.bore / 2)] },
  }),
})

type Envelope = Sizes<'bore' | 'outer' | 'width'>

function outlineOf({ bore, outer, width }: Envelope): Outline {
  const [inside, radius] = [bore / 2, outer / 2]
  const wall = (radius - inside) * INSIDE.wall
  const [lip, groove] = [width * INSIDE.lip, width * INSIDE.groove]
  const lipRadius = inside + (radius - inside) * 0.12
  return [
    [radius - wall, 0],
    [radius, wall],
    [radius, width - wall],
    [radius - wall, width],
    [lipRadius, width],
    [lipRadius, width - lip],
    [radius - wall * 1.2, width - lip],
    [radius - wall * 1.2, width - lip - groove],
    [inside, width - lip - groove],
    [inside, lip + groove],
    [radius - wall * 1.2, lip + groove],
    [radius - wall * 1.2, lip],
    [lipRadius, lip],
    [lipRadius, 0],
  ]
}

/** The needles in the section: they lie between the lips of the cup. */
function needlesOf({ bore, outer, width }: Envelope): Piece[] {
  const ends = width * (INSIDE.lip + INSIDE.groove)
  const around = outer / 2 - ((outer - bore) / 2) * INSIDE.wall * 1.2
  return [-1, 1].map(
    (side): Piece => ({
      outline: rectangle([(side * bore) / 2, ends], [side * around, width - ends]),
      fill: 'paper',
      line: 'outline',
    }),
  )
}
