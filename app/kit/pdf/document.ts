import PDFDocument from 'pdfkit'
import { COLOURS } from '#kit/pictures/colours.ts'
import { type Faces, loadFaces, type Weight } from '#kit/typeset/faces.ts'
import { type Line, setLine, setLines } from '#kit/typeset/lines.ts'
import { cleanLine } from '#kit/typeset/runs.ts'
import { ARCHIVE_OPTIONS, type Archive, addArchive, escapeMetadata } from './archive.ts'
import type { PaperFormat } from './paper-format.ts'

/**
 * The area of a page in points, inside its margins, from the left edge of A4. On Letter, which is wider, all stands further to the
 * right; the area ends at `bottom` of the document.
 */
export const PAGE = { left: 48, right: 547, top: 42, width: 499 } as const

/** How far the area is moved to the right, and where it ends: at the same distance from the edges of the paper. */
const FORMATS: Readonly<Record<PaperFormat, { readonly shift: number; readonly bottom: number }>> = {
  A4: { shift: 0, bottom: 782 },
  LETTER: { shift: 8.36, bottom: 732 },
}

/** How a text looks. The size and the distance of lines are in points. */
export interface TextStyle {
  readonly size: number
  readonly leading?: number
  readonly weight?: Weight
  readonly colour?: string
}

/** Where a text begins, and how wide its lines are, in points. */
interface TextBox {
  readonly x: number
  readonly width: number
  readonly align?: 'start' | 'end'
  readonly maximumLines?: number
}

/** A text that is broken into lines but not drawn yet. */
export interface SetText {
  readonly style: TextStyle
  readonly box: TextBox
  readonly lines: readonly Line[]
  readonly height: number
}

/** What stands on the pages of a part of a document, which counts its pages from 1. */
export interface DocumentPart {
  /** Draws the head of each page after the first, and moves `y` below it. */
  drawHead(document: PdfDocument): void
  /** Draws the foot of a page below its area. */
  drawFoot(document: PdfDocument, page: number, pages: number): void
}

interface DocumentInfo extends DocumentPart {
  readonly title: string
  readonly author: string
  /** The creation date, in milliseconds since 1970: the same content at the same date is the same file. */
  readonly at: number
  readonly archive?: Archive
  readonly format?: PaperFormat | undefined
}

/** A PDF document that is filled from top to bottom. */
export interface PdfDocument {
  /** The library's document, for drawings. */
  readonly pdf: PDFKit.PDFDocument
  readonly faces: Faces
  /** The next free position on the page, in points from the top. */
  y: number
  /** Where the area of a page ends; the foot is below it. */
  readonly bottom: number
  /** Whether so many points are free on the page. */
  fits(height: number): boolean
  /** Begins a new page unless so many points are free. Returns whether it did. */
  reserve(height: number): boolean
  /** Completes the pages of the part before, so that they need no memory, and begins the next part on a new page. */
  nextPart(part: DocumentPart): void
  /** How many pages there are so far. */
  pages(): number
  setText(text: string, style: TextStyle, box: TextBox): SetText
  /** Draws a text with its top at `y`. */
  draw(text: SetText, y: number): void
  /** A horizontal hairline. */
  rule(y: number, from?: number, to?: number): void
  /** Completes the document. */
  finish(): Promise<Uint8Array<ArrayBuffer>>
}

/** Opens an empty document. */
export async function openDocument(info: DocumentInfo): Promise<PdfDocument> {
  const faces = await loadFaces()
  const created = new Date(info.at)
  const { format = 'A4' } = info
  const pdf = new PDFDocument({
    ...(info.archive && ARCHIVE_OPTIONS),
    size: format,
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    // Without it the library would load a font of its own.
    font: '',
    info: {
      Title: cleanLine(info.title),
      Author: cleanLine(info.author),
      CreationDate: created,
    },
  })
  escapeMetadata(pdf)
  if (info.archive) addArchive(pdf, info.archive, created)
  for (const { name, data } of [...faces.regular, ...faces.semibold]) pdf.registerFont(name, data)
  return fillable(pdf, faces, { ...info, format })
}

function fillable(
  pdf: PDFKit.PDFDocument,
  faces: Faces,
  info: DocumentPart & { readonly format: PaperFormat },
): PdfDocument {
  const { shift, bottom } = FORMATS[info.format]
  const beginPage = (): void => {
    if (shift > 0) pdf.translate(shift, 0)
    document.y = PAGE.top
  }
  let part: DocumentPart = info
  let first = 0
  const drawFeet = (): void => {
    const end = document.pages()
    for (let page = first; page < end; page++) {
      pdf.switchToPage(page)
      part.drawFoot(document, page - first + 1, end - first)
    }
  }
  const document: PdfDocument = {
    pdf,
    faces,
    y: PAGE.top,
    bottom,
    fits: (height) => document.y + height <= bottom,
    reserve: (height) => {
      if (document.fits(height)) return false
      pdf.addPage()
      beginPage()
      part.drawHead(document)
      return true
    },
    nextPart: (next) => {
      drawFeet()
      pdf.flushPages()
      part = next
      first = document.pages()
      pdf.addPage()
      beginPage()
    },
    pages: () => {
      const { start, count } = pdf.bufferedPageRange()
      return start + count
    },
    setText: (text, style, box) => {
      const { weight = 'regular', size } = style
      const { width, maximumLines } = box
      const lines = setLines(text, { faces: faces[weight], width: width / size, maximumLines })
      return { style, box, lines, height: lines.length * leadingOf(style) }
    },
    draw: (text, y) => drawText(pdf, text, y),
    rule: (y, from = PAGE.left, to = PAGE.right) => {
      pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor(COLOURS.line).stroke()
    },
    finish: () => {
      drawFeet()
      return readAll(pdf)
    },
  }
  beginPage()
  return document
}

const leadingOf = ({ size, leading = size * 1.4 }: TextStyle): number => leading

/** The width of a text on one line, in points. */
export const widthOf = ({ faces }: PdfDocument, text: string, { weight = 'regular', size }: TextStyle) =>
  setLine(text, faces[weight]).width * size

function drawText(pdf: PDFKit.PDFDocument, { lines, style, box }: SetText, y: number): void {
  const { size, colour = COLOURS.ink } = style
  const leading = leadingOf(style)
  pdf.fillColor(colour)
  lines.forEach((line, index) => {
    // The height of capitals is about 0.7 of the size: they are in the middle of the line.
    const baseline = y + index * leading + leading / 2 + size * 0.35
    let x = box.align === 'end' ? box.x + box.width - line.width * size : box.x
    for (const { face, text, written, features, width } of line.runs) {
      // So that what is copied are the characters that were written, not the boxes.
      const isReplaced = text !== written
      if (isReplaced) pdf.markContent('Span', { actual: written })
      const isWhole = features !== undefined && {
        features: [...features] as PDFKit.Mixins.OpenTypeFeatures[],
      }
      const options = { lineBreak: false, baseline: 'alphabetic' as const, ...isWhole }
      pdf.font(face.name).fontSize(size).text(text, x, baseline, options)
      if (isReplaced) pdf.endMarkedContent()
      x += width * size
    }
  })
}

async function readAll(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
