import { openDocument, PAGE, type PdfDocument } from '#kit/pdf/document.ts'
import { drawBrand, drawFlowing, SMALL } from '#kit/pdf/parts.ts'
import { drawTable } from '#kit/pdf/table.ts'
import type { Picture } from '#kit/pictures/read-picture.ts'
import {
  BODY,
  drawBanner,
  drawFoot,
  drawSmallHead,
  drawSums,
  HEADING,
  RECIPIENT,
  SELLER,
  SUM_HEIGHT,
} from '../paper/paper-parts.ts'
import { invoicePaperTexts, orderPaperTexts } from '../texts.ts'
import { facturX } from './factur-x.ts'
import type { InvoicePaper } from './invoice-paper.ts'
import { drawPaymentCode } from './payment-code.ts'

/** Where the addresses stand: who pays, where the goods go, who sells. */
const BUYER = { x: PAGE.left, width: 180 }
const DELIVER_TO = { x: 240, width: 132 }
const FROM = { x: 388, width: PAGE.right - 388 }

/** The facts below the heading, five beside each other. */
const FACTS = { columns: 5, width: PAGE.width / 5, gap: 8, below: 8 }

/** An invoice or a credit note as PDF/A-3b, with its XML inside. The same paper is always the same file. */
export async function renderInvoice(paper: InvoicePaper, logo?: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const { heading, sellerName, banner, carried } = paper
  const document = await openDocument({
    title: heading,
    author: sellerName,
    at: paper.at,
    format: paper.format,
    archive: facturX(paper.xml),
    drawHead: (page) => drawSmallHead(page, { name: sellerName, heading, banner }),
    drawFoot: (page, number, pages) => drawFoot(page, paper.foot, orderPaperTexts.page(number, pages)),
  })
  await drawBrand(document, sellerName, paper.kind, logo)
  drawBanner(document, banner)
  drawAddresses(document, paper)
  drawFlowing(document, heading, HEADING, PAGE.width)
  document.y += 6
  drawFacts(document, paper.facts)
  document.y += 8
  drawTable(document, PAGE.left, paper.columns, paper.rows, {
    carry: (rows) => ['', '', orderPaperTexts.carriedOver, '', '', carried[rows - 1] ?? ''],
    kept: 8 + paper.sums.length * SUM_HEIGHT,
  })
  drawSums(document, paper.sums)
  for (const remark of paper.remarks) {
    drawFlowing(document, remark, BODY, PAGE.width)
    document.y += 6
  }
  if (paper.paymentCode !== undefined) drawPaymentCode(document, paper.paymentCode)
  return document.finish()
}

/** Side by side. A very long address of the buyer, who can write what they like, ends on another page. */
function drawAddresses(document: PdfDocument, { buyer, deliverTo, seller }: InvoicePaper): void {
  const top = document.y
  const from = document.setText(seller.join('\n'), SELLER, FROM)
  document.draw(from, top)
  const label = document.setText(deliverTo.length > 0 ? invoicePaperTexts.deliverTo : '', SMALL, DELIVER_TO)
  const to = document.setText(deliverTo.join('\n'), BODY, DELIVER_TO)
  document.draw(label, top)
  document.draw(to, top + label.height)
  const bottom = top + Math.max(from.height, label.height + to.height)
  const pages = document.pages()
  drawFlowing(document, buyer.join('\n'), RECIPIENT, BUYER.width)
  if (document.pages() === pages) document.y = Math.max(document.y, bottom)
  document.y += 26
}

function drawFacts(document: PdfDocument, facts: InvoicePaper['facts']): void {
  const { columns, width, gap, below } = FACTS
  for (let first = 0; first < facts.length; first += columns) {
    const sets = facts.slice(first, first + columns).map(([label, value], index) => {
      const box = { x: PAGE.left + index * width, width: width - gap }
      return [document.setText(label, SMALL, box), document.setText(value, BODY, box)] as const
    })
    const height = Math.max(...sets.map(([label, value]) => label.height + value.height))
    document.reserve(height)
    for (const [label, value] of sets) {
      document.draw(label, document.y)
      document.draw(value, document.y + label.height)
    }
    document.y += height + below
  }
}
