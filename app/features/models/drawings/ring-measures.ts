import type { Measure } from './marks.ts'

/** What every ring has: the diameter of its hole at its upper end, that of its outside at the lower one, and its height. */
export const ringMeasures = (inner: number, outer: number, height: number): Measure[] => [
  { view: 'front', from: [-inner / 2, height], to: [inner / 2, height], side: 'left', prefix: 'Ø' },
  { view: 'front', from: [-outer / 2, 0], to: [outer / 2, 0], side: 'right', prefix: 'Ø' },
  { view: 'front', from: [-outer / 2, 0], to: [-outer / 2, height], side: 'below' },
]
