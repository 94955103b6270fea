import type { Size } from '../bodies/body.ts'
import type { Mesh } from './mesh.ts'

/** Constants of glTF 2.0. */
const GLTF = {
  magic: 0x46546c67,
  json: 0x4e4f534a,
  binary: 0x004e4942,
  float: 5126,
  unsignedShort: 5123,
  unsignedInt: 5125,
  vertices: 34962,
  indices: 34963,
} as const

const METRES_PER_MM = 0.001

/** One material for all parts: light steel. */
const MATERIAL = {
  name: 'Part',
  pbrMetallicRoughness: {
    baseColorFactor: [0.72, 0.74, 0.77, 1],
    metallicFactor: 0.6,
    roughnessFactor: 0.45,
  },
}

/**
 * A mesh as GLB (glTF 2.0): in metres, with Y upwards where the mesh has Z. The size of the part itself, in mm, is in the
 * mesh's `extras`: triangles lie within a round surface, so that their box is smaller.
 */
export function glbOf(mesh: Mesh, [width, depth, height]: Size): Uint8Array<ArrayBuffer> {
  const positions = upright(mesh.positions, METRES_PER_MM)
  const normals = upright(mesh.normals, 1)
  const corners = positions.length / 3
  const isShort = corners < 2 ** 16
  const triangles = isShort ? Uint16Array.from(mesh.triangles) : mesh.triangles
  const parts = [positions, normals, triangles].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  )
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, part) => sum + padded(part.length), 0))
  const json = {
    asset: { version: '2.0', generator: 'parts shop' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      {
        primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2, material: 0 }],
        extras: { millimetres: [width, height, depth] },
      },
    ],
    materials: [MATERIAL],
    accessors: [
      { bufferView: 0, componentType: GLTF.float, count: corners, type: 'VEC3', ...bounds(positions) },
      { bufferView: 1, componentType: GLTF.float, count: corners, type: 'VEC3' },
      {
        bufferView: 2,
        componentType: isShort ? GLTF.unsignedShort : GLTF.unsignedInt,
        count: triangles.length,
        type: 'SCALAR',
      },
    ],
    bufferViews: parts.map((part, at) => ({
      buffer: 0,
      byteOffset: starts[at],
      byteLength: part.length,
      target: at < 2 ? GLTF.vertices : GLTF.indices,
    })),
    buffers: [{ byteLength: parts.reduce((sum, part) => sum + padded(part.length), 0) }],
  }
  return container(new TextEncoder().encode(JSON.stringify(json)), parts)
}

/** The file: a header of 12 bytes, then the two chunks, each filled to whole words. */
function container(json: Uint8Array, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const binaryLength = parts.reduce((sum, part) => sum + padded(part.length), 0)
  const total = 12 + 8 + padded(json.length) + 8 + binaryLength
  const file = new Uint8Array(total)
  const view = new DataView(file.buffer)
  const word = (at: number, value: number): void => view.setUint32(at, value, true)
  for (const [at, value] of [GLTF.magic, 2, total, padded(json.length), GLTF.json].entries())
    word(at * 4, value)
  file.fill(0x20, 20, 20 + padded(json.length))
  file.set(json, 20)
  let at = 20 + padded(json.length)
  word(at, binaryLength)
  word(at + 4, GLTF.binary)
  at += 8
  for (const part of parts) {
    file.set(part, at)
    at += padded(part.length)
  }
  return file
}

const padded = (length: number): number => Math.ceil(length / 4) * 4

/** glTF has Y upwards and Z towards the viewer. */
function upright(values: Float32Array, scale: number): Float32Array<ArrayBuffer> {
  const turned = new Float32Array(values.length)
  for (let at = 0; at < values.length; at += 3) {
    turned[at] = (values[at] ?? 0) * scale
    turned[at + 1] = (values[at + 2] ?? 0) * scale
    turned[at + 2] = -(values[at + 1] ?? 0) * scale
  }
  return turned
}

function bounds(positions: Float32Array): { min: number[]; max: number[] } {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (const [at, value] of positions.entries()) {
    min[at % 3] = Math.min(min[at % 3] ?? value, value)
    max[at % 3] = Math.max(max[at % 3] ?? value, value)
  }
  return { min, max }
}
