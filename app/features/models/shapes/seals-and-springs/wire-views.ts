import type { Point, Vector } from '../../bodies/body.ts'
import { polar } from '../../bodies/outlines.ts'
import type { Sizes } from '../../defining/shape.ts'
import type { Piece } from '../../drawings/marks.ts'
import type { Curve, View } from '../../files/view.ts'

/** The steps of a half circle at the side of a coil. */
const SIDE_STEPS = 12

/**
 * Coils from the front, between two heights, from the middle of their wire. What winds behind the axis counts as hidden:
 * OpenCascade takes minutes to find that out.
 */
export function coilsFromFront(path: readonly Vector[], radius: number, [low, high]: Point): View {
  const inside = ([, height]: Point): boolean => height >= low - 1e-6 && height <= high + 1e-6
  const lines = (outlines: readonly (readonly Point[])[]): Curve[] =>
    outlines.flatMap((points) => {
      const through = points.filter(inside)
      return through.length > 1 ? [{ through }] : []
    })
  const halves = halvesOf(path)
  const edges = (isFront: boolean): Curve[] =>
    lines(halves.filter((half) => half.isFront === isFront).flatMap(({ points }) => edgesOf(points, radius)))
  // Where a half begins, the wire is at the left or at the right.
  const sides = halves.map(({ points: [start] }): Point[] => {
    const [x, , z] = start ?? [0, 0, 0]
    const from = x > 0 ? -90 : 90
    return Array.from({ length: SIDE_STEPS + 1 }, (_, at) =>
      polar(radius, from + (180 * at) / SIDE_STEPS, [x, z]),
    )
  })
  return { visible: [...edges(true), ...lines(sides)], hidden: edges(false) }
}

/** The halves of a path before and behind the axis. */
function halvesOf(path: readonly Vector[]): { isFront: boolean; points: Vector[] }[] {
  const halves: { isFront: boolean; points: Vector[] }[] = []
  for (const [at, point] of path.entries()) {
    const isFront = (path[at + 1] ?? point)[1] < -1e-6 || point[1] < -1e-6
    const last = halves.at(-1)
    if (last?.isFront === isFront) last.points.push(point)
    else {
      last?.points.push(point)
      halves.push({ isFront, points: [point] })
    }
  }
  return halves
}

/** The two edges of half a coil, which end above and below the middle of the wire. */
function edgesOf(points: readonly Vector[], radius: number): Point[][] {
  const [start, end] = [points[0] ?? [0, 0, 0], points.at(-1) ?? [0, 0, 0]]
  const slope = (end[2] - start[2]) / Math.max(1e-9, Math.abs(end[0] - start[0]))
  return [1, -1].map((side) =>
    points.map(([x, y, z]): Point => {
      const across = Math.hypot(x, y)
      // At the sides the wire is seen along its length.
      const steepness = 1 + (Math.hypot(1, slope * (Math.PI / 2)) - 1) * Math.abs(y / across)
      return [x, z + side * radius * steepness]
    }),
  )
}

/** A wire along a path in X and Z: the lines beside its middle. */
export const wireInPlane = (path: readonly Vector[], radius: number): Curve[] =>
  [radius, -radius].map((distance) => ({
    through: path.map(([x, , z], at): Point => {
      const [before, after] = [path[Math.max(0, at - 1)], path[Math.min(path.length - 1, at + 1)]]
      const [along, up] = [(after?.[0] ?? x) - (before?.[0] ?? x), (after?.[2] ?? z) - (before?.[2] ?? z)]
      const length = Math.hypot(along, up) || 1
      return [x - (up / length) * distance, z + (along / length) * distance]
    }),
  }))

/** A coil from above: two circles. */
export const coilFromAbove = ({ outer, wire }: Sizes<'outer' | 'wire'>): View => ({
  visible: [
    { centre: [0, 0], radius: outer / 2 },
    { centre: [0, 0], radius: outer / 2 - wire },
  ],
  hidden: [],
})

/** Coils from the front as wires: what winds behind the axis first, so that the front covers it. */
export function coilPieces(path: readonly Vector[], radius: number, [low, high]: Point): Piece[] {
  const inside = (z: number): number => Math.min(high - radius, Math.max(low + radius, z))
  const halves = halvesOf(path)
  const wires = (isFront: boolean): Point[][] =>
    halves
      .filter((half) => half.isFront === isFront)
      .map(({ points }) => points.map(([x, , z]): Point => [x, inside(z)]))
  return [
    { wires: wires(false), radius },
    { wires: wires(true), radius },
  ]
}
