import type { Line } from './lines.ts'

interface Place {
  /** The start of the baseline. */
  readonly x: number
  readonly y: number
  /** The height of an em. */
  readonly size: number
}

/** The data of an SVG path with the outlines of a line, which needs no font where it is drawn. */
export function outlineOf(line: Line, { x, y, size }: Place): string {
  let start = x
  return line.runs
    .map(({ face: { font }, text, width, features = [] }) => {
      const scale = size / font.unitsPerEm
      const { glyphs, positions } = font.layout(text, [...features])
      let pen = start
      start += width * size
      return glyphs
        .map((glyph, index) => {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
          const moved = glyph.path.transform(scale, 0, 0, -scale, pen + xOffset * scale, y - yOffset * scale)
          pen += xAdvance * scale
          return moved.toSVG()
        })
        .join('')
    })
    .join('')
}
