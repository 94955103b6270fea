import type { Point } from '../bodies/body.ts'

/** Points nearer than this are one, in px. */
const NEAR = 0.15
/** A way around that is longer never comes back. */
const MOST_STEPS = 20_000

/**
 * The outermost boundaries of chains of lines: of each group that is connected, the way around it. What only ends inside is
 * walked to and fro, so it encloses nothing.
 */
export function contoursOf(chains: readonly (readonly Point[])[]): Point[][] {
  const graph = graphOf(chains)
  const contours: Point[][] = []
  const done = new Set<number>()
  for (const start of [...graph.keys()].sort((a, b) => pointOf(a)[0] - pointOf(b)[0] || a - b)) {
    if (done.has(start)) continue
    for (const reached of reachable(graph, start)) done.add(reached)
    const contour = around(graph, start).map(pointOf)
    const isInside = contours.some((other) => contains(other, pointOf(start)))
    if (!isInside && Math.abs(areaOf(contour)) > 1) contours.push(contour)
  }
  return contours
}

/** A point of the grid as one number. */
const GRID = 1 << 16
const keyOf = ([x, y]: Point): number =>
  (Math.round(x / NEAR) + GRID / 2) * GRID + Math.round(y / NEAR) + GRID / 2
const pointOf = (key: number): Point => [
  (Math.floor(key / GRID) - GRID / 2) * NEAR,
  ((key % GRID) - GRID / 2) * NEAR,
]

type Graph = Map<number, Set<number>>

function graphOf(chains: readonly (readonly Point[])[]): Graph {
  const lines = chains.flatMap((points) =>
    points.slice(1).map((to, at) => [keyOf(points[at] ?? to), keyOf(to)] as const),
  )
  const corners = [...new Set(lines.flat())]
  const graph: Graph = new Map()
  const link = (a: number, b: number): void => {
    if (a === b) return
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  for (const [from, to] of lines) {
    // A line is cut where others end on it.
    const on = corners.filter((corner) => corner !== from && corner !== to && isBetween(corner, from, to))
    const [x, y] = pointOf(from)
    const away = (key: number): number => Math.hypot(pointOf(key)[0] - x, pointOf(key)[1] - y)
    const stops = [from, ...on.sort((a, b) => away(a) - away(b)), to]
    for (const [at, stop] of stops.slice(1).entries()) link(stops[at] ?? stop, stop)
  }
  return graph
}

function isBetween(key: number, from: number, to: number): boolean {
  const [[x, y], [x1, y1], [x2, y2]] = [pointOf(key), pointOf(from), pointOf(to)]
  const [along, up] = [x2 - x1, y2 - y1]
  const square = along ** 2 + up ** 2
  if (square === 0) return false
  const part = ((x - x1) * along + (y - y1) * up) / square
  if (part <= 0 || part >= 1) return false
  return Math.hypot(x1 + part * along - x, y1 + part * up - y) < NEAR * 1.5
}

function reachable(graph: Graph, start: number): Set<number> {
  const found = new Set([start])
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const next of graph.get(at) ?? [])
      if (!found.has(next)) {
        found.add(next)
        open.push(next)
      }
  return found
}

/** From the leftmost corner around, at each corner by the first line after the one that it came by. */
function around(graph: Graph, start: number): number[] {
  const way = [start]
  let [at, back] = [start, Math.PI]
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const next = nextFrom(graph, at, back)
    // A corner may be passed several times; the way is closed when it would go on as it began.
    if (!next || (at === start && way.length > 1 && next.key === way[1])) break
    way.push(next.key)
    ;[at, back] = [next.key, next.direction + Math.PI]
  }
  return way
}

/** The first corner after the direction `back`; the one that lies there comes last. */
function nextFrom(graph: Graph, at: number, back: number): { key: number; direction: number } | undefined {
  const [x, y] = pointOf(at)
  const turned = [...(graph.get(at) ?? [])].map((key) => {
    const [nextX, nextY] = pointOf(key)
    const direction = Math.atan2(nextY - y, nextX - x)
    const turn = (direction - back + 4 * Math.PI) % (2 * Math.PI)
    return { key, direction, turn: turn < 1e-9 ? 2 * Math.PI : turn }
  })
  return turned.sort((a, b) => a.turn - b.turn)[0]
}

const areaOf = (points: readonly Point[]): number =>
  points.reduce((sum, [x1, y1], at) => {
    const [x2, y2] = points[(at + 1) % points.length] ?? [x1, y1]
    return sum + (x1 * y2 - x2 * y1) / 2
  }, 0)

function contains(points: readonly Point[], [x, y]: Point): boolean {
  let isInside = false
  for (const [at, [x1, y1]] of points.entries()) {
    const [x2, y2] = points[(at + 1) % points.length] ?? [x1, y1]
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside
  }
  return isInside
}
