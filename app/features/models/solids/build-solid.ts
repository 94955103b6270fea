import type { TopoDS_Shape, TopoDS_Wire } from 'replicad-opencascadejs'
import type { Body, Outline, Point, Vector } from '../bodies/body.ts'
import { polar } from '../bodies/outlines.ts'
import { freeing, type Keep, type OpenCascade } from './opencascade.ts'

/** How exact the surface of a wire is, in mm and by its radius. Less takes longer, and files five times as large. */
const SWEEP_TOLERANCE = { distance: 0.005, part: 0.01 }

/** A wire has a surface for so many points of its path: the time to measure a surface grows with the square of its length. */
const POINTS_OF_A_SURFACE = 24

/** Makes the solid of a body. The caller frees it. What OpenCascade throws has no message. */
export function buildSolid(oc: OpenCascade, body: Body): TopoDS_Shape {
  if ('turned' in body) return turn(oc, body.turned)
  if ('prism' in body) return extrude(oc, body.prism, body.from, body.to)
  if ('wire' in body) return sweep(oc, body.wire, body.radius)
  if ('coiled' in body) return coil(oc, body)
  if ('fused' in body || 'cut' in body || 'common' in body) return combine(oc, body)
  return place(oc, body)
}

/** The seam is where neither flats nor the axes of the views are: hidden lines are found wrongly where it meets them. */
function turn(oc: OpenCascade, outline: Outline): TopoDS_Shape {
  return freeing((keep) => {
    const face = faceOf(oc, keep, outline, ([radius, height]) => [0.6 * radius, 0.8 * radius, height])
    const axis = keep(new oc.gp_Ax1(point(oc, keep, [0, 0, 0]), direction(oc, keep, [0, 0, 1])))
    return keep(new oc.BRepPrimAPI_MakeRevol(face, axis, 2 * Math.PI, false)).Shape()
  })
}

function extrude(oc: OpenCascade, outline: Outline, from: number, to: number): TopoDS_Shape {
  return freeing((keep) => {
    const face = faceOf(oc, keep, outline, ([x, y]) => [x, y, from])
    const along = keep(new oc.gp_Vec(0, 0, to - from))
    return keep(new oc.BRepPrimAPI_MakePrism(face, along, false, true)).Shape()
  })
}

/** The face inside an outline, whose points `at` places in space. */
const faceOf = (oc: OpenCascade, keep: Keep, outline: Outline, at: (point: Point) => Vector) =>
  keep(keep(new oc.BRepBuilderAPI_MakeFace(wireOf(oc, keep, outline, at), true)).Face())

function wireOf(oc: OpenCascade, keep: Keep, outline: Outline, at: (point: Point) => Vector): TopoDS_Wire {
  const wire = keep(new oc.BRepBuilderAPI_MakeWire())
  const [start, ...steps] = outline
  let from = start
  const line = (to: Point): void => {
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 1e-7) return
    wire.Add(
      keep(keep(new oc.BRepBuilderAPI_MakeEdge(point(oc, keep, at(from)), point(oc, keep, at(to)))).Edge()),
    )
    from = to
  }
  for (const step of steps) {
    if (!('to' in step)) {
      line(step)
      continue
    }
    const ends = [from, step.through, step.to].map((corner) => point(oc, keep, at(corner)))
    const [a, b, c] = ends as [(typeof ends)[0], (typeof ends)[0], (typeof ends)[0]]
    const arc = keep(keep(new oc.GC_MakeArcOfCircle(a, b, c)).Value())
    wire.Add(keep(keep(new oc.BRepBuilderAPI_MakeEdge(arc)).Edge()))
    from = step.to
  }
  line(start)
  return keep(wire.Wire())
}

/** A wire keeps its round section along the curve, which goes smoothly through all points. */
function sweep(oc: OpenCascade, path: readonly Vector[], radius: number): TopoDS_Shape {
  return freeing((keep) => {
    const spine = splineThrough(oc, keep, path, POINTS_OF_A_SURFACE)
    const [start, next] = path as [Vector, Vector]
    const along = direction(oc, keep, [next[0] - start[0], next[1] - start[1], next[2] - start[2]])
    const circle = keep(new oc.gp_Circ(keep(new oc.gp_Ax2(point(oc, keep, start), along)), radius))
    const edge = keep(keep(new oc.BRepBuilderAPI_MakeEdge(circle)).Edge())
    const section = keep(keep(new oc.BRepBuilderAPI_MakeWire(edge)).Wire())
    const pipe = keep(new oc.BRepOffsetAPI_MakePipeShell(spine))
    // The other ways of turning the section fail where coils are close.
    pipe.SetMode(true)
    const tolerance = Math.min(SWEEP_TOLERANCE.distance, radius * SWEEP_TOLERANCE.part)
    pipe.SetTolerance(tolerance, tolerance, 10 * tolerance)
    pipe.Add(section, false, true)
    pipe.Build(keep(new oc.Message_ProgressRange()))
    pipe.MakeSolid()
    return pipe.Shape()
  })
}

