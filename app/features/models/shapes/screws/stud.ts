import { length, thread } from '../../defining/parameters.ts'
import { defineShape, wrong } from '../../defining/shape.ts'
import { inFront } from '../../drawings/measures.ts'
import { threadFigure } from '../../drawings/threads.ts'
import { threadLengthOf } from '../../standards/fasteners/hexagon-screws.ts'
import { threadDepth } from '../../standards/iso-261.ts'
import { shank, shankMeasures, shankRules, threadOf } from './heads.ts'

/** DIN 835, 938, 939: how long the end in the metal is, by the diameter. */
const METAL_END: Readonly<Record<string, number>> = { 'DIN 939': 1.25, 'DIN 938': 1, 'DIN 835': 2 }

/** Studs with a thread at each end; the length does not contain the end in the metal. */
export const stud = defineShape({
  slug: 'stud',
  name: 'Stud',
  standards: Object.keys(METAL_END),
  parameters: [
    thread.required('thread', 'Thread'),
    length.required('length', 'Length'),
    length.optional('threadLength', 'Thread length'),
    length.optional('metalEnd', 'Length of the end in the metal'),
  ],
  table(given) {
    const { diameter } = given.thread()
    const all = given.number('length')
    const metalEnd = diameter * (METAL_END[given.standard()] ?? 0)
    return { threadLength: Math.min(all, threadLengthOf(diameter, all)), metalEnd }
  },
  rules: (screw) => [
    screw.metalEnd > 2 * threadDepth(screw.pitch) ||
      wrong('metalEnd thread', 'The end in the metal must be longer than its chamfer.'),
    ...shankRules(screw),
  ],
  build(screw) {
    const depth = threadDepth(screw.pitch)
    const [, ...below] = shank(screw)
    return {
      turned: [
        [0, screw.metalEnd],
        [screw.diameter / 2 - depth, screw.metalEnd],
        [screw.diameter / 2, screw.metalEnd - depth],
        ...below,
      ],
    }
  },
  size: (screw) => [screw.diameter, screw.diameter, screw.metalEnd + screw.length],
  marks: (screw) => ({
    measures: [
      ...shankMeasures(screw),
      inFront([-screw.diameter / 2, 0], [-screw.diameter / 2, screw.metalEnd], 'below'),
    ],
    front: threadFigure(threadOf(screw), {
      ...screw,
      from: 0,
      to: screw.metalEnd - threadDepth(screw.pitch),
    }),
    top: { hidden: false },
  }),
})
