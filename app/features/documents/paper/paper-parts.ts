import { PAGE, type PdfDocument, type TextStyle } from '#kit/pdf/document.ts'
import { drawAt, SMALL } from '#kit/pdf/parts.ts'
import { COLOURS } from '#kit/pictures/colours.ts'

/** What all documents about an order have: banner, heads, feet and sums. */

export const HEADING: TextStyle = { size: 16, leading: 21, weight: 'semibold' }
export const BODY: TextStyle = { size: 9.5, leading: 13.5 }
const STRONG: TextStyle = { ...BODY, weight: 'semibold' }

/** The seller beside the address. */
export const SELLER: TextStyle = { ...BODY, size: 8.5, leading: 12, colour: COLOURS.muted }

/** An address for the window of an envelope. */
export const RECIPIENT: TextStyle = { ...BODY, size: 10.5, leading: 15 }

export const SUM_HEIGHT = 17

/** A line below the rows of a document. */
export interface Sum {
  readonly text: string
  readonly value?: string
  readonly isTotal?: true
}

/** What stands on each page after the first. */
interface SmallHead {
  readonly name: string
  readonly heading: string
  readonly banner: string
}

export function drawSmallHead(document: PdfDocument, { name, heading, banner }: SmallHead): void {
  const box = { x: PAGE.left, width: PAGE.width - 200, maximumLines: 1 }
  document.draw(document.setText(name, SMALL, box), document.y)
  drawAt(document, heading, SMALL, PAGE.left, 'end')
  document.y += 17
  document.rule(document.y)
  document.y += 14
  drawBanner(document, banner)
}

/** The lines of the seller and the number of the page, below the area of a page. Lines are cut where that stands. */
export function drawFoot(document: PdfDocument, lines: readonly string[], page: string): void {
  const y = document.bottom + 14
  document.rule(y - 6)
  const box = { x: PAGE.left, width: PAGE.width - 90, maximumLines: 1 }
  lines.forEach((line, index) => {
    const set = document.setText(line, SMALL, box)
    document.draw(set, y + index * set.height)
  })
  document.y = y
  drawAt(document, page, SMALL, PAGE.left, 'end')
}

/** A framed text across the page; nothing for an empty one. */
export function drawBanner(document: PdfDocument, banner: string): void {
  if (banner === '') return
  const padding = 8
  const inside = { x: PAGE.left + padding, width: PAGE.width - 2 * padding }
  const text = document.setText(banner, { ...STRONG, size: 9, leading: 12.5 }, inside)
  const height = text.height + 2 * padding
  document.pdf.rect(PAGE.left, document.y, PAGE.width, height)
  document.pdf.lineWidth(0.5).fillAndStroke(COLOURS.sunken, COLOURS.edge)
  document.draw(text, document.y + padding)
  document.y += height + 18
}

export function drawSums(document: PdfDocument, sums: readonly Sum[]): void {
  document.y += 8
  for (const { text, value, isTotal } of sums) {
    const style = isTotal ? { ...STRONG, size: 11 } : BODY
    if (value === undefined) drawAt(document, text, style, PAGE.left, 'end')
    else {
      const box = { x: PAGE.left, width: PAGE.width - 110, align: 'end' } as const
      document.draw(document.setText(text, style, box), document.y)
      drawAt(document, value, style, PAGE.left, 'end')
    }
    document.y += SUM_HEIGHT
  }
  document.y += 14
}
