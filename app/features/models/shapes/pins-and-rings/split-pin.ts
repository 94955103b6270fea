import { box, cylinder, prismAlongY } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { bySizes } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { inFront, leader } from '../../drawings/measures.ts'
import { disc } from '../../drawings/section.ts'
import { splitPin as sizes } from '../../standards/fasteners/pins.ts'

/** The slit between the legs, by their thickness: they touch in truth, but then they would be one leg. */
const SLIT = 0.05

/** Split pins by the hole for them, before their legs are bent. The eye is a flat ring. */
export const splitPin = defineShape({
  slug: 'split-pin',
  name: 'Split pin',
  standards: ['ISO 1234', 'DIN 94'],
  parameters: [
    length.required('hole', 'Nominal diameter'),
    length.required('length', 'Length'),
    length.optional('diameter', 'Thickness'),
    length.optional('eye', 'Width of the eye'),
    length.optional('eyeLength', 'Length of the eye'),
    length.optional('extra', 'Longer leg'),
  ],
  table: bySizes(sizes, 'hole'),
  rules: (pin) => [
    pin.eye > pin.diameter * 1.5 || wrong('eye diameter hole', 'The eye must be wider than the pin.'),
    pin.eyeLength >= pin.eye || wrong('eyeLength eye hole', 'The eye must not be shorter than wide.'),
    isMore(pin.length, pin.diameter) || wrong('length diameter hole', 'The pin must be longer than thick.'),
  ],
  build(pin) {
    const [radius, eye] = [pin.diameter / 2, pin.eye / 2]
    const [end, longer] = [-pin.length, -pin.length - pin.extra]
    const centre = pin.eyeLength - eye
    const [x, z] = [eye * Math.cos(Math.PI / 5), centre - eye * Math.sin(Math.PI / 5)]
    const plate = prismAlongY(
      [[radius, -radius], [x, z], { through: [0, pin.eyeLength], to: [-x, z] }, [-radius, -radius]],
      -radius,
      radius,
    )
    const hole = cylinder(eye - radius, -radius - 1, radius + 1)
    const slit = radius * SLIT
    return {
      cut: { fused: [plate, cylinder(radius, longer, 0)] },
      by: [
        { moved: { rotated: hole, about: 'x', degrees: 90 }, by: [0, 0, centre] },
        box([-slit, -radius - 1, longer - 1], [slit, radius + 1, centre]),
        box([-radius - 1, -radius - 1, longer - 1], [0, radius + 1, end]),
      ],
    }
  },
  size: (pin) => [pin.eye, pin.diameter, pin.eyeLength + pin.length + pin.extra],
  marks: (pin) => ({
    measures: [
      inFront([-pin.diameter / 2, 0], [-pin.diameter / 2, -pin.length], 'below'),
      inFront([pin.diameter / 2, 0], [0, pin.eyeLength], 'above'),
    ],
    leaders: [leader('front', [pin.diameter / 2, -pin.length * 0.5], 'above', pin.diameter, { prefix: 'Ø' })],
    front: { hidden: false, holes: [disc((pin.eye - pin.diameter) / 2, [0, pin.eyeLength - pin.eye / 2])] },
    top: { hidden: false },
  }),
})
