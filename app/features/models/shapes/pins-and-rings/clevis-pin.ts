import { cylinder, polar } from '../../bodies/outlines.ts'
import { choice, length } from '../../defining/parameters.ts'
import { bySizes } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { diameterMeasure, inFront, leader } from '../../drawings/measures.ts'
import { clevisPin as sizes } from '../../standards/fasteners/pins.ts'
import { widthMeasure } from '../screws/heads.ts'

/** Clevis pins with a head, with a hole for a split pin (form B) or without (form A). */
export const clevisPin = defineShape({
  slug: 'clevis-pin',
  name: 'Clevis pin with head',
  standards: ['ISO 2341'],
  parameters: [
    length.required('diameter', 'Diameter'),
    length.required('length', 'Length'),
    choice('form', 'Form', ['A', 'B']),
    length.optional('head', 'Head diameter'),
    length.optional('headHeight', 'Head height'),
    length.optional('hole', 'Hole'),
    length.optional('holeFromEnd', 'Hole to the end'),
    length.optional('chamfer', 'Chamfer'),
  ],
  table: bySizes(sizes, 'diameter'),
  complete: (given, read) => ({ ...read(), form: given.text('form') ?? 'A' }),
  rules: (pin) => [
    isMore(pin.head, pin.diameter) || wrong('head diameter', 'The head must be wider than the pin.'),
    isMore(pin.diameter / 2, pin.chamfer) || wrong('chamfer diameter', 'The chamfer must leave an end.'),
    isMore(pin.length, pin.chamfer) || wrong('length chamfer', 'The pin must be longer than its chamfer.'),
    pin.form === 'A' ||
      isMore(pin.diameter * 0.8, pin.hole) ||
      wrong('hole diameter', 'The hole must be smaller than the pin.'),
    pin.form === 'A' ||
      (isMore(pin.holeFromEnd - pin.hole / 2, pin.chamfer) &&
        isMore(pin.length, pin.holeFromEnd + pin.hole / 2)) ||
      wrong('holeFromEnd length hole diameter', 'The hole must be between the head and the chamfer.'),
  ],
  build(pin) {
    const [radius, head, edge] = [pin.diameter / 2, pin.head / 2, Math.min(pin.headHeight, pin.head) * 0.15]
    const plain = {
      turned: [
        [0, pin.headHeight],
        [head - edge, pin.headHeight],
        [head, pin.headHeight - edge],
        [head, 0],
        [radius, 0],
        [radius, pin.chamfer - pin.length],
        [radius - pin.chamfer, -pin.length],
        [0, -pin.length],
      ],
    } as const
    if (pin.form === 'A') return plain
    const drill = cylinder(pin.hole / 2, -pin.diameter, pin.diameter)
    return {
      cut: plain,
      by: [{ moved: { rotated: drill, about: 'x', degrees: 90 }, by: [0, 0, pin.holeFromEnd - pin.length] }],
    }
  },
  size: (pin) => [pin.head, pin.head, pin.headHeight + pin.length],
  marks: (pin) => ({
    measures: [
      widthMeasure(pin.head),
      { ...diameterMeasure(pin.diameter, -pin.length), side: 'right' },
      inFront([-pin.diameter / 2, 0], [-pin.diameter / 2, -pin.length], 'below'),
    ],
    ...(pin.form !== 'A' && {
      leaders: [
        leader('front', polar(pin.hole / 2, 45, [0, pin.holeFromEnd - pin.length]), 'above', pin.hole, {
          to: 'left',
          prefix: 'Ø',
        }),
      ],
    }),
    top: { hidden: false },
  }),
})
