import type { Outline, Point } from '../bodies/body.ts'
import type { Curve } from './view.ts'

/** The lines and arcs of an outline, in a drawing. */
export function outlineCurves([start, ...steps]: Outline): Curve[] {
  const curves: Curve[] = []
  let from = start
  for (const step of [...steps, start]) {
    const to = 'to' in step ? step.to : step
    if ('to' in step) curves.push(arcThrough(from, step.through, to))
    else if (from[0] !== to[0] || from[1] !== to[1]) curves.push({ from, to })
    from = to
  }
  return curves
}

/** The arc from one point to another through a third; the centre is as far from each. */
function arcThrough(from: Point, [x, y]: Point, to: Point): Curve {
  const [ax, ay, bx, by] = [from[0] - x, from[1] - y, to[0] - x, to[1] - y]
  const double = 2 * (ax * by - ay * bx)
  const [a, b] = [ax ** 2 + ay ** 2, bx ** 2 + by ** 2]
  const centre: Point = [x + (by * a - ay * b) / double, y + (ax * b - bx * a) / double]
  const angle = (point: Point): number =>
    ((Math.atan2(point[1] - centre[1], point[0] - centre[0]) * 180) / Math.PI + 360) % 360
  const radius = Math.hypot(x - centre[0], y - centre[1])
  // The third point lies to the right of the line between the ends of an arc that is counterclockwise.
  const [first, last] = double < 0 ? [from, to] : [to, from]
  return { centre, radius, start: angle(first), end: angle(last) }
}
