import { COLOURS } from '#kit/pictures/colours.ts'
import type { Picture } from '#kit/pictures/read-picture.ts'
import { BRAND_MARK } from '#kit/ui/art/brand-mark-path.ts'
import { PAGE, type PdfDocument, type TextStyle } from './document.ts'
import { drawPicture } from './picture.ts'

/** The style of heads, feet and remarks. */
export const SMALL: TextStyle = { size: 8, leading: 11, colour: COLOURS.muted }

/** The frame of the picture of the shop, in points. */
const LOGO = { width: 72, height: 22 }

/** The head of the first page: the picture of the shop or the brand's mark, a name, and what the document is. */
export async function drawBrand(
  document: PdfDocument,
  name: string,
  kind: string,
  logo?: Picture | undefined,
): Promise<void> {
  const frame = { x: PAGE.left, y: PAGE.top - 4, width: LOGO.width, height: LOGO.height }
  const isDrawn = logo !== undefined && (await drawPicture(document, logo, frame))
  if (!isDrawn) drawMark(document)
  const from = PAGE.left + (isDrawn ? LOGO.width + 8 : 20)
  const style: TextStyle = { size: 11, leading: 14, weight: 'semibold' }
  const box = { x: from, width: PAGE.right - 130 - from, maximumLines: 1 }
  document.draw(document.setText(name, style, box), document.y)
  drawAt(document, kind, { ...SMALL, size: 9, leading: 14 }, PAGE.left, 'end')
  document.y += 22
  document.rule(document.y)
  document.y += 20
}

function drawMark({ pdf }: PdfDocument): void {
  pdf
    .save()
    .translate(PAGE.left - 1, PAGE.top - 1)
    .scale(16 / BRAND_MARK.size)
    .path(BRAND_MARK.path)
  pdf.fillColor(COLOURS.brand).fill('even-odd').restore()
}

/** Draws one line at the current position, which stays. */
export function drawAt(
  document: PdfDocument,
  text: string,
  style: TextStyle,
  x: number,
  align?: 'end',
): void {
  const box = { x, width: PAGE.right - x, ...(align && { align }) }
  document.draw(document.setText(text, style, box), document.y)
}

/** Draws a text that may continue on the next page, line by line. */
export function drawFlowing(document: PdfDocument, text: string, style: TextStyle, width: number): void {
  const set = document.setText(text, style, { x: PAGE.left, width })
  const height = set.height / Math.max(set.lines.length, 1)
  for (const line of set.lines) {
    document.reserve(height)
    document.draw({ ...set, lines: [line], height }, document.y)
    document.y += height
  }
}
