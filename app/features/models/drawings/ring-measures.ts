import type { Measure } from './marks.ts'

/** A diameter in the view from the front, at a height. */
export const diameterMeasure = (diameter: number, height: number): Measure => ({
  view: 'front',
  from: [-diameter / 2, height],
  to: [diameter / 2, height],
  side: 'left',
  prefix: 'Ø',
})

/** What every ring has: the diameter of its hole at its upper end, that of its outside at the lower one, and its height. */
export const ringMeasures = (inner: number, outer: number, height: number): Measure[] => [
  diameterMeasure(inner, height),
  { ...diameterMeasure(outer, 0), side: 'right' },
  { view: 'front', from: [-outer / 2, 0], to: [-outer / 2, height], side: 'below' },
]
