import { length } from '../../defining/parameters.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { inFront, ringMeasures } from '../../drawings/measures.ts'
import { disc } from '../../drawings/section.ts'
import { linearBearing as sizes } from '../../standards/machine-parts/bearings.ts'

/** How deep the seals lie, and how thick the sleeve is there, by the wall. */
const SEAL = { depth: 0.25, wall: 0.25 }

/** Linear ball bearings, closed, with seals. One solid: the balls are not seen. */
export const linearBearing = defineShape({
  slug: 'linear-bearing',
  name: 'Linear ball bearing',
  parameters: [
    length.required('bore', 'Bore'),
    length.required('outer', 'Outside diameter'),
    length.required('length', 'Length'),
    length.optional('grooves', 'Over the grooves'),
    length.optional('grooveWidth', 'Width of a groove'),
    length.optional('groove', 'Groove diameter'),
  ],
  table: (given) => sizes(['bore', 'outer', 'length'].map((key) => given.number(key)).join(' × ')),
  rules: (bearing) => [
    isMore(bearing.outer, bearing.bore + 0.5) ||
      wrong('bore outer', 'The bore must be smaller than the outside.'),
    (isMore(bearing.outer, bearing.groove) &&
      bearing.groove > bearing.outer - (bearing.outer - bearing.bore) * 0.2) ||
      wrong('groove outer bore', 'The grooves must be in the outside, and less deep than its wall.'),
    (isMore(bearing.length, bearing.grooves + 2 * 0.25) &&
      isMore(bearing.grooves, 2 * bearing.grooveWidth)) ||
      wrong('grooves grooveWidth length', 'The grooves must be inside the length.'),
  ],
  build({ bore, outer, length: all, grooves, grooveWidth, groove }) {
    const wall = (outer - bore) / 2
    const [low, high] = [(all - grooves) / 2, (all + grooves) / 2]
    const deep = wall * SEAL.depth
    const sleeve = outer / 2 - wall * SEAL.wall
    return {
      turned: [
        [bore / 2, deep],
        [sleeve, deep],
        [sleeve, 0],
        [outer / 2, 0],
        [outer / 2, low],
        [groove / 2, low],
        [groove / 2, low + grooveWidth],
        [outer / 2, low + grooveWidth],
        [outer / 2, high - grooveWidth],
        [groove / 2, high - grooveWidth],
        [groove / 2, high],
        [outer / 2, high],
        [outer / 2, all],
        [sleeve, all],
        [sleeve, all - deep],
        [bore / 2, all - deep],
      ],
    }
  },
  size: ({ outer, length: all }) => [outer, outer, all],
  marks: (bearing) => ({
    measures: [
      ...ringMeasures(bearing.bore, bearing.outer, bearing.length),
      inFront(
        [bearing.outer / 2, (bearing.length - bearing.grooves) / 2],
        [bearing.outer / 2, (bearing.length + bearing.grooves) / 2],
        'above',
      ),
    ],
    top: { hidden: false, holes: [disc(bearing.bore / 2)] },
  }),
})
