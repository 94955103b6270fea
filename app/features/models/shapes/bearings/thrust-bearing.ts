import type { Body } from '../../bodies/body.ts'
import { around, ring, sphere } from '../../bodies/outlines.ts'
import { length, standard } from '../../defining/parameters.ts'
import { defineShape, isMore } from '../../defining/shape.ts'

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
    standard.optional('standard', 'Standard'),
  ],
  complete(given) {
    given.standard()
    return { bore: given.number('bore'), outer: given.number('outer'), width: given.number('width') }
  },
  rules: (bearing) => [
    [
      isMore(bearing.outer, bearing.bore + 0.5),
      ['bore', 'outer'],
      'The bore must be smaller than the outside.',
    ],
    [
      isMore((bearing.outer - bearing.bore) / 2, bearing.width * INSIDE.ball * 2),
      ['width', 'outer', 'bore'],
      'The balls must have room between bore and outside.',
    ],
    [bearing.outer < bearing.width * 25, ['width', 'outer'], 'The bearing is too low for its diameter.'],
  ],
  build({ bore, outer, width }) {
    const [inside, outside, washer] = [bore / 2, outer / 2, width * INSIDE.washer]
    const radius = width * INSIDE.ball
    const middle = (inside + outside) / 2
    const ball: Body = { moved: sphere(radius), by: [middle, 0, width / 2] }
    const count = Math.max(5, Math.floor((Math.PI * middle) / (radius * 1.3)))
    return {
      fused: [
        ring(inside, outside, 0, washer),
        ring(inside, outside, width - washer, width),
        ...around(count, ball),
      ],
    }
  },
  size: ({ outer, width }) => [outer, outer, width],
})
