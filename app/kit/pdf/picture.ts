import drawSvg from 'svg-to-pdfkit'
import { plainSvg } from '#kit/pictures/plain-svg.ts'
import { toJpeg } from '#kit/pictures/raster.ts'
import type { Picture } from '#kit/pictures/read-picture.ts'
import type { PdfDocument } from './document.ts'

/** A frame on a page, in points. */
export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Draws a picture in the middle of a frame, as large as it fits. Returns whether it could be drawn. */
export async function drawPicture(document: PdfDocument, picture: Picture, frame: Frame): Promise<boolean> {
  if (picture.kind === 'svg') return drawVectors(document, picture.svg, frame)
  const jpeg = await toJpeg(picture.bytes)
  if (!jpeg) return false
  const { x, y, width, height } = frame
  document.pdf.image(jpeg, x, y, { fit: [width, height], align: 'center', valign: 'center' })
  return true
}

function drawVectors({ pdf, faces }: PdfDocument, source: string, frame: Frame): boolean {
  const svg = plainSvg(source)
  if (svg === undefined) return false
  const { x, y, width, height } = frame
  pdf.save()
  try {
    drawSvg(pdf, svg, x, y, {
      width,
      height,
      preserveAspectRatio: 'xMidYMid meet',
      fontCallback: () => faces.regular[0]?.name ?? '',
      // The library would read files from the disk.
      imageCallback: () => '',
      // What the library does not know is left out. By default it prints that.
      warningCallback: () => undefined,
    })
    return true
  } catch {
    return false
  } finally {
    pdf.restore()
  }
}
