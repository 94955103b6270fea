import { partPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { dataSheetLines, fieldAttributes } from '#features/catalog/shown-fields.ts'
import { attributeText } from '#features/catalog/texts.ts'
import { lineTotal } from '#features/pricing/price-line.ts'
import { shopCurrency } from '#kit/identity/shop-currency.ts'
import { shopName } from '#kit/identity/shop-identity.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { openDocument, PAGE, type PdfDocument, type TextStyle, widthOf } from '#kit/pdf/document.ts'
import type { PaperFormat } from '#kit/pdf/paper-format.ts'
import { drawAt, drawBrand, drawFlowing, SMALL } from '#kit/pdf/parts.ts'
import { drawPicture, type Frame } from '#kit/pdf/picture.ts'
import { drawTable } from '#kit/pdf/table.ts'
import { COLOURS } from '#kit/pictures/colours.ts'
import type { Picture } from '#kit/pictures/read-picture.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { documentTexts } from '../texts.ts'

/** What a data sheet shows. */
export interface DataSheet {
  readonly product: Product
  readonly picture: Picture | undefined
  /** The drawing of its model with dimensions, unless the picture is it. */
  readonly view: Picture | undefined
  /** The drawing is still being made: the picture may be that of a similar part. */
  readonly isLate?: boolean
  readonly publicUrl: string
  readonly format: PaperFormat
  /** The day that it shows, such as "2026-11-23": it is the same file all day. */
  readonly day: string
}

const NAME: TextStyle = { size: 20, leading: 25, weight: 'semibold' }
const PART_NUMBER: TextStyle = { size: 11, leading: 16, colour: COLOURS.muted }
const HEADING: TextStyle = { size: 10, leading: 14, weight: 'semibold' }
const PROSE: TextStyle = { size: 9.5, leading: 14 }

/**
 * The height of the frame of a picture alone, and of two beside each other, which are narrower. What Letter is shorter than A4 is
 * taken from it, so that a sheet that fits on one page fits on the other too.
 */
const FRAME_HEIGHT: Readonly<Record<PaperFormat, { readonly alone: number; readonly beside: number }>> = {
  A4: { alone: 236, beside: 204 },
  LETTER: { alone: 186, beside: 154 },
}
const CAPTION_HEIGHT = 14
const COLUMN_GAP = 24
const COLUMN = (PAGE.width - COLUMN_GAP) / 2
const SECOND_COLUMN = PAGE.left + COLUMN + COLUMN_GAP

/** The narrowest lines of prose that are read easily. */
const PROSE_WIDTH = 400

/** The data sheet of a part as a PDF document. */
export async function renderDataSheet(sheet: DataSheet, logo?: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const { product, day } = sheet
  const document = await openDocument({
    title: `${product.name}, ${product.sku}`,
    author: shopName(),
    at: Date.parse(day),
    format: sheet.format,
    drawHead: (page) => drawSmallHead(page, product),
    drawFoot: (page, number, pages) => drawFoot(page, sheet, `${number} / ${pages}`),
  })
  await drawBrand(document, shopName(), documentTexts.dataSheet, logo)
  drawTitle(document, product)
  await drawPictures(document, sheet)
  drawAttributes(document, product)
  drawPrices(document, product, day)
  drawDescription(document, product)
  return document.finish()
}

function drawSmallHead(document: PdfDocument, { name, sku }: Product): void {
  const numberWidth = widthOf(document, sku, SMALL) + COLUMN_GAP
  const box = { x: PAGE.left, width: PAGE.width - numberWidth, maximumLines: 1 }
  document.draw(document.setText(name, SMALL, box), document.y)
  drawAt(document, sku, SMALL, PAGE.left, 'end')
  document.y += 17
  document.rule(document.y)
  document.y += 14
}

function drawFoot(document: PdfDocument, { product, publicUrl, day }: DataSheet, number: string): void {
  const y = document.bottom + 14
  const address = publicUrl + partPath(product.sku)
  document.rule(y - 6)
  const shown = document.setText(
    address,
    { ...SMALL, colour: COLOURS.link },
    {
      x: PAGE.left,
      width: PAGE.width - 110,
      maximumLines: 1,
    },
  )
  document.draw(shown, y)
  document.pdf.link(PAGE.left, y, Math.min(widthOf(document, address, SMALL), PAGE.width - 110), 11, address)
  document.y = y
  drawAt(document, `${day} · ${number}`, SMALL, PAGE.left, 'end')
}

function drawTitle(document: PdfDocument, { name, sku }: Product): void {
  drawFlowing(document, name, NAME, PAGE.width)
  document.y += 3
  drawFlowing(document, `${documentTexts.partNumber} ${sku}`, PART_NUMBER, PAGE.width)
  document.y += 12
}

/** The picture and the drawing of the model beside it; one of them alone, or a frame that says there is none. */
async function drawPictures(document: PdfDocument, sheet: DataSheet): Promise<void> {
  const { picture, view, format, isLate } = sheet
  const isPair = picture !== undefined && view !== undefined
  const { alone, beside } = FRAME_HEIGHT[format]
  const height = isPair ? beside : alone
  document.reserve(height)
  const left = { x: PAGE.left, y: document.y, width: isPair ? COLUMN : PAGE.width, height }
  if (picture || !view)
    await drawFramed(document, picture, left, isLate ? documentTexts.viewMissing : undefined)
  if (view)
    await drawFramed(document, view, isPair ? { ...left, x: SECOND_COLUMN } : left, documentTexts.modelView)
  document.y += height + 22
}

async function drawFramed(
  document: PdfDocument,
  picture: Picture | undefined,
  frame: Frame,
  caption?: string,
): Promise<void> {
  document.pdf.rect(frame.x, frame.y, frame.width, frame.height)
  document.pdf.lineWidth(0.5).strokeColor(COLOURS.line).stroke()
  const inside = { x: frame.x + 12, y: frame.y + 8, width: frame.width - 24, height: frame.height - 16 }
  if (caption !== undefined) {
    inside.height -= CAPTION_HEIGHT
    document.draw(document.setText(caption, SMALL, inside), inside.y + inside.height + 4)
  }
  const isDrawn = picture !== undefined && (await drawPicture(document, picture, inside))
  if (isDrawn) return
  const { noDrawing } = documentTexts
  const x = frame.x + (frame.width - widthOf(document, noDrawing, PROSE)) / 2
  const text = document.setText(noDrawing, { ...PROSE, colour: COLOURS.muted }, { x, width: frame.width })
  document.draw(text, frame.y + frame.height / 2 - 7)
}

function drawHeading(document: PdfDocument, text: string, x: number = PAGE.left): void {
  document.draw(document.setText(text, HEADING, { x, width: COLUMN }), document.y)
}

/** The attributes in two columns, the first half on the left. */
function drawAttributes(document: PdfDocument, product: Product): void {
  const attributes = [...product.attributes, ...fieldAttributes(product)]
  if (attributes.length === 0) return
  const facts = attributes.map((attribute) => [attribute.label, attributeText(attribute)])
  const half = Math.ceil(facts.length / 2)
  document.reserve(60)
  drawHeading(document, documentTexts.attributes)
  document.y += 18
  const pairs = facts.slice(0, half).map((left, index) => [...left, '', ...(facts[half + index] ?? ['', ''])])
  const columns = [
    { title: '', width: COLUMN * 0.5, colour: COLOURS.muted },
    { title: '', width: COLUMN * 0.5 + 12 },
    { title: '', width: COLUMN_GAP - 12 },
    { title: '', width: COLUMN * 0.5, colour: COLOURS.muted },
    { title: '', width: COLUMN * 0.5 },
  ]
  drawTable(document, PAGE.left, columns, pairs)
  document.y += 22
}

/** The price breaks, and beside them which quantities can be ordered. */
function drawPrices(document: PdfDocument, product: Product, day: string): void {
  const { prices } = product
  // Together on one page: at most ten breaks.
  document.reserve(60 + prices.length * 20)
  const top = document.y
  drawHeading(document, documentTexts.prices(shopCurrency()))
  document.y += 18
  drawTable(
    document,
    PAGE.left,
    [
      { title: documentTexts.fromPieces, width: COLUMN * 0.3, align: 'end' },
      { title: documentTexts.pricePerPiece, width: COLUMN * 0.32, align: 'decimal' },
      { title: documentTexts.total, width: COLUMN * 0.38, align: 'end' },
    ],
    prices.map(({ from, price }) => [
      formatCount(from),
      formatPrice(price),
      formatTotal(lineTotal(product, from)),
    ]),
  )
  const bottom = document.y
  document.y = top
  drawHeading(document, documentTexts.ordering, SECOND_COLUMN)
  const terms = [...dataSheetLines(product), documentTexts.pricesOf(day)].join('\n')
  const set = document.setText(terms, PROSE, { x: SECOND_COLUMN, width: COLUMN })
  document.draw(set, top + 19)
  document.y = Math.max(bottom, top + 19 + set.height) + 22
}

function drawDescription(document: PdfDocument, { description }: Product): void {
  document.reserve(50)
  drawHeading(document, documentTexts.description)
  document.y += 18
  drawFlowing(document, description, PROSE, PROSE_WIDTH)
}
