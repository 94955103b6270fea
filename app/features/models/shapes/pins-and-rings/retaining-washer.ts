import type { Body } from '../../bodies/body.ts'
import { box, cylinder, polar } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { bySizes } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { fromAbove, inFront } from '../../drawings/measures.ts'
import { retainingWasher as sizes } from '../../standards/machine-parts/retaining-rings.ts'

/** The pockets between the three prongs: their angles, and how much of the ring's width they take. */
const POCKETS = { angles: [[8, 68] as const, [112, 172] as const], depth: 0.5 }

/** Retaining washers (E-clips), pushed on a groove from the side, unstressed. */
export const retainingWasher = defineShape({
  slug: 'retaining-washer',
  name: 'Retaining washer',
  standards: ['DIN 6799'],
  parameters: [
    length.required('groove', 'Groove diameter'),
    length.optional('outer', 'Outside diameter'),
    length.optional('opening', 'Opening'),
    length.optional('thickness', 'Thickness'),
  ],
  table: bySizes(sizes, 'groove'),
  rules: (clip) => [
    isMore(clip.outer, clip.groove + 0.2) ||
      wrong('outer groove', 'The groove must be narrower than the washer.'),
    isMore(clip.groove, clip.opening) ||
      wrong('opening groove', 'The opening must be narrower than the groove.'),
    clip.opening > clip.groove * 0.4 || wrong('opening groove', 'The opening must let the groove in.'),
  ],
  build({ groove, outer, opening, thickness }) {
    const radius = (groove + (outer - groove) * POCKETS.depth) / 2
    const pockets = POCKETS.angles.map(
      ([from, to]): Body => ({
        prism: [
          [0, 0],
          polar(radius, from),
          { through: polar(radius, (from + to) / 2), to: polar(radius, to) },
        ],
        from: -1,
        to: thickness + 1,
      }),
    )
    return {
      cut: cylinder(outer / 2, 0, thickness),
      by: [
        cylinder(groove / 2, -1, thickness + 1),
        box([-opening / 2, -outer, -1], [opening / 2, 0, thickness + 1]),
        ...pockets,
      ],
    }
  },
  size: ({ outer, opening, thickness }) => [
    outer,
    outer / 2 + Math.sqrt((outer / 2) ** 2 - (opening / 2) ** 2),
    thickness,
  ],
  marks: ({ groove, outer, thickness }) => ({
    layout: 'stacked',
    measures: [
      fromAbove([0, -outer / 2], [0, outer / 2], 'right', 'Ø'),
      fromAbove([0, -groove / 2], [0, groove / 2], 'left', 'Ø'),
      inFront([outer / 2, 0], [outer / 2, thickness], 'right'),
    ],
    front: { axes: false, hidden: false },
  }),
})
