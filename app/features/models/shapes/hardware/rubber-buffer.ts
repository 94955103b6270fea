import { rectangle } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { inFront } from '../../drawings/measures.ts'
import { threadFigure } from '../../drawings/threads.ts'
import { threadDepth } from '../../standards/iso-261.ts'
import { threadedEnd, threadMeasure, widthMeasure } from '../screws/heads.ts'

/** Rubber buffers with a stud at each end (type A). */
export const rubberBuffer = defineShape({
  slug: 'rubber-buffer',
  name: 'Rubber buffer',
  parameters: [
    length.required('diameter', 'Diameter'),
    length.required('height', 'Height'),
    thread.required('thread', 'Thread'),
    length.required('stud', 'Stud length'),
  ],
  complete(given) {
    const { diameter, pitch } = given.thread()
    return {
      diameter: given.number('diameter'),
      height: given.number('height'),
      thread: diameter,
      pitch,
      stud: given.number('stud'),
    }
  },
  rules: (buffer) => [
    isMore(buffer.diameter, buffer.thread) ||
      wrong('thread diameter', 'The buffer must be wider than its studs.'),
    buffer.stud > 2 * threadDepth(buffer.pitch) ||
      wrong('stud thread', 'A stud must be longer than its chamfer.'),
  ],
  build({ diameter, height, thread: nominal, pitch, stud }) {
    const below = threadedEnd({ diameter: nominal, pitch, length: stud })
    const above = below.map(([x, z]) => [x, height - z] as const).reverse()
    const [start, ...others] = above
    return {
      turned: [
        start ?? [0, 0],
        ...others,
        [nominal / 2, height],
        [diameter / 2, height],
        [diameter / 2, 0],
        [nominal / 2, 0],
        ...below,
      ],
    }
  },
  size: ({ diameter, height, stud }) => [diameter, diameter, height + 2 * stud],
  marks({ diameter, height, thread: nominal, pitch, stud }) {
    const end = stud - threadDepth(pitch)
    const studs = threadFigure(
      { diameter: nominal, pitch, from: -end, to: 0 },
      { diameter: nominal, pitch, from: height, to: height + end },
    )
    const radius = diameter / 2
    return {
      measures: [
        widthMeasure(diameter),
        threadMeasure({ diameter: nominal, pitch }, -stud),
        inFront([-radius, 0], [-radius, height], 'below'),
        inFront([-nominal / 2, -stud], [-radius, 0], 'below'),
      ],
      front: {
        ...studs,
        over: [
          ...(studs.over ?? []),
          { outline: rectangle([-radius, 0], [radius, height]), fill: 'rubber', line: 'outline' },
        ],
      },
      top: { hidden: false },
    }
  },
})
