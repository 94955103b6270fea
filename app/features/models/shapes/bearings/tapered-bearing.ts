import { length, standard } from '../../defining/parameters.ts'
import { defineShape, isMore } from '../../defining/shape.ts'
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
    standard.optional('standard', 'Standard'),
  ],
  complete(given) {
    given.standard()
    const [bore, outer, width] = [given.number('bore'), given.number('outer'), given.number('width')]
    const row = sizes(`${bore} × ${outer} × ${width}`)
    return { bore, outer, width, cone: given.number('cone', row?.cone), cup: given.number('cup', row?.cup) }
  },
  rules: (bearing) => [
    [
      isMore(bearing.outer, bearing.bore + 1),
      ['bore', 'outer'],
      'The bore must be smaller than the outside.',
    ],
    [
      isMore(bearing.width, bearing.cone) && bearing.cone > bearing.width * 0.7,
      ['cone', 'width'],
      'The inner ring must be narrower than the bearing, and wider than most of it.',
    ],
    [
      isMore(bearing.width, bearing.cup) && bearing.cup > bearing.width * 0.6,
      ['cup', 'width'],
      'The outer ring must be narrower than the bearing, and wider than most of it.',
    ],
  ],
  build({ bore, outer, width, cone, cup }) {
    const thickness = (outer - bore) / 2
    const at = (part: number): number => bore / 2 + thickness * part
    const rest = width - cup
    // The outer ring is open towards the height 0, where the inner ring has its higher rib.
    return {
      turned: [
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
      ],
    }
  },
  size: ({ outer, width }) => [outer, outer, width],
})
