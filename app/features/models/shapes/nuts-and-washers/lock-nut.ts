import { acrossCorners } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byStandardAndThread } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { disc } from '../../drawings/section.ts'
import { lockNut as sizes } from '../../standards/fasteners/nuts.ts'
import { chamferedHexagon, flatsMeasure, isHighEnough } from '../screws/heads.ts'
import { nutMeasures, nutRules } from './nut-bore.ts'

/** The collar that holds the ring, by the width across flats. */
const COLLAR = 0.88
/** The hole in the ring, by the thread. */
const RING_HOLE = 0.9

/** Self-locking nuts with a plastic ring, which is one solid with the nut. */
export const lockNut = defineShape({
  slug: 'lock-nut',
  name: 'Self-locking nut with plastic ring',
  standards: ['ISO 7040', 'DIN 985'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.optional('flats', 'Across flats'),
    length.optional('height', 'Height'),
    length.optional('hexagonHeight', 'Height of the hexagon'),
  ],
  table: byStandardAndThread(sizes),
  rules: (nut) => [
    ...nutRules(nut),
    isHighEnough(nut.flats, nut.hexagonHeight, 2) ||
      wrong('hexagonHeight flats thread', 'The hexagon is too low for its width.'),
    isMore(nut.height, nut.hexagonHeight + nut.flats * 0.06) ||
      wrong('height hexagonHeight thread', 'The nut must be higher than its hexagon.'),
    isMore(nut.flats * COLLAR, nut.diameter * 1.2) ||
      wrong('flats thread', 'The nut must have room for its plastic ring.'),
  ],
  build(nut) {
    const [outer, round] = [(nut.flats * COLLAR) / 2, nut.flats * 0.06]
    const [radius, hole] = [nut.diameter / 2, (nut.diameter * RING_HOLE) / 2]
    const countersink = radius * 0.08
    return {
      cut: {
        fused: [
          chamferedHexagon(nut.flats, 0, nut.hexagonHeight, true),
          {
            turned: [
              [0, nut.hexagonHeight / 2],
              [outer, nut.hexagonHeight / 2],
              [outer, nut.height - round],
              {
                through: [outer - round * (1 - Math.SQRT1_2), nut.height - round * (1 - Math.SQRT1_2)],
                to: [outer - round, nut.height],
              },
              [0, nut.height],
            ],
          },
        ],
      },
      by: [
        {
          turned: [
            [0, -1],
            [radius + countersink, -1],
            [radius + countersink, 0],
            [radius, countersink],
            [radius, nut.hexagonHeight],
            [hole, nut.hexagonHeight],
            [hole, nut.height - round],
            [hole + round, nut.height],
            [hole + round, nut.height + 1],
            [0, nut.height + 1],
          ],
        },
      ],
    }
  },
  size: (nut) => [acrossCorners(nut.flats), nut.flats, nut.height],
  marks: (nut) => ({
    measures: [flatsMeasure(nut.flats), ...nutMeasures(nut, nut.flats / 2)],
    top: {
      hidden: false,
      over: [
        {
          outline: disc((nut.diameter / 2) * 1.2),
          holes: [disc((nut.diameter / 2) * RING_HOLE)],
          fill: 'rubber',
          line: 'outline',
        },
      ],
      holes: [disc((nut.diameter / 2) * RING_HOLE)],
    },
  }),
})
