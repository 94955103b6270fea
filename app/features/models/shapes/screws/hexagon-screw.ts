import { acrossCorners } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { inFront } from '../../drawings/measures.ts'
import { threadFigure } from '../../drawings/threads.ts'
import { hexagonHead, threadLengthOf } from '../../standards/fasteners/hexagon-screws.ts'
import {
  chamferedHexagon,
  flatsMeasure,
  isHighEnough,
  shank,
  shankMeasures,
  shankRules,
  threadOf,
} from './heads.ts'

/** Hexagon head screws, threaded to the head or with a smooth shank. */
export const hexagonScrew = defineShape({
  slug: 'hexagon-screw',
  name: 'Hexagon screw',
  standards: ['ISO 4017', 'ISO 4014', 'DIN 933', 'DIN 931'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.required('length', 'Length'),
    length.optional('threadLength', 'Thread length'),
    length.optional('flats', 'Across flats'),
    length.optional('headHeight', 'Head height'),
  ],
  table(given) {
    const { name, diameter } = given.thread()
    const all = given.number('length')
    const named = given.standard()
    const hasShank = named === 'ISO 4014' || named === 'DIN 931'
    const threadLength = hasShank ? Math.min(all, threadLengthOf(diameter, all)) : all
    return { ...hexagonHead(named, name), threadLength }
  },
  rules: (screw) => [
    isMore(screw.flats, screw.diameter) || wrong('flats thread', 'The head must be wider than the thread.'),
    isHighEnough(screw.flats, screw.headHeight, 1) ||
      wrong('headHeight flats thread', 'The head is too low for its width.'),
    ...shankRules(screw),
  ],
  build: (screw) => ({
    fused: [chamferedHexagon(screw.flats, 0, screw.headHeight), { turned: shank(screw) }],
    seams: true,
  }),
  size: (screw) => [acrossCorners(screw.flats), screw.flats, screw.headHeight + screw.length],
  marks: (screw) => ({
    measures: [
      flatsMeasure(screw.flats),
      inFront([acrossCorners(screw.flats) / 2, 0], [screw.flats / 2, screw.headHeight], 'above'),
      ...shankMeasures(screw),
    ],
    front: threadFigure(threadOf(screw)),
    top: { hidden: false },
  }),
})
