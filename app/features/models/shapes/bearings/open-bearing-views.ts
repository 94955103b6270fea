import type { Point } from '../../bodies/body.ts'
import { polar } from '../../bodies/outlines.ts'
import type { Sizes } from '../../defining/shape.ts'
import type { Curve, View, Views } from '../../files/view.ts'

/**
 * An open ball bearing from the front and from above, by the points of its sides, the shoulders of its rings and its balls:
 * OpenCascade takes ten seconds for its hidden lines.
 */
export function openBearingViews(
  sides: readonly Point[],
  shoulders: Sizes<'inner' | 'outer'>,
  balls: Sizes<'radius' | 'middle' | 'count'>,
): Views {
  const circle = (radius: number): Curve => ({ centre: [0, 0], radius })
  const radii = new Set([...sides.map(([radius]) => radius), shoulders.inner, shoulders.outer])
  const step = 360 / balls.count
  const arcs = Array.from({ length: balls.count }, (_, at) => ballArcs(at * step, shoulders, balls)).flat()
  return {
    front: sideView(sides, shoulders),
    top: { visible: [...[...radii].map(circle), ...arcs], hidden: [] },
  }
}

/** What is seen of a ball between the rings: two arcs. */
function ballArcs(
  angle: number,
  { inner, outer }: Sizes<'inner' | 'outer'>,
  { radius, middle }: Sizes<'radius' | 'middle'>,
): Curve[] {
  /** The angle on the ball, from outward, at which it meets a circle about the axis. */
  const meets = (at: number): number =>
    (Math.acos((at ** 2 - middle ** 2 - radius ** 2) / (2 * middle * radius)) * 180) / Math.PI
  const [from, to] = [meets(outer), meets(inner)]
  const centre = polar(middle, angle)
  const turned = (degrees: number): number => (angle + degrees + 360) % 360
  return [
    { centre, radius, start: turned(from), end: turned(to) },
    { centre, radius, start: turned(-to), end: turned(-from) },
  ]
}

/** The outline with its edges, and hidden behind it what is turned inside. */
function sideView(sides: readonly Point[], { inner, outer }: Sizes<'inner' | 'outer'>): View {
  const heights = sides.map(([, height]) => height)
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const upright = (radius: number, from: number, to: number): Curve[] =>
    [radius, -radius].map((x) => ({ from: [x, from], to: [x, to] }))
  // The side outside goes upwards, then the bore downwards.
  const top = heights.lastIndexOf(high)
  const outside = sides.slice(0, heights.indexOf(high) + 1)
  const bore = sides.slice(top)
  const edges = outside.map(([radius, height]): Curve => ({ from: [-radius, height], to: [radius, height] }))
  const lines = (points: readonly Point[]): Curve[] =>
    points.slice(1).flatMap(([x, y], at) =>
      [1, -1].map((side): Curve => {
        const [fromX, fromY] = points[at] ?? [x, y]
        return { from: [side * fromX, fromY], to: [side * x, y] }
      }),
    )
  return {
    visible: [...lines(outside), ...edges],
    hidden: [...lines(bore), ...upright(inner, low, high), ...upright(outer, low, high)],
  }
}
