import type { Outline, Point } from '../bodies/body.ts'
import { polar } from '../bodies/outlines.ts'
import type { Curve } from '../files/view.ts'

/** How many points stand for a whole circle, where lines do. */
const CIRCLE = 72

/** A curve as a chain of lines. */
export function chainOf(curve: Curve): readonly Point[] {
  if ('from' in curve) return [curve.from, curve.to]
  if ('through' in curve) return curve.through
  const [start, end] = 'start' in curve ? [curve.start, curve.end] : [0, 360]
  const turn = (end - start + 360) % 360 || 360
  const count = Math.max(2, Math.ceil((turn / 360) * CIRCLE))
  return Array.from({ length: count + 1 }, (_, at) =>
    polar(curve.radius, start + (turn * at) / count, curve.centre),
  )
}

/** The circle through three points, and whether it goes counterclockwise through them. Undefined on a line. */
export function circleThrough([x1, y1]: Point, [x2, y2]: Point, [x3, y3]: Point) {
  const cross = (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1)
  if (Math.abs(cross) < 1e-9) return undefined
  const [a, b] = [(x2 - x1) ** 2 + (y2 - y1) ** 2, (x3 - x1) ** 2 + (y3 - y1) ** 2]
  const x = x1 + ((y3 - y1) * a - (y2 - y1) * b) / (2 * cross)
  const y = y1 + ((x2 - x1) * b - (x3 - x1) * a) / (2 * cross)
  return { centre: [x, y] as Point, radius: Math.hypot(x1 - x, y1 - y), isCounterclockwise: cross > 0 }
}

/** An outline as a closed chain of lines. */
export function chainOfOutline([start, ...steps]: Outline): Point[] {
  const points = [start]
  for (const step of steps) {
    const from = points.at(-1) ?? start
    if (!('to' in step)) {
      points.push(step)
      continue
    }
    const circle = circleThrough(from, step.through, step.to)
    if (!circle) {
      points.push(step.to)
      continue
    }
    const angle = ([x, y]: Point): number =>
      (Math.atan2(y - circle.centre[1], x - circle.centre[0]) * 180) / Math.PI
    const [a, b] = circle.isCounterclockwise ? [from, step.to] : [step.to, from]
    const arc = chainOf({ ...circle, start: angle(a), end: angle(b) })
    points.push(...(circle.isCounterclockwise ? arc : [...arc].reverse()).slice(1))
  }
  return points
}

/** Leaves out points that are nearer than `distance` to the line between their neighbours. */
export function simplified(points: readonly Point[], distance: number): Point[] {
  const [start, end] = [points[0], points.at(-1)]
  if (!start || !end || points.length < 3) return [...points]
  const [along, up] = [end[0] - start[0], end[1] - start[1]]
  const length = Math.hypot(along, up)
  let [farthest, most] = [0, 0]
  for (const [at, [x, y]] of points.entries()) {
    const away =
      length < 1e-9
        ? Math.hypot(x - start[0], y - start[1])
        : Math.abs((x - start[0]) * up - (y - start[1]) * along) / length
    if (away > most) [farthest, most] = [at, away]
  }
  if (most < distance || farthest === 0 || farthest === points.length - 1) return [start, end]
  return [
    ...simplified(points.slice(0, farthest + 1), distance).slice(0, -1),
    ...simplified(points.slice(farthest), distance),
  ]
}
