import { radians } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { dome } from '../../defining/rounding.ts'
import { bySizes } from '../../defining/rows.ts'
import { defineShape, wrong } from '../../defining/shape.ts'
import { diameterMeasure, inFront } from '../../drawings/measures.ts'
import { dowelPin as sizes } from '../../standards/fasteners/pins.ts'

/** The angle of the chamfer to the axis, and the height of the round end by the diameter. */
const END = { degrees: 15, round: 0.1 }

/** Ground dowel pins: one end is chamfered, the other round. */
export const dowelPin = defineShape({
  slug: 'dowel-pin',
  name: 'Dowel pin',
  standards: ['ISO 8734', 'DIN 6325'],
  parameters: [
    length.required('diameter', 'Diameter'),
    length.required('length', 'Length'),
    length.optional('chamfer', 'Length of the chamfer'),
  ],
  table: bySizes(sizes, 'diameter'),
  rules: (pin) => [
    pin.chamfer < pin.diameter ||
      wrong('chamfer diameter', 'The chamfer must be shorter than the pin is thick.'),
    pin.length > 2 * pin.chamfer + pin.diameter * END.round ||
      wrong('length chamfer', 'The pin must be longer than its ends.'),
  ],
  build({ diameter, length: all, chamfer }) {
    const radius = diameter / 2
    const round = diameter * END.round
    return {
      turned: [
        [0, 0],
        [radius - chamfer * Math.tan(radians(END.degrees)), 0],
        [radius, chamfer],
        [radius, all - round],
        { through: [radius / 2, all - round + dome(radius, round).middle[1]], to: [0, all] },
      ],
    }
  },
  size: ({ diameter, length: all }) => [diameter, diameter, all],
  marks: ({ diameter, length: all }) => ({
    measures: [
      { ...diameterMeasure(diameter, 0), side: 'right' },
      inFront([-diameter / 2, 0], [0, all], 'below'),
    ],
    top: { hidden: false },
  }),
})
