import { rectangle, ring } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byStandardAndThread } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { ringMeasures } from '../../drawings/measures.ts'
import { disc, turnedSection } from '../../drawings/section.ts'
import { plainWasher } from '../../standards/fasteners/washers.ts'

/** Flat washers. */
export const washer = defineShape({
  slug: 'washer',
  name: 'Flat washer',
  standards: ['ISO 7089', 'DIN 125', 'ISO 7093-1', 'ISO 7093', 'DIN 9021', 'ISO 7092', 'DIN 433'],
  parameters: [
    thread.optional('thread', 'Thread'),
    length.optional('inner', 'Inside diameter'),
    length.optional('outer', 'Outside diameter'),
    length.optional('thickness', 'Thickness'),
  ],
  table: (given) =>
    given.text('thread') === undefined ? undefined : byStandardAndThread(plainWasher)(given),
  rules: (ofWasher) => [
    isMore(ofWasher.outer, ofWasher.inner) ||
      wrong('inner outer thread', 'The hole must be smaller than the washer.'),
  ],
  build: ({ inner, outer, thickness }) => ring(inner / 2, outer / 2, 0, thickness),
  size: ({ outer, thickness }) => [outer, outer, thickness],
  marks: ({ inner, outer, thickness }) => ({
    measures: ringMeasures(inner, outer, thickness),
    front: { instead: turnedSection({ outline: rectangle([inner / 2, 0], [outer / 2, thickness]) }) },
    top: { holes: [disc(inner / 2)] },
  }),
})
