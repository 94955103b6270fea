import { shopName } from '#kit/identity/shop-identity.ts'
import { type DocumentPart, openDocument, PAGE, type PdfDocument } from '#kit/pdf/document.ts'
import { drawBrand, drawFlowing } from '#kit/pdf/parts.ts'
import { drawTable } from '#kit/pdf/table.ts'
import { COLOURS } from '#kit/pictures/colours.ts'
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
import { orderPaperTexts } from '../texts.ts'
import type { OrderPaper } from './order-paper.ts'

/** The column of the seller and the facts, right of the address. */
const FACTS = { x: 330, label: 84, width: PAGE.right - 330 }

/** Between a label and its value. A longer label has several lines. */
const LABEL_GAP = 6

const ADDRESS_WIDTH = FACTS.x - PAGE.left - 36

interface PapersOptions {
  /** That of the first paper without one. */
  readonly title?: string
  readonly logo?: Picture | undefined
}

/** Documents about orders as one PDF document. Each begins on a page of its own and counts its pages. */
export async function renderPapers(
  papers: readonly [OrderPaper, ...OrderPaper[]],
  { title = papers[0].heading, logo }: PapersOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const [first, ...others] = papers
  const document = await openDocument({
    title,
    author: sellerName(first),
    at: first.at,
    format: first.format,
    ...partOf(first),
  })
  await drawPaper(document, first, logo)
  for (const paper of others) {
    document.nextPart(partOf(paper))
    await drawPaper(document, paper, logo)
  }
  return document.finish()
}

function partOf(paper: OrderPaper): DocumentPart {
  const head = { name: sellerName(paper), heading: paper.heading, banner: paper.banner }
  return {
    drawHead: (page) => drawSmallHead(page, head),
    drawFoot: (page, number, pages) =>
      drawFoot(page, [sellerLine(paper, ' · ')], orderPaperTexts.page(number, pages)),
  }
}

async function drawPaper(document: PdfDocument, paper: OrderPaper, logo: Picture | undefined): Promise<void> {
  await drawBrand(document, sellerName(paper), paper.kind, logo)
  drawBanner(document, paper.banner)
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
  drawSums(document, paper.sums)
  for (const remark of paper.remarks.filter((text) => text !== '')) {
    drawFlowing(document, remark, BODY, PAGE.width)
    document.y += 6
  }
}

const sellerName = ({ seller }: OrderPaper): string => seller?.name ?? shopName()

/** Name, address and tax ID. */
function sellerLine({ seller }: OrderPaper, separator: string): string {
  if (!seller) return shopName()
  const { name, address, taxId } = seller
  const lines = [name, ...address.split('\n'), ...(taxId ? [`${orderPaperTexts.taxId} ${taxId}`] : [])]
  return lines.join(separator)
}

/** The address on the left; on the right the seller, then the facts. */
function drawAddresses(document: PdfDocument, paper: OrderPaper): void {
  const top = document.y
  if (paper.seller) {
    const set = document.setText(sellerLine(paper, '\n'), SELLER, { x: FACTS.x, width: FACTS.width })
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
  drawFlowing(document, paper.recipient, RECIPIENT, ADDRESS_WIDTH)
  // A very long address ends on another page.
  if (document.pages() === pages) document.y = Math.max(document.y, bottom)
  document.y += 30
}
