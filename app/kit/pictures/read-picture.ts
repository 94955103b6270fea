import { toInternalPath } from '#kit/input/internal-path.ts'
import { AppError } from '#kit/server/app-error.ts'
import { texts } from '#kit/texts.ts'

/** A picture as its file is. */
export type Picture =
  | { readonly kind: 'svg'; readonly svg: string }
  | { readonly kind: 'raster'; readonly bytes: Uint8Array<ArrayBuffer> }

/** Answers a request for a file of the shop, by its path with the query. */
export type ReadFile = (path: string) => Response | Promise<Response>

const MAXIMUM_BYTES = { svg: 300_000, raster: 10_000_000 }

/**
 * The picture at an address: a path of the shop. Addresses of other hosts are not requested. Undefined for those, and
 * when there is no picture or it is too large. Refused (503) for one that cannot be read now: what is rendered may be kept.
 */
export async function readPicture(address: string, readFile: ReadFile): Promise<Picture | undefined> {
  const path = toInternalPath(address)
  if (path === undefined) return undefined
  const response = await readFile(path)
  if (response.status === 503)
    throw new AppError('unavailable', texts.unavailable, {}, { 'Retry-After': '5' })
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status !== 200 || !type.startsWith('image/')) return undefined
  const kind = type.startsWith('image/svg+xml') ? 'svg' : 'raster'
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > MAXIMUM_BYTES[kind]) return undefined
  return kind === 'svg' ? { kind, svg: new TextDecoder().decode(bytes) } : { kind, bytes }
}

/** An SVG document as a picture; undefined when it is larger than pictures may be. */
export const svgPicture = (svg: string): Picture | undefined =>
  Buffer.byteLength(svg) > MAXIMUM_BYTES.svg ? undefined : { kind: 'svg', svg }
