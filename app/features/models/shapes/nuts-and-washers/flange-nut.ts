import { acrossCorners } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byStandardAndThread } from '../../defining/rows.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { flangeNut as sizes } from '../../standards/fasteners/flange-fasteners.ts'
import { flange } from '../screws/flange.ts'
import { chamferedHexagon, flatsMeasure } from '../screws/heads.ts'
import { boreFigure, nutBore, nutMeasures, nutRules } from './nut-bore.ts'

/** Hexagon nuts with a flange. */
export const flangeNut = defineShape({
  slug: 'flange-nut',
  name: 'Hexagon flange nut',
  standards: ['EN 1661', 'DIN 6923'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.optional('flats', 'Across flats'),
    length.optional('flange', 'Flange diameter'),
    length.optional('flangeEdge', 'Flange thickness'),
    length.optional('height', 'Height'),
  ],
  table: byStandardAndThread(sizes),
  rules: (nut) => [
    ...nutRules(nut),
    isMore(nut.flange, acrossCorners(nut.flats)) ||
      wrong('flange flats thread', 'The flange must be wider than the nut.'),
    nut.height > flange(nut).top + nut.flats * 0.15 ||
      wrong('height flange flangeEdge flats thread', 'The nut is too low for its flange.'),
  ],
  build: (nut) => ({
    cut: { fused: [chamferedHexagon(nut.flats, 0, nut.height), flange(nut).body] },
    by: [nutBore(nut.diameter, 0, nut.height)],
  }),
  size: (nut) => [nut.flange, nut.flange, nut.height],
  marks: (nut) => ({
    measures: [flatsMeasure(nut.flats), ...nutMeasures(nut, nut.flange / 2)],
    top: boreFigure(nut),
  }),
})
