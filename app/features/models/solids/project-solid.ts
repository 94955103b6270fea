import type { TopoDS_Edge, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Point, Vector } from '../bodies/body.ts'
import type { Curve, View, Views } from '../files/view.ts'
import { freeing, type Keep, type OpenCascade } from './opencascade.ts'

/** How far a chain of lines may lie from the curve that it stands for, in mm. */
const DEVIATION = 0.005
/** A curve is halved so often at least and at most until its chain is near enough. */
const HALVINGS = { least: 3, most: 8 }
/** Shorter lines are left out: they come of the seams of the surface. */
const SHORTEST = 1e-4

/** What is seen of a solid from the front and from above. */
export const projectSolid = (oc: OpenCascade, shape: TopoDS_Shape): Views => ({
  front: viewFrom(oc, shape, [0, -1, 0], [1, 0, 0]),
  top: viewFrom(oc, shape, [0, 0, 1], [1, 0, 0]),
})

/** The view against a direction, with another to the right. */
function viewFrom(oc: OpenCascade, shape: TopoDS_Shape, towards: Vector, right: Vector): View {
  return freeing((keep) => {
    const direction = (along: Vector) => keep(new oc.gp_Dir(...along))
    const camera = keep(new oc.gp_Ax2(keep(new oc.gp_Pnt(0, 0, 0)), direction(towards), direction(right)))
    const removal = keep(new oc.HLRBRep_Algo())
    removal.Add(shape, 0)
    removal.Projector(keep(new oc.HLRAlgo_Projector(camera)))
    removal.Update()
    removal.Hide()
    const shapes = keep(new oc.HLRBRep_HLRToShape(removal))
    const curves = (...compounds: TopoDS_Shape[]): Curve[] =>
      withoutRepeated(compounds.flatMap((compound) => edgesOf(oc, keep, keep(compound))))
    return {
      // Where a rounding ends is drawn only where it is seen.
      visible: curves(shapes.VCompound(), shapes.Rg1LineVCompound(), shapes.OutLineVCompound()),
      hidden: curves(shapes.HCompound(), shapes.OutLineHCompound()),
    }
  })
}

function edgesOf(oc: OpenCascade, keep: Keep, compound: TopoDS_Shape): Curve[] {
  if (compound.IsNull()) return []
  oc.BRepLib.BuildCurves3d(compound)
  const { TopAbs_EDGE, TopAbs_SHAPE } = oc.TopAbs_ShapeEnum
  const edges = keep(new oc.TopExp_Explorer(compound, TopAbs_EDGE, TopAbs_SHAPE))
  const found: Curve[] = []
  for (; edges.More(); edges.Next()) {
    const curve = curveOf(oc, keep, keep(oc.TopoDS.Edge(keep(edges.Current()))))
    if (curve) found.push(curve)
  }
  return found
}

function curveOf(oc: OpenCascade, keep: Keep, edge: TopoDS_Edge): Curve | undefined {
  const curve = keep(new oc.BRepAdaptor_Curve(edge))
  const [first, last] = [curve.FirstParameter(), curve.LastParameter()]
  const point = keep(new oc.gp_Pnt(0, 0, 0))
  const at = (parameter: number): Point => {
    curve.D0(parameter, point)
    return [point.X(), point.Y()]
  }
  const { GeomAbs_Line, GeomAbs_Circle } = oc.GeomAbs_CurveType
  const type = curve.GetType()
  if (type === GeomAbs_Line) {
    const [from, to] = [at(first), at(last)]
    return distance(from, to) < SHORTEST ? undefined : { from, to }
  }
  if (type === GeomAbs_Circle) {
    const circle = keep(curve.Circle())
    const middle = keep(circle.Location())
    const centre: Point = [middle.X(), middle.Y()]
    return arcOf(centre, circle.Radius(), at(first), at((first + last) / 2), at(last), last - first)
  }
  const through = withoutNeedless([at(first), ...chain(at, [first, at(first)], [last, at(last)], 0)])
  if (lengthOf(through) < SHORTEST) return undefined
  return asLine(through) ?? { through }
}

