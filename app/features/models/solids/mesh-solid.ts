import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { Size } from '../bodies/body.ts'
import type { Mesh } from '../files/mesh.ts'
import { freeing, type OpenCascade } from './opencascade.ts'

/** How far triangles lie from the surface: a part of the solid's longest side, and a largest angle, in radians. */
const DEVIATION = { part: 1 / 1000, smallest: 0.002, angle: 0.35 }

/** The surface of a solid as triangles. */
export function meshSolid(oc: OpenCascade, shape: TopoDS_Shape, size: Size): Mesh {
  return freeing((keep) => {
    const deviation = Math.max(DEVIATION.smallest, Math.max(...size) * DEVIATION.part)
    const mesh = keep(oc.ReplicadMeshExtractor.extract(shape, deviation, DEVIATION.angle, false))
    const { buffer } = oc.wasmMemory
    // The memory is used again as soon as the mesh is freed.
    return {
      positions: new Float32Array(buffer, mesh.getVerticesPtr(), mesh.getVerticesSize()).slice(),
      normals: new Float32Array(buffer, mesh.getNormalsPtr(), mesh.getNormalsSize()).slice(),
      triangles: new Uint32Array(buffer, mesh.getTrianglesPtr(), mesh.getTrianglesSize()).slice(),
    }
  })
}
