import type { Outline } from '../../bodies/body.ts'
import { length } from '../../defining/parameters.ts'
import { bySizes } from '../../defining/rows.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import { diameterMeasure, ringMeasures } from '../../drawings/measures.ts'
import { disc, turnedSection } from '../../drawings/section.ts'
import { flangeBush as sizes } from '../../standards/machine-parts/bearings.ts'

/** Plain bushes with a flange. */
export const flangedBush = defineShape({
  slug: 'flanged-bush',
  name: 'Flanged bush',
  standards: ['ISO 2797', 'DIN 1850'],
  parameters: [
    length.required('bore', 'Bore'),
    length.required('outer', 'Outside diameter'),
    length.required('length', 'Length'),
    length.optional('flange', 'Flange diameter'),
    length.optional('flangeWidth', 'Flange width'),
  ],
  table: bySizes(sizes, 'bore', 'outer'),
  rules: (bush) => [
    isMore(bush.outer, bush.bore) || wrong('bore outer', 'The bore must be smaller than the outside.'),
    isMore(bush.flange, bush.outer) || wrong('flange outer', 'The flange must be wider than the bush.'),
    isMore(bush.length, bush.flangeWidth) ||
      wrong('flangeWidth length', 'The bush must be longer than its flange is wide.'),
  ],
  build: (bush) => ({ turned: outlineOf(bush) }),
  size: ({ flange, length: all }) => [flange, flange, all],
  marks: (bush) => ({
    measures: [
      ...ringMeasures(bush.bore, bush.flange, bush.length),
      diameterMeasure(bush.outer, bush.length),
    ],
    front: { instead: turnedSection({ outline: outlineOf(bush) }) },
    top: { hidden: false, holes: [disc(bush.bore / 2)] },
  }),
})

type FlangedBush = Sizes<'bore' | 'outer' | 'length' | 'flange' | 'flangeWidth'>

const outlineOf = ({ bore, outer, length: all, flange, flangeWidth }: FlangedBush): Outline => [
  [bore / 2, 0],
  [flange / 2, 0],
  [flange / 2, flangeWidth],
  [outer / 2, flangeWidth],
  [outer / 2, all],
  [bore / 2, all],
]