type Place = readonly [parameter: number, point: Point]

/** Points of a curve after the first place up to the last. */
function chain(at: (parameter: number) => Point, from: Place, to: Place, halvings: number): Point[] {
  const parameter = (from[0] + to[0]) / 2
  const middle: Place = [parameter, at(parameter)]
  const [x, y] = [(from[1][0] + to[1][0]) / 2, (from[1][1] + to[1][1]) / 2]
  const isNear = distance(middle[1], [x, y]) < DEVIATION
  if (halvings >= HALVINGS.most || (halvings >= HALVINGS.least && isNear)) return [to[1]]
  return [...chain(at, from, middle, halvings + 1), ...chain(at, middle, to, halvings + 1)]
}

/** Leaves out the points of a chain that lie on the line between others. */
function withoutNeedless(points: readonly Point[]): Point[] {
  const [start, end] = [points[0], points.at(-1)]
  if (!start || !end) return []
  const distances = points.map((point) => fromLine(point, start, end))
  const farthest = distances.indexOf(Math.max(...distances))
  if ((distances[farthest] ?? 0) < DEVIATION / 5) return [start, end]
  return [
    ...withoutNeedless(points.slice(0, farthest + 1)).slice(0, -1),
    ...withoutNeedless(points.slice(farthest)),
  ]
}

/** How far a point is from the line between two others. */
function fromLine([x, y]: Point, start: Point, end: Point): number {
  const [along, up] = [end[0] - start[0], end[1] - start[1]]
  const square = along ** 2 + up ** 2
  const part =
    square === 0 ? 0 : Math.min(1, Math.max(0, ((x - start[0]) * along + (y - start[1]) * up) / square))
  return distance([x, y], [start[0] + part * along, start[1] + part * up])
}

/** A circle that is seen from the side is a chain that goes to and fro: one line between its farthest points. */
function asLine(points: readonly Point[]): Curve | undefined {
  const pairs = points.flatMap((from, at) => points.slice(at + 1).map((to) => ({ from, to })))
  if (pairs.length > 10) return undefined
  const longest = pairs.reduce((a, b) => (distance(b.from, b.to) > distance(a.from, a.to) ? b : a))
  return points.every((point) => fromLine(point, longest.from, longest.to) < DEVIATION / 5)
    ? longest
    : undefined
}

function arcOf(
  centre: Point,
  radius: number,
  first: Point,
  middle: Point,
  last: Point,
  turn: number,
): Curve | undefined {
  if (turn > 2 * Math.PI - 1e-6) return { centre, radius }
  if (turn * radius < SHORTEST) return undefined
  const angle = ([x, y]: Point): number =>
    ((Math.atan2(y - centre[1], x - centre[0]) * 180) / Math.PI + 360) % 360
  const [start, via, end] = [angle(first), angle(middle), angle(last)]
  const isCounterclockwise = (via - start + 360) % 360 < (end - start + 360) % 360
  return isCounterclockwise ? { centre, radius, start, end } : { centre, radius, start: end, end: start }
}

/** Both sides of a solid have the same edges, so many lines of a view lie on each other. */
function withoutRepeated(curves: readonly Curve[]): Curve[] {
  const round = (value: number): number => Math.round(value * 1e4)
  const nameOf = (curve: Curve): string => {
    const points =
      'from' in curve
        ? [curve.from, curve.to]
        : 'through' in curve
          ? curve.through
          : [curve.centre, [curve.radius, 0] as const, 'start' in curve ? [curve.start, curve.end] : [0, 360]]
    const named = points.map((point) => point.map((value) => round(value ?? 0)).join())
    return ('centre' in curve ? named : named.sort()).join(' ')
  }
  return [...new Map(curves.map((curve) => [nameOf(curve), curve])).values()]
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])

const lengthOf = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, point, index) => sum + distance(points[index] ?? point, point), 0)
