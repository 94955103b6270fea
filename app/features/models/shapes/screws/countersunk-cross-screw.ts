import { box } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byStandardAndThread } from '../../defining/rows.ts'
import { defineShape, wrong } from '../../defining/shape.ts'
import { countersunkCross } from '../../standards/fasteners/countersunk-screws.ts'
import { countersunkMarks, countersunkOutline, countersunkRules } from './countersunk-screw.ts'

/** The recess by the diameter of the head: its width, that of a wing, its depth. It is drawn, not of the standard. */
const RECESS = { width: 0.56, wing: 0.1, depth: 0.26 }

/** Countersunk screws with a cross recess, which is simplified. */
export const countersunkCrossScrew = defineShape({
  slug: 'countersunk-cross-screw',
  name: 'Countersunk screw with cross recess',
  standards: ['ISO 7046-1', 'DIN 965'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.required('length', 'Length'),
    length.optional('head', 'Head diameter'),
    length.optional('headHeight', 'Head height'),
  ],
  table: byStandardAndThread(countersunkCross),
  rules: (screw) => [
    ...countersunkRules(screw),
    (screw.length > screw.head * RECESS.depth * 1.3 && screw.head < 2.6 * screw.diameter) ||
      wrong('head length thread', 'The head is too wide for its recess.'),
  ],
  build(screw) {
    const [half, wing, depth] = [
      (screw.head * RECESS.width) / 2,
      (screw.head * RECESS.wing) / 2,
      screw.head * RECESS.depth,
    ]
    return {
      cut: { turned: countersunkOutline(screw) },
      by: [
        {
          common: [
            {
              fused: [
                box([-half, -wing, -depth], [half, wing, 1]),
                box([-wing, -half, -depth], [wing, half, 1]),
              ],
            },
            {
              turned: [
                [0, -depth],
                [half * 0.3, -depth],
                [half, 0],
                [half, 2],
                [0, 2],
              ],
            },
          ],
        },
      ],
    }
  },
  size: (screw) => [screw.head, screw.head, screw.length],
  marks: (screw) => countersunkMarks(screw),
})
