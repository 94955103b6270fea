import type { Point } from '../bodies/body.ts'

/**
 * The part of a sphere about the axis that rises from a circle at the height 0 to a flat top, or to a point. `middle` is on its
 * outline between top and rim. The height is at most the radius.
 */
export function dome(radius: number, height: number, top = 0): { middle: Point } {
  const centre = (top ** 2 + height ** 2 - radius ** 2) / (2 * height)
  const sphere = Math.hypot(radius, centre)
  const at = (radius + top) / 2
  return { middle: [at, centre + Math.sqrt(sphere ** 2 - at ** 2)] }
}
