import type { Vector } from './views.ts'

/** A place on the canvas in CSS pixels, from its left upper corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A dimension as it is drawn: its line, the two lines that lead to the part, and the text at the middle of its line. */
export interface DimensionLine {
  readonly text: string
  readonly from: Point
  readonly to: Point
  readonly leaders: readonly (readonly [from: Point, to: Point])[]
  readonly label: Point
}

/** A length as a drawing says it: at most two decimals. */
export const lengthText = (millimetres: number): string => String(Number(millimetres.toFixed(2)))

/** The size of a part's box (x, y upwards, z) in mm: "13 × 11.3 × 46.5 mm (width × depth × height)". */
export function sizeText([width, height, depth]: Vector): string {
  return `${[width, depth, height].map(lengthText).join(' × ')} mm (width × depth × height)`
}

/** The corners of a box around the middle; the bits of an index say on which side of x, y and z a corner is. */
export const cornersOf = (size: Vector): Vector[] =>
  Array.from({ length: 8 }, (_, index) => {
    const at = (axis: 0 | 1 | 2): number => (size[axis] / 2) * (index & (1 << axis) ? 1 : -1)
    return [at(0), at(1), at(2)]
  })

/** Pixels: a side that is seen shorter has no dimension; how far outside of the part its line is. */
const SHORTEST = 24
const OUTSIDE = 14

/** Pixels: half of the size of a character, and between a text and its line. */
const HALF = { width: 4, height: 8 }
const GAP = 5

/**
 * The dimensions of a box whose corners are seen at these places, in the order of {@link cornersOf}. Each stands at the
 * edge that is farthest from the middle. A side along which the viewer looks has none.
 */
export function dimensionLines(size: Vector, corners: readonly Point[]): DimensionLine[] {
  const middle = meanOf(corners)
  return ([0, 1, 2] as const).flatMap((axis) => {
    const edges = corners.flatMap((from, index) => {
      const to = corners[index | (1 << axis)]
      return to && to !== from ? [[from, to] as const] : []
    })
    const away = (edge: readonly Point[]): number => distance(meanOf(edge), middle)
    const [first, ...others] = edges
    if (!first || distance(...first) < SHORTEST) return []
    // Of edges that are as far, the one that is farther down, and then to the right.
    const rank = (edge: readonly Point[]): number =>
      Math.round(away(edge)) * 1e4 + meanOf(edge).y * 4 + meanOf(edge).x
    const edge = others.reduce((best, other) => (rank(other) > rank(best) ? other : best), first)
    return [lineAt(lengthText(size[axis]), edge, middle)]
  })
}

function lineAt(text: string, [start, end]: readonly [Point, Point], middle: Point): DimensionLine {
  const length = distance(start, end)
  const across = { x: (start.y - end.y) / length, y: (end.x - start.x) / length }
  const centre = meanOf([start, end])
  const isOutside = (centre.x - middle.x) * across.x + (centre.y - middle.y) * across.y >= 0
  const moved = (point: Point, by: number): Point => ({
    x: point.x + across.x * (isOutside ? by : -by),
    y: point.y + across.y * (isOutside ? by : -by),
  })
  const [from, to] = [moved(start, OUTSIDE), moved(end, OUTSIDE)]
  const leaders = ([start, end] as const).map(
    (point) => [moved(point, 3), moved(point, OUTSIDE + 4)] as const,
  )
  const half = Math.abs(across.x) * HALF.width * text.length + Math.abs(across.y) * HALF.height
  return { text, from, to, leaders, label: moved(centre, OUTSIDE + GAP + half) }
}

const distance = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y)

const meanOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
