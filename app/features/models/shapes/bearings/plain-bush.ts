import { rectangle, ring } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { withoutTable } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { ringMeasures } from '../../drawings/measures.ts'
import { disc, turnedSection } from '../../drawings/section.ts'

/** Plain bushes without a flange. The joint of a wrapped bush is closed, as it is in its seat. */
export const plainBush = defineShape({
  slug: 'plain-bush',
  name: 'Plain bush',
  standards: ['ISO 3547', 'ISO 4379', 'DIN 1850'],
  parameters: [
    length.required('bore', 'Bore'),
    length.required('outer', 'Outside diameter'),
    length.required('length', 'Length'),
  ],
  table: withoutTable,
  rules: (bush) => [
    isMore(bush.outer, bush.bore) || wrong('bore outer', 'The bore must be smaller than the outside.'),
  ],
  build: ({ bore, outer, length: all }) => ring(bore / 2, outer / 2, 0, all),
  size: ({ outer, length: all }) => [outer, outer, all],
  marks: ({ bore, outer, length: all }) => ({
    measures: ringMeasures(bore, outer, all),
    front: { instead: turnedSection({ outline: rectangle([bore / 2, 0], [outer / 2, all]) }) },
    top: { holes: [disc(bore / 2)] },
  }),
})
