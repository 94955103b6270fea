/** The surface of a part: corners in metres and their normals, three numbers each, and triangles as indices of corners. */
export interface Surface {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly triangles: Uint16Array | Uint32Array
  /** The sides of the part in mm: x, y upwards, z. */
  readonly size: readonly [number, number, number]
}

/** "glTF", and where the JSON and the binary chunk begin. */
const MAGIC = 0x46546c67
const JSON_START = 20
const CHUNK_HEADER = 8

const UNSIGNED_SHORT = 5123

interface Gltf {
  readonly meshes: readonly { primitives: readonly Primitive[]; extras?: { millimetres: Surface['size'] } }[]
  readonly accessors: readonly { bufferView: number; componentType: number; count: number }[]
  readonly bufferViews: readonly { byteOffset: number }[]
}

interface Primitive {
  readonly attributes: { readonly POSITION: number; readonly NORMAL: number }
  readonly indices: number
}

/** Reads the GLB that `glbOf` writes: one mesh, whose three arrays lie in the binary chunk. Throws on any other file. */
export function readGlb(file: ArrayBuffer): Surface {
  const words = new DataView(file)
  if (words.getUint32(0, true) !== MAGIC) throw new Error('This is no GLB.')
  const length = words.getUint32(JSON_START - CHUNK_HEADER, true)
  const gltf: Gltf = JSON.parse(new TextDecoder().decode(new Uint8Array(file, JSON_START, length)))
  const start = JSON_START + length + CHUNK_HEADER
  const mesh = gltf.meshes[0]
  const primitive = mesh?.primitives[0]
  const size = mesh?.extras?.millimetres
  if (!size) throw new Error('The GLB has no size.')
  const accessorAt = (index: number | undefined) => {
    const accessor = gltf.accessors[index ?? -1]
    const view = gltf.bufferViews[accessor?.bufferView ?? -1]
    if (!accessor || !view) throw new Error('The GLB has no surface.')
    return { ...accessor, at: start + view.byteOffset }
  }
  const vectors = (index: number | undefined): Float32Array => {
    const { at, count } = accessorAt(index)
    return new Float32Array(file.slice(at, at + count * 3 * Float32Array.BYTES_PER_ELEMENT))
  }
  const { at, count, componentType } = accessorAt(primitive?.indices)
  const Indices = componentType === UNSIGNED_SHORT ? Uint16Array : Uint32Array
  return {
    positions: vectors(primitive?.attributes.POSITION),
    normals: vectors(primitive?.attributes.NORMAL),
    triangles: new Indices(file.slice(at, at + count * Indices.BYTES_PER_ELEMENT)),
    size,
  }
}