/** The section stays upright, as that of a spring washer does. */
function coil(oc: OpenCascade, body: Extract<Body, { coiled: Outline }>): TopoDS_Shape {
  return freeing((keep) => {
    const radius = Math.max(...body.coiled.map((step) => ('to' in step ? step.to[0] : step[0])))
    const degrees = body.to - body.from
    const count = Math.max(8, Math.ceil(degrees / 10))
    const path = Array.from({ length: count + 1 }, (_, at): Vector => {
      const [x, y] = polar(radius, body.from + (degrees * at) / count)
      return [x, y, (body.rise * at) / count]
    })
    const spine = splineThrough(oc, keep, path, path.length)
    const section = wireOf(oc, keep, body.coiled, ([r, z]) => [...polar(r, body.from), z])
    const pipe = keep(new oc.BRepOffsetAPI_MakePipeShell(spine))
    pipe.SetMode(direction(oc, keep, [0, 0, 1]))
    pipe.Add(section, false, false)
    pipe.Build(keep(new oc.Message_ProgressRange()))
    pipe.MakeSolid()
    return pipe.Shape()
  })
}

/** One smooth curve through all points, as edges between every so many of them. */
function splineThrough(oc: OpenCascade, keep: Keep, path: readonly Vector[], step: number): TopoDS_Wire {
  const points = keep(new oc.NCollection_Array1_gp_Pnt(1, path.length))
  for (const [index, at] of path.entries()) points.SetValue(index + 1, point(oc, keep, at))
  const spline = keep(
    new oc.GeomAPI_Interpolate(keep(new oc.NCollection_HArray1_gp_Pnt(points)), false, 1e-6),
  )
  spline.Perform()
  const curve = keep(spline.Curve())
  const wire = keep(new oc.BRepBuilderAPI_MakeWire())
  for (let from = 1; from < path.length; from += step) {
    // The curve has a knot at each of the points.
    const [start, end] = [curve.Knot(from), curve.Knot(Math.min(from + step, path.length))]
    wire.Add(keep(keep(new oc.BRepBuilderAPI_MakeEdge(curve, start, end)).Edge()))
  }
  return keep(wire.Wire())
}

function combine(
  oc: OpenCascade,
  body: Extract<Body, { fused: unknown } | { cut: Body } | { common: unknown }>,
): TopoDS_Shape {
  return freeing((keep) => {
    const list = (of: readonly Body[]) => {
      const shapes = keep(new oc.NCollection_List_TopoDS_Shape())
      for (const one of of) shapes.Append(keep(buildSolid(oc, one)))
      return shapes
    }
    const [operation, first, others] =
      'fused' in body
        ? [keep(new oc.BRepAlgoAPI_Fuse()), body.fused.slice(0, 1), body.fused.slice(1)]
        : 'cut' in body
          ? [keep(new oc.BRepAlgoAPI_Cut()), [body.cut], body.by]
          : [keep(new oc.BRepAlgoAPI_Common()), body.common.slice(0, 1), body.common.slice(1)]
    operation.SetArguments(list(first))
    operation.SetTools(list(others))
    operation.Build(keep(new oc.Message_ProgressRange()))
    if ('seams' in body && body.seams) return operation.Shape()
    operation.SimplifyResult(true, true, 1e-7)
    const shape = operation.Shape()
    // Where faces became one, the seam of the new one is not known as smooth, and would be drawn as an edge.
    oc.BRepLib.EncodeRegularity(shape, 1e-7)
    return shape
  })
}

type Placed = Extract<Body, { moved: Body } | { scaled: Body } | { rotated: Body }>
function place(oc: OpenCascade, body: Placed): TopoDS_Shape {
  return freeing((keep) => {
    const change = keep(new oc.gp_Trsf())
    const origin = point(oc, keep, [0, 0, 0])
    if ('moved' in body) change.SetTranslation(keep(new oc.gp_Vec(...body.by)))
    else if ('scaled' in body) change.SetScale(origin, body.times)
    else {
      const axis = direction(oc, keep, [+(body.about === 'x'), +(body.about === 'y'), +(body.about === 'z')])
      change.SetRotation(keep(new oc.gp_Ax1(origin, axis)), (body.degrees * Math.PI) / 180)
    }
    const inner = 'moved' in body ? body.moved : 'scaled' in body ? body.scaled : body.rotated
    return keep(new oc.BRepBuilderAPI_Transform(keep(buildSolid(oc, inner)), change, true, false)).Shape()
  })
}

const point = (oc: OpenCascade, keep: Keep, at: Vector) => keep(new oc.gp_Pnt(...at))
const direction = (oc: OpenCascade, keep: Keep, along: Vector) => keep(new oc.gp_Dir(...along))
