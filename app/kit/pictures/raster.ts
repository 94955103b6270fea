import sharp from 'sharp'

// One thread of the library is enough, and no picture is needed twice.
sharp.concurrency(1)
sharp.cache(false)

/** Wide enough to be printed in a document's largest frame. */
const MAXIMUM_SIZE = 1400
/** A picture of more pixels is not decoded. */
export const MAXIMUM_PIXELS = 40_000_000

/** A JPEG of a raster picture, not larger than it is printed; undefined when the file cannot be read. */
export async function toJpeg(bytes: Uint8Array<ArrayBuffer>): Promise<Buffer | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: MAXIMUM_PIXELS })
      .autoOrient()
      .resize({ width: MAXIMUM_SIZE, height: MAXIMUM_SIZE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 88 })
      .toBuffer()
  } catch {
    // Whatever is wrong with the file: the document is made without it.
    return undefined
  }
}

/** A PNG of an SVG document at its own size. */
export const svgToPng = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { limitInputPixels: MAXIMUM_PIXELS }).png({ compressionLevel: 9 }).toBuffer()
