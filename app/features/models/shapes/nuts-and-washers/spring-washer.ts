import { rectangle } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byThread, withoutTable } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { diameterMeasure, inFront } from '../../drawings/measures.ts'
import { springWasher as sizes } from '../../standards/fasteners/washers.ts'

/** The ends lie between these angles, in degrees, away from where the washer is widest. */
const GAP = { from: 40, to: 50 }

/**
 * Spring lock washers with plain ends, unstressed: twice as high as thick. With the least hole and the section of the standard
 * they are less wide than it allows; without a thread the section fills what is between hole and outside.
 */
export const springWasher = defineShape({
  slug: 'spring-washer',
  name: 'Spring lock washer',
  standards: ['DIN 127'],
  parameters: [
    thread.optional('thread', 'Thread'),
    length.optional('inner', 'Inside diameter'),
    length.optional('outer', 'Outside diameter'),
    length.optional('thickness', 'Thickness'),
  ],
  table: (given) => (given.text('thread') === undefined ? withoutTable : byThread(sizes))(given),
  complete(given, read) {
    const washer = read()
    const row = given.text('thread') === undefined ? undefined : sizes(given.thread().name)
    const room = (washer.outer - washer.inner) / 2
    return { ...washer, width: Math.min(row?.width ?? room, room) }
  },
  rules: (washer) => [
    isMore(washer.outer, washer.inner) ||
      wrong('inner outer thread', 'The hole must be smaller than the washer.'),
    washer.thickness < washer.outer / 2 ||
      wrong('thickness outer thread', 'The washer must be thinner than half of its diameter.'),
  ],
  build: ({ inner, width, thickness }) => ({
    coiled: rectangle([inner / 2, 0], [inner / 2 + width, thickness]),
    from: GAP.to,
    to: GAP.from + 360,
    rise: thickness,
  }),
  size: ({ inner, width, thickness }) => [inner + 2 * width, inner + 2 * width, 2 * thickness],
  marks: ({ inner, width, thickness }) => ({
    measures: [
      diameterMeasure(inner, 2 * thickness),
      inFront([inner / 2, 0], [inner / 2 + width, 0], 'right'),
      inFront([-inner / 2 - width, 0], [-inner / 2 - width, 2 * thickness], 'below'),
    ],
    front: { hidden: false },
    top: { hidden: false },
  }),
})
