import type { Point } from '../bodies/body.ts'
import type { Leader, Measure, ViewName } from './marks.ts'

const measureIn =
  (view: ViewName) =>
  (from: Point, to: Point, side: Measure['side'], prefix?: 'Ø' | 'M'): Measure => ({
    view,
    from,
    to,
    side,
    ...(prefix && { prefix }),
  })

/** Dimension lines beside the view from the front, in X and Z, and beside the one from above, in X and Y. */
export const inFront = measureIn('front')
export const fromAbove = measureIn('top')

export const leader = (
  view: ViewName,
  tip: Point,
  side: Leader['side'],
  value: number,
  { to, ...more }: Pick<Leader, 'to' | 'prefix' | 'suffix'> = {},
): Leader => ({ view, tip, side, ...(to && { to }), value, ...more })

/** A diameter in the view from the front, at a height. */
export const diameterMeasure = (diameter: number, height: number): Measure =>
  inFront([-diameter / 2, height], [diameter / 2, height], 'left', 'Ø')

/** What every ring has: the diameter of its hole at its upper end, that of its outside at the lower one, and its height. */
export const ringMeasures = (inner: number, outer: number, height: number): Measure[] => [
  diameterMeasure(inner, height),
  { ...diameterMeasure(outer, 0), side: 'right' },
  inFront([-outer / 2, 0], [-outer / 2, height], 'below'),
]
