import { length, standard } from '../../defining/parameters.ts'
import { defineShape, isMore } from '../../defining/shape.ts'

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
    [bearing.width > 1, ['width'], 'The bearing must be wider than 1 mm.'],
  ],
  build({ bore, outer, width }) {
    const [inside, radius] = [bore / 2, outer / 2]
    const wall = (radius - inside) * INSIDE.wall
    const [lip, groove] = [width * INSIDE.lip, width * INSIDE.groove]
    const lipRadius = inside + (radius - inside) * 0.12
    return {
      turned: [
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
      ],
    }
  },
  size: ({ outer, width }) => [outer, outer, width],
})
