import type { Body, Outline } from '../../bodies/body.ts'
import { cylinder, polar, prismAlongY } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { fromAbove, inFront, leader } from '../../drawings/measures.ts'
import { disc } from '../../drawings/section.ts'

/** By the leg: from its outer end to the hole, and how far the rib reaches. By the thickness: the radius inside, half of the rib. */
const PLACES = { hole: 0.36, rib: 0.42, bend: 1, ribHalf: 1.2 }

/** Equal angle brackets of bent sheet with a hole in each leg and a rib in the corner, which is a wedge. */
export const angleBracket = defineShape({
  slug: 'angle-bracket',
  name: 'Angle bracket',
  parameters: [
    length.required('leg', 'Leg'),
    length.required('width', 'Width'),
    length.required('thickness', 'Thickness'),
    length.required('hole', 'Hole'),
  ],
  rules: (bracket) => [
    bracket.thickness < bracket.leg * 0.15 ||
      wrong('thickness leg', 'The sheet must be thinner than a seventh of the leg.'),
    isMore(bracket.width, bracket.hole) ||
      wrong('hole width', 'The hole must be smaller than the bracket is wide.'),
    isMore(bracket.leg * PLACES.hole * 2, bracket.hole * 1.1) ||
      wrong('hole leg', 'The hole must be smaller than the leg.'),
    isMore(bracket.width, bracket.thickness * PLACES.ribHalf * 2) ||
      wrong('width thickness', 'The bracket must be wider than its rib.'),
  ],
  build({ leg, width, thickness: t, hole }) {
    const bend = t * PLACES.bend
    const outside = bend + t
    const corner = (radius: number, at: number): number => at - radius * Math.SQRT1_2
    const profile: Outline = [
      [outside, 0],
      [leg, 0],
      [leg, t],
      [outside, t],
      { through: [corner(bend, outside), corner(bend, outside)], to: [t, outside] },
      [t, leg],
      [0, leg],
      [0, outside],
      { through: [corner(outside, outside), corner(outside, outside)], to: [outside, 0] },
    ]
    const reach = leg * PLACES.rib
    // The rib begins in the sheet, also where its corner is round.
    const inside = t * 0.75
    const rib: Outline = [
      [inside, inside],
      [reach, inside],
      [reach, t],
      [t, reach],
      [inside, reach],
    ]
    const away = leg * (1 - PLACES.hole)
    const drill = cylinder(hole / 2, -1, t + 1)
    const through: Body[] = [
      { moved: drill, by: [away, 0, 0] },
      { moved: { rotated: drill, about: 'y', degrees: 90 }, by: [0, 0, away] },
    ]
    return {
      cut: {
        fused: [
          prismAlongY(profile, -width / 2, width / 2),
          prismAlongY(rib, -t * PLACES.ribHalf, t * PLACES.ribHalf),
        ],
      },
      by: through,
    }
  },
  size: ({ leg, width }) => [leg, width, leg],
  marks: ({ leg, width, thickness, hole }) => ({
    layout: 'stacked',
    measures: [
      fromAbove([leg, -width / 2], [leg, width / 2], 'right'),
      inFront([0, 0], [leg, 0], 'below'),
      inFront([0, 0], [0, leg], 'left'),
      inFront([leg, 0], [leg, thickness], 'right'),
    ],
    leaders: [
      leader('top', polar(hole / 2, 60, [leg * (1 - PLACES.hole), 0]), 'above', hole, { prefix: 'Ø' }),
    ],
    front: { axes: false },
    top: { axes: false, hidden: false, holes: [disc(hole / 2, [leg * (1 - PLACES.hole), 0])] },
  }),
})
