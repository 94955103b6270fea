import type { Point } from '../../bodies/body.ts'
import { cylinder, polar } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byThread, withoutTable } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { ringMeasures } from '../../drawings/measures.ts'
import { disc } from '../../drawings/section.ts'
import { serratedWasher as sizes } from '../../standards/fasteners/washers.ts'

/** A multiple of four, so that teeth are at the four sides of the bounding box. */
const TEETH = 12
/** How much of the ring's width is below the teeth. */
const ROOT = 0.42

/** Serrated lock washers with teeth outside, which are flat here: they are not twisted. */
export const serratedWasher = defineShape({
  slug: 'serrated-washer',
  name: 'Serrated lock washer',
  standards: ['DIN 6798'],
  parameters: [
    thread.optional('thread', 'Thread'),
    length.optional('inner', 'Inside diameter'),
    length.optional('outer', 'Outside diameter'),
    length.optional('thickness', 'Thickness'),
  ],
  table: (given) => (given.text('thread') === undefined ? withoutTable : byThread(sizes))(given),
  rules: (washer) => [
    isMore(washer.outer, washer.inner + 0.2) ||
      wrong('inner outer thread', 'The hole must be smaller than the washer.'),
  ],
  build({ inner, outer, thickness }) {
    const [root, tip] = [(inner + (outer - inner) * ROOT) / 2, outer / 2]
    const step = 360 / TEETH
    const teeth = Array.from({ length: TEETH }, (_, tooth) => {
      const at = tooth * step
      return [
        polar(root, at - step * 0.36),
        polar(tip, at - step * 0.3),
        { through: polar(tip, at), to: polar(tip, at + step * 0.3) },
        polar(root, at + step * 0.36),
      ] as const
    }).flat()
    const [start, ...steps] = teeth as [Point, ...typeof teeth]
    return {
      cut: { prism: [start, ...steps], from: 0, to: thickness },
      by: [cylinder(inner / 2, -1, thickness + 1)],
    }
  },
  size: ({ outer, thickness }) => [outer, outer, thickness],
  marks: ({ inner, outer, thickness }) => ({
    measures: ringMeasures(inner, outer, thickness),
    front: { hidden: false },
    top: { holes: [disc(inner / 2)] },
  }),
})
