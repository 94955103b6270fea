import { stadium } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { bySizes } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { fromAbove, inFront } from '../../drawings/measures.ts'
import { parallelKey as sizes } from '../../standards/fasteners/pins.ts'

/** Parallel keys with round ends (form A). */
export const parallelKey = defineShape({
  slug: 'parallel-key',
  name: 'Parallel key',
  standards: ['DIN 6885'],
  parameters: [
    length.required('width', 'Width'),
    length.required('length', 'Length'),
    length.optional('height', 'Height'),
  ],
  table: bySizes(sizes, 'width'),
  rules: (key) => [
    isMore(key.length, key.width) || wrong('length width', 'The key must be longer than wide.'),
  ],
  build: (key) => ({ prism: stadium(key.length, key.width), from: 0, to: key.height }),
  size: (key) => [key.length, key.width, key.height],
  marks: (key) => ({
    layout: 'stacked',
    measures: [
      fromAbove([key.length / 2, -key.width / 2], [key.length / 2, key.width / 2], 'right'),
      inFront([key.length / 2, 0], [key.length / 2, key.height], 'right'),
      inFront([-key.length / 2, 0], [key.length / 2, 0], 'below'),
    ],
    front: { axes: false },
  }),
})
