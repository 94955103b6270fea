import { acrossCorners } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byThread } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { capNut as sizes } from '../../standards/fasteners/nuts.ts'
import { chamferedHexagon, flatsMeasure, isHighEnough } from '../screws/heads.ts'
import { nutMeasures, nutRules } from './nut-bore.ts'

/** The point of a drill of 118°: its height by its radius. */
const DRILL_POINT = 0.6

/** Domed cap nuts. The dome ends in half of a sphere. */
export const capNut = defineShape({
  slug: 'cap-nut',
  name: 'Domed cap nut',
  standards: ['DIN 1587'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.optional('flats', 'Across flats'),
    length.optional('height', 'Height'),
    length.optional('hexagonHeight', 'Height of the hexagon'),
    length.optional('dome', 'Dome diameter'),
    length.optional('depth', 'Depth of the thread'),
  ],
  table: byThread(sizes),
  rules: (nut) => [
    ...nutRules(nut),
    isHighEnough(nut.flats, nut.hexagonHeight, 2) ||
      wrong('hexagonHeight flats thread', 'The hexagon is too low for its width.'),
    (isMore(nut.flats * 0.98, nut.dome) && isMore(nut.dome, nut.diameter * 1.1)) ||
      wrong('dome flats thread', 'The dome must be narrower than the hexagon and wider than the thread.'),
    nut.height - nut.dome / 2 >= nut.hexagonHeight * 0.9 ||
      wrong('height dome hexagonHeight thread', 'The dome must be higher than half of its width.'),
    // The corner at the end of the thread stays inside the dome.
    (Math.hypot(nut.diameter / 2, Math.max(0, nut.depth - (nut.height - nut.dome / 2))) <
      nut.dome / 2 - 0.1 &&
      isMore(nut.height, nut.depth + (nut.diameter / 2) * DRILL_POINT)) ||
      wrong('depth height dome thread', 'The thread must end inside the dome.'),
  ],
  build(nut) {
    const [dome, radius] = [nut.dome / 2, nut.diameter / 2]
    const shoulder = nut.height - dome
    const countersink = radius * 0.08
    return {
      cut: {
        fused: [
          chamferedHexagon(nut.flats, 0, nut.hexagonHeight, true),
          {
            turned: [
              [0, nut.hexagonHeight / 2],
              [dome, nut.hexagonHeight / 2],
              [dome, shoulder],
              { through: [dome * Math.SQRT1_2, shoulder + dome * Math.SQRT1_2], to: [0, nut.height] },
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
            [radius, nut.depth],
            [0, nut.depth + radius * DRILL_POINT],
          ],
        },
      ],
    }
  },
  size: (nut) => [acrossCorners(nut.flats), nut.flats, nut.height],
  marks: (nut) => ({
    measures: [flatsMeasure(nut.flats), ...nutMeasures(nut, nut.flats / 2)],
    top: { hidden: false },
  }),
})
