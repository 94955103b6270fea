import type { Face } from '#kit/typeset/faces.ts'
import { setLine } from '#kit/typeset/lines.ts'
import { outlineOf } from '#kit/typeset/outlines.ts'
import { plainSvg, type SvgText } from './plain-svg.ts'
import { toJpeg } from './raster.ts'
import type { Picture } from './read-picture.ts'

/** A frame in the coordinates of the outer document. */
interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * A picture as an element of an SVG document, in the middle of a frame. Its texts are outlines in `faces`, so no font of
 * the system is needed. Empty when the picture cannot be drawn.
 */
export async function nestedSvg(picture: Picture, frame: Frame, faces: readonly Face[]): Promise<string> {
  const place = `x="${frame.x}" y="${frame.y}" width="${frame.width}" height="${frame.height}"`
  if (picture.kind === 'raster') {
    const jpeg = await toJpeg(picture.bytes)
    return jpeg ? `<image ${place} xlink:href="data:image/jpeg;base64,${jpeg.toString('base64')}"/>` : ''
  }
  const svg = plainSvg(picture.svg, { outline: (text) => outlineOfText(text, faces) }) ?? ''
  return svg.replace(/^\s*<svg((?:\s[^<>]*?)?)(\/?)>/, (_whole, attributes: string, end: string) => {
    const sizeOf = (name: string) =>
      Number.parseFloat(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
    const box = `0 0 ${sizeOf('width') || 300} ${sizeOf('height') || 150}`
    const others = attributes.replace(/\s(?:x|y|width|height)="[^"]*"/g, '')
    return `<svg${others}${others.includes('viewBox') ? '' : ` viewBox="${box}"`} ${place}${end}>`
  })
}

function outlineOfText({ text, x, y, size, anchor }: SvgText, faces: readonly Face[]): string {
  const line = setLine(text, faces)
  const before = anchor === 'middle' ? line.width / 2 : anchor === 'end' ? line.width : 0
  return outlineOf(line, { x: x - before * size, y, size })
}
