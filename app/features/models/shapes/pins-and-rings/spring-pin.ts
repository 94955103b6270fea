import { box, polar } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { bySizes } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { diameterMeasure, inFront, leader } from '../../drawings/measures.ts'
import { springPin as sizes } from '../../standards/fasteners/pins.ts'

/** The slit by the diameter, as it is in the hole. */
const SLIT = 0.14

/** Slotted spring pins as they are in their hole: of its diameter. */
export const springPin = defineShape({
  slug: 'spring-pin',
  name: 'Slotted spring pin',
  standards: ['ISO 8752', 'DIN 1481'],
  parameters: [
    length.required('diameter', 'Nominal diameter'),
    length.required('length', 'Length'),
    length.optional('wall', 'Wall'),
    length.optional('chamfer', 'Length of the chamfer'),
  ],
  table: bySizes(sizes, 'diameter'),
  rules: (pin) => [
    isMore(pin.diameter * (0.5 - SLIT / 2), pin.wall) ||
      wrong('wall diameter', 'The wall must leave a hole.'),
    pin.length > 2 * pin.chamfer + 0.1 ||
      wrong('length chamfer diameter', 'The pin must be longer than its chamfers.'),
  ],
  build({ diameter, length: all, wall, chamfer }) {
    const [radius, bevel] = [diameter / 2, Math.min(wall / 2, chamfer / 3)]
    return {
      cut: {
        turned: [
          [radius - wall, 0],
          [radius - bevel, 0],
          [radius, chamfer],
          [radius, all - chamfer],
          [radius - bevel, all],
          [radius - wall, all],
        ],
      },
      by: [
        {
          rotated: box([0, (-diameter * SLIT) / 2, -1], [diameter, (diameter * SLIT) / 2, all + 1]),
          about: 'z',
          degrees: 45,
        },
      ],
    }
  },
  size: ({ diameter, length: all }) => [diameter, diameter, all],
  marks: ({ diameter, length: all, wall }) => ({
    measures: [
      { ...diameterMeasure(diameter, 0), side: 'right' },
      inFront([-diameter / 2, 0], [-diameter / 2, all], 'below'),
    ],
    leaders: [leader('top', polar(diameter / 2 - wall / 2, -45), 'above', wall)],
    front: { hidden: false },
    top: { hidden: false },
  }),
})
