import { acrossCorners } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byStandardAndThread } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { inFront } from '../../drawings/measures.ts'
import { threadFigure } from '../../drawings/threads.ts'
import { flangeScrew } from '../../standards/fasteners/flange-fasteners.ts'
import { flange } from './flange.ts'
import { chamferedHexagon, flatsMeasure, shank, shankMeasures, shankRules, threadOf } from './heads.ts'

/** Hexagon screws with a flange. */
export const hexagonFlangeScrew = defineShape({
  slug: 'hexagon-flange-screw',
  name: 'Hexagon flange screw',
  standards: ['EN 1665', 'DIN 6921'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.required('length', 'Length'),
    length.optional('threadLength', 'Thread length'),
    length.optional('flats', 'Across flats'),
    length.optional('flange', 'Flange diameter'),
    length.optional('flangeEdge', 'Flange thickness'),
    length.optional('headHeight', 'Head height'),
  ],
  table: (given) => ({ ...byStandardAndThread(flangeScrew)(given), threadLength: given.number('length') }),
  rules: (screw) => [
    isMore(screw.flats, screw.diameter) || wrong('flats thread', 'The head must be wider than the thread.'),
    isMore(screw.flange, acrossCorners(screw.flats)) ||
      wrong('flange flats thread', 'The flange must be wider than the head.'),
    screw.headHeight > flange(screw).top + screw.flats * 0.15 ||
      wrong('headHeight flange flats thread', 'The head is too low for its flange.'),
    ...shankRules(screw),
  ],
  build: (screw) => ({
    fused: [chamferedHexagon(screw.flats, 0, screw.headHeight), flange(screw).body, { turned: shank(screw) }],
    seams: true,
  }),
  size: (screw) => [screw.flange, screw.flange, screw.headHeight + screw.length],
  marks: (screw) => ({
    measures: [
      flatsMeasure(screw.flats),
      inFront([screw.flange / 2, 0], [screw.flats / 2, screw.headHeight], 'above'),
      ...shankMeasures(screw),
    ],
    front: threadFigure(threadOf(screw)),
    top: { hidden: false },
  }),
})
