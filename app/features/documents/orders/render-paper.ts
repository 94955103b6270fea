import { openDocument, PAGE, type PdfDocument, type TextStyle } from '#kit/pdf/document.ts'
import { drawAt, drawBrand, drawFlowing, SMALL } from '#kit/pdf/parts.ts'
import { drawTable } from '#kit/pdf/table.ts'
import { COLOURS } from '#kit/pictures/colours.ts'
import { texts } from '#kit/texts.ts'
import { orderPaperTexts } from '../texts.ts'
import type { OrderPaper } from './order-paper.ts'

const HEADING: TextStyle = { size: 16, leading: 21, weight: 'semibold' }
const BODY: TextStyle = { size: 9.5, leading: 13.5 }
const STRONG: TextStyle = { ...BODY, weight: 'semibold' }

/** The column of the seller and the facts, right of the address. */
const FACTS = { x: 330, label: 84, width: PAGE.right - 330 }

/** Between a label and its value. A longer label has several lines. */
const LABEL_GAP = 6

const ADDRESS_WIDTH = FACTS.x - PAGE.left - 36

const SUM_HEIGHT = 17

/** A document about an order as a PDF document of A4 pages. */
export async function renderPaper(paper: OrderPaper): Promise<Uint8Array<ArrayBuffer>> {
  const document = await openDocument({
    title: paper.heading,
    author: sellerName(paper),
    at: paper.at,
    drawHead: (page) => drawSmallHead(page, paper),
    drawFoot: (page, number, pages) => drawFoot(page, paper, orderPaperTexts.page(number, pages)),
  })
  drawBrand(document, sellerName(paper), paper.kind)
  drawBanner(document, paper)
  drawAddresses(document, paper)
  drawFlowing(document, paper.heading, HEADING, PAGE.width)
  document.y += 10
  const { carried } = paper
  drawTable(document, PAGE.left, paper.columns, paper.rows, {
    ...(carried.length > 0 && {
      carry: (rows) => ['', '', orderPaperTexts.carriedOver, '', '', carried[rows - 1] ?? ''],
    }),
    kept: 8 + paper.sums.length * SUM_HEIGHT,
  })
  drawSums(document, paper)
  for (const remark of paper.remarks.filter((text) => text !== '')) {
    drawFlowing(document, remark, BODY, PAGE.width)
    document.y += 6
  }
  return document.finish()
}

const sellerName = ({ seller }: OrderPaper): string => seller?.name ?? texts.brand

function drawSmallHead(document: PdfDocument, paper: OrderPaper): void {
  const box = { x: PAGE.left, width: PAGE.width - 200, maximumLines: 1 }
  document.draw(document.setText(sellerName(paper), SMALL, box), document.y)
  drawAt(document, paper.heading, SMALL, PAGE.left, 'end')
  document.y += 17
  document.rule(document.y)
  document.y += 14
  drawBanner(document, paper)
}

function drawFoot(document: PdfDocument, paper: OrderPaper, page: string): void {
  const y = PAGE.bottom + 14
  document.rule(y - 6)
  const box = { x: PAGE.left, width: PAGE.width - 90, maximumLines: 1 }
  document.draw(document.setText(sellerLine(paper, ' · '), SMALL, box), y)
  document.y = y
  drawAt(document, page, SMALL, PAGE.left, 'end')
}

/** Name, address and tax ID. */
function sellerLine({ seller }: OrderPaper, separator: string): string {
  if (!seller) return texts.brand
  const { name, address, taxId } = seller
  const lines = [name, ...address.split('\n'), ...(taxId ? [`${orderPaperTexts.taxId} ${taxId}`] : [])]
  return lines.join(separator)
}

function drawBanner(document: PdfDocument, { banner }: OrderPaper): void {
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

/** The address on the left; on the right the seller, then the facts. */
function drawAddresses(document: PdfDocument, paper: OrderPaper): void {
  const top = document.y
  if (paper.seller) {
    const style = { ...BODY, size: 8.5, leading: 12, colour: COLOURS.muted }
    const set = document.setText(sellerLine(paper, '\n'), style, { x: FACTS.x, width: FACTS.width })
    document.draw(set, document.y)
    document.y += set.height + 10
  }
  for (const [label, value] of paper.facts) {
    const beside = { x: FACTS.x + FACTS.label, width: FACTS.width - FACTS.label }
    const sets = [
      document.setText(
        label,
        { ...BODY, colour: COLOURS.muted },
        { x: FACTS.x, width: FACTS.label - LABEL_GAP },
      ),
      document.setText(value, BODY, beside),
    ]
    for (const set of sets) document.draw(set, document.y)
    document.y += Math.max(...sets.map(({ height }) => height)) + 1
  }
  const bottom = document.y
  const pages = document.pages()
  document.y = top
  drawFlowing(document, paper.recipient, { ...BODY, size: 10.5, leading: 15 }, ADDRESS_WIDTH)
  // A very long address ends on another page.
  if (document.pages() === pages) document.y = Math.max(document.y, bottom)
  document.y += 30
}

function drawSums(document: PdfDocument, { sums }: OrderPaper): void {
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
