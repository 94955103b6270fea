import type { Outline } from '../../bodies/body.ts'
import { length } from '../../defining/parameters.ts'
import { bySizes } from '../../defining/rows.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import { leader, ringMeasures } from '../../drawings/measures.ts'
import { disc, turnedSection } from '../../drawings/section.ts'
import { discSpring as sizes } from '../../standards/fasteners/washers.ts'

/** Disc springs without ground ends, unstressed. */
export const discSpring = defineShape({
  slug: 'disc-spring',
  name: 'Disc spring',
  standards: ['DIN 2093', 'EN 16983'],
  parameters: [
    length.required('outer', 'Outside diameter'),
    length.required('thickness', 'Thickness'),
    length.optional('inner', 'Inside diameter'),
    length.optional('height', 'Free height'),
  ],
  table: bySizes(sizes, 'outer', 'thickness'),
  rules: (spring) => [
    isMore(spring.outer, spring.inner) || wrong('inner outer', 'The hole must be smaller than the spring.'),
    isMore(spring.height, spring.thickness) ||
      wrong('height thickness', 'The free height must be greater than the thickness.'),
    spring.height < spring.outer || wrong('height outer', 'The spring must be less high than wide.'),
  ],
  build: (spring) => ({ turned: sectionOf(spring) }),
  size: ({ outer, height }) => [outer, outer, height],
  marks: ({ inner, outer, thickness, height }) => ({
    measures: ringMeasures(inner, outer, height),
    leaders: [
      leader('front', [(inner + outer) / 4, (height + thickness) / 2], 'above', thickness, { to: 'left' }),
    ],
    front: { instead: turnedSection({ outline: sectionOf({ inner, outer, thickness, height }) }) },
    top: { holes: [disc(inner / 2)] },
  }),
})

type DiscSpring = Sizes<'inner' | 'outer' | 'thickness' | 'height'>

const sectionOf = ({ inner, outer, thickness, height }: DiscSpring): Outline => [
  [inner / 2, height - thickness],
  [outer / 2, 0],
  [outer / 2, thickness],
  [inner / 2, height],
]
