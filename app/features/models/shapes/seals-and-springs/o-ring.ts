import { rectangle } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { defineShape, wrong } from '../../defining/shape.ts'
import type { Piece } from '../../drawings/marks.ts'
import { diameterMeasure, inFront } from '../../drawings/measures.ts'
import { disc } from '../../drawings/section.ts'

/** O-rings. */
export const oRing = defineShape({
  slug: 'o-ring',
  name: 'O-ring',
  standards: ['ISO 3601-1'],
  parameters: [length.required('inner', 'Inside diameter'), length.required('section', 'Section')],
  rules: (ring) => [
    ring.section < ring.inner * 4 || wrong('section inner', 'The section is too thick for the ring.'),
  ],
  build({ inner, section }) {
    const [near, radius] = [inner / 2, section / 2]
    return {
      turned: [
        [near, 0],
        { through: [near + radius, radius], to: [near + section, 0] },
        { through: [near + radius, -radius], to: [near, 0] },
      ],
    }
  },
  size: ({ inner, section }) => [inner + 2 * section, inner + 2 * section, section],
  marks({ inner, section }) {
    const [near, radius] = [inner / 2, section / 2]
    const round = (x: number): Piece => ({ outline: disc(radius, [x, 0]), fill: 'rubber', line: 'outline' })
    return {
      measures: [
        diameterMeasure(inner, 0),
        inFront([near + radius, -radius], [near + radius, radius], 'above'),
      ],
      front: {
        instead: [
          {
            outline: rectangle([-near - radius, -radius], [near + radius, radius]),
            fill: 'paper',
            line: 'outline',
          },
          round(-near - radius),
          round(near + radius),
        ],
      },
      top: { fill: 'rubber', hidden: false, holes: [disc(near)] },
    }
  },
})
