import { cylinder, polar } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { bySizes } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { leader, ringMeasures } from '../../drawings/measures.ts'
import { disc } from '../../drawings/section.ts'
import { adjustingRing } from '../../standards/machine-parts/collars-and-knobs.ts'

/** The chamfer of the edges by the width: the standard says only that they are broken. */
const EDGE = 0.05

/** Adjusting rings with the threaded hole of their set screw, which is not in it. */
export const shaftCollar = defineShape({
  slug: 'shaft-collar',
  name: 'Adjusting ring',
  standards: ['DIN 705'],
  parameters: [
    length.required('bore', 'Bore'),
    length.optional('outer', 'Outside diameter'),
    length.optional('width', 'Width'),
    length.optional('screw', 'Thread of the set screw'),
  ],
  table: bySizes(adjustingRing, 'bore'),
  rules: (collar) => [
    isMore(collar.outer - 2 * collar.width * EDGE, collar.bore) ||
      wrong('outer bore', 'The bore must be smaller than the outside.'),
    (isMore(collar.width * (1 - 2 * EDGE), collar.screw) && isMore(collar.bore, collar.screw)) ||
      wrong('screw width bore', 'The set screw must be thinner than the ring is wide and than its bore.'),
  ],
  build({ bore, outer, width, screw }) {
    const [radius, edge] = [outer / 2, width * EDGE]
    return {
      cut: {
        turned: [
          [bore / 2, 0],
          [radius - edge, 0],
          [radius, edge],
          [radius, width - edge],
          [radius - edge, width],
          [bore / 2, width],
        ],
      },
      by: [
        {
          moved: { rotated: cylinder(screw / 2, 0, outer), about: 'x', degrees: 90 },
          by: [0, 0, width / 2],
        },
      ],
    }
  },
  size: ({ outer, width }) => [outer, outer, width],
  marks: ({ bore, outer, width, screw }) => ({
    measures: ringMeasures(bore, outer, width),
    leaders: [
      leader('front', polar(screw / 2, 45, [0, width / 2]), 'above', screw, { to: 'left', prefix: 'M' }),
    ],
    top: { hidden: false, holes: [disc(bore / 2)] },
  }),
})
