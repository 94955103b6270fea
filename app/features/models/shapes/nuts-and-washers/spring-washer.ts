import { rectangle } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byThread, withoutTable } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { ringMeasures } from '../../drawings/measures.ts'
import { springWasher as sizes } from '../../standards/fasteners/washers.ts'

/** The ends lie between these angles, in degrees, away from where the washer is widest. */
const GAP = { from: 40, to: 50 }

/** Spring lock washers with plain ends, unstressed: twice as high as thick. */
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
  rules: (washer) => [
    isMore(washer.outer, washer.inner) ||
      wrong('inner outer thread', 'The hole must be smaller than the washer.'),
    washer.thickness < washer.outer / 2 ||
      wrong('thickness outer thread', 'The washer must be thinner than half of its diameter.'),
  ],
  build: ({ inner, outer, thickness }) => ({
    coiled: rectangle([inner / 2, 0], [outer / 2, thickness]),
    from: GAP.to,
    to: GAP.from + 360,
    rise: thickness,
  }),
  size: ({ outer, thickness }) => [outer, outer, 2 * thickness],
  marks: ({ inner, outer, thickness }) => ({
    measures: ringMeasures(inner, outer, 2 * thickness),
    front: { hidden: false },
    top: { hidden: false },
  }),
})
