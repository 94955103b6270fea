import sharp, { type Sharp } from 'sharp'
import { MAXIMUM_PIXELS } from './raster.ts'

/** The types in which a picture is sent to browsers: the smaller one, and the one that all of them read. */
const webPictureTypes = ['avif', 'webp'] as const

export type WebPictureType = (typeof webPictureTypes)[number]

/** A picture in one width and type. */
export interface WebPicture {
  /** That of the given widths which it is for; the picture itself may be narrower. */
  readonly width: number
  readonly type: WebPictureType
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Why a file is not taken. `size` is its size in pixels, as `30000 × 30000`. */
export type PictureRefusal =
  | { readonly refused: 'type' | 'broken' }
  | { readonly refused: 'pixels'; readonly size: string }

// A quarter of the time of the default effort, 4, for a tenth more bytes.
const ENCODE: Readonly<Record<WebPictureType, (pixels: Sharp) => Sharp>> = {
  avif: (pixels) => pixels.avif({ quality: 55, effort: 3 }),
  webp: (pixels) => pixels.webp({ quality: 80 }),
}

/** Longer lines take the decoders gigabytes, and more lines half a minute, at the same number of pixels. */
const MAXIMUM_SIDE = 30_000

/** How the files that are taken begin, by the name that the library has for their format. */
const SIGNATURES: Readonly<Record<string, (head: string) => boolean>> = {
  png: (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  jpeg: (head) => head.startsWith('\xff\xd8\xff'),
  webp: (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
  heif: (head) => ['ftypavif', 'ftypavis', 'ftypmif1', 'ftypmsf1'].includes(head.slice(4, 12)),
}

/**
 * Makes the pictures that browsers get from an uploaded file: PNG, JPEG, WebP or AVIF, known by its bytes. They are upright,
 * in sRGB on white and without metadata, in the `widths` up to its own; of an animation the first frame. Its pixels are
 * counted before any is decoded.
 */
export async function toWebPictures(
  file: Uint8Array<ArrayBuffer>,
  widths: readonly number[],
): Promise<readonly WebPicture[] | PictureRefusal> {
  const largest = Math.max(...widths)
  try {
    const refusal = await refusalOf(file)
    if (refusal) return refusal
    const { data, info } = await sharp(file, { limitInputPixels: MAXIMUM_PIXELS, failOn: 'truncated' })
      .autoOrient()
      .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width: own, height, channels } = info
    // Ascending; the first that is not below its own width has it as it is.
    const needed = widths.filter((_, index) => index === 0 || (widths[index - 1] ?? 0) < own)
    const pictures: WebPicture[] = []
    for (const width of needed) {
      const pixels = sharp(data, { raw: { width: own, height, channels } })
      const resized = pixels.resize({ width: Math.min(width, own) })
      for (const type of webPictureTypes) {
        const encoded = await ENCODE[type](resized.clone()).toBuffer()
        pictures.push({ width, type, bytes: new Uint8Array(encoded) })
      }
    }
    return pictures
  } catch {
    // Whatever the library says: the file is one of the types, and cannot be decoded.
    return { refused: 'broken' }
  }
}

/** Reads the head of the file only. */
async function refusalOf(file: Uint8Array<ArrayBuffer>): Promise<PictureRefusal | undefined> {
  const head = Buffer.from(file.subarray(0, 32)).toString('latin1')
  const [format] = Object.entries(SIGNATURES).find(([, begins]) => begins(head)) ?? []
  if (format === undefined) return { refused: 'type' }
  const found = await sharp(file, { limitInputPixels: false }).metadata()
  // HEIC files are containers like AVIF files, of a patented type.
  if (found.format !== format || (format === 'heif' && found.compression !== 'av1'))
    return { refused: 'type' }
  const { width, height } = found
  const isTooLarge = width * height > MAXIMUM_PIXELS || Math.max(width, height) > MAXIMUM_SIDE
  return isTooLarge ? { refused: 'pixels', size: `${width} × ${height}` } : undefined
}
