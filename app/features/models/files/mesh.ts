/** Triangles of a surface: three coordinates a corner in mm, its normal, and three corners a triangle. */
export interface Mesh {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly triangles: Uint32Array
}
