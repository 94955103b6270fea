import { acrossCorners } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { byStandardAndThread } from '../../defining/rows.ts'
import { defineShape, wrong } from '../../defining/shape.ts'
import { hexagonNut as sizes } from '../../standards/fasteners/nuts.ts'
import { chamferedHexagon, flatsMeasure, isHighEnough } from '../screws/heads.ts'
import { boreFigure, nutBore, nutMeasures, nutRules } from './nut-bore.ts'

/** Hexagon nuts, chamfered on both sides. */
export const hexagonNut = defineShape({
  slug: 'hexagon-nut',
  name: 'Hexagon nut',
  standards: ['ISO 4032', 'DIN 934'],
  parameters: [
    thread.required('thread', 'Thread'),
    length.optional('flats', 'Across flats'),
    length.optional('height', 'Height'),
  ],
  table: byStandardAndThread(sizes),
  rules: (nut) => [
    ...nutRules(nut),
    isHighEnough(nut.flats, nut.height, 2) ||
      wrong('height flats thread', 'The nut is too low for its width.'),
  ],
  build: (nut) => ({
    cut: chamferedHexagon(nut.flats, 0, nut.height, true),
    by: [nutBore(nut.diameter, 0, nut.height)],
  }),
  size: (nut) => [acrossCorners(nut.flats), nut.flats, nut.height],
  marks: (nut) => ({
    measures: [flatsMeasure(nut.flats), ...nutMeasures(nut, nut.flats / 2)],
    top: boreFigure(nut),
  }),
})
