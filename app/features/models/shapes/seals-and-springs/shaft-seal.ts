import type { Outline, Point } from '../../bodies/body.ts'
import { length } from '../../defining/parameters.ts'
import { withoutTable } from '../../defining/rows.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import { ringMeasures } from '../../drawings/measures.ts'
import { disc, turnedSection } from '../../drawings/section.ts'

/**
 * The section by the width, from the closed side, and by the distance from the shaft to the bore. The standard gives the
 * envelope only. The garter spring lies in the rubber and is not seen.
 */
const SECTION: readonly Point[] = [
  [0, 0.42],
  [0, 0.97],
  [0.03, 1],
  [0.94, 1],
  [1, 0.96],
  [1, 0.84],
  [0.24, 0.84],
  [0.24, 0.52],
  [0.42, 0.42],
  [0.62, 0.38],
  [0.92, 0.38],
  [0.94, 0.2],
  [0.66, 0],
  [0.2, 0.24],
]

/** Rotary shaft seals of the form A, with their lip at the diameter of the shaft. */
export const shaftSeal = defineShape({
  slug: 'shaft-seal',
  name: 'Rotary shaft seal',
  standards: ['ISO 6194', 'DIN 3760'],
  parameters: [
    length.required('inner', 'Inside diameter'),
    length.required('outer', 'Outside diameter'),
    length.required('width', 'Width'),
  ],
  table: withoutTable,
  rules: (seal) => [
    isMore(seal.outer, seal.inner + 0.5) ||
      wrong('inner outer', 'The inside must be smaller than the outside.'),
  ],
  build: (seal) => ({ turned: outlineOf(seal) }),
  size: ({ outer, width }) => [outer, outer, width],
  marks: (seal) => ({
    measures: ringMeasures(seal.inner, seal.outer, seal.width),
    front: { instead: turnedSection({ outline: outlineOf(seal), fill: 'rubber' }) },
    top: { fill: 'rubber', hidden: false, holes: [disc(seal.inner / 2)] },
  }),
})

function outlineOf({ inner, outer, width }: Sizes<'inner' | 'outer' | 'width'>): Outline {
  const [start, ...others] = SECTION.map(
    ([along, across]): Point => [inner / 2 + ((outer - inner) / 2) * across, width * along],
  )
  return [start ?? [0, 0], ...others]
}
