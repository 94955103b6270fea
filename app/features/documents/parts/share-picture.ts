import type { Product } from '#features/catalog/schema.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import { shopName } from '#kit/identity/shop-identity.ts'
import { formatPrice } from '#kit/money.ts'
import { COLOURS } from '#kit/pictures/colours.ts'
import { nestedSvg } from '#kit/pictures/nested-svg.ts'
import { svgToPng } from '#kit/pictures/raster.ts'
import type { Picture } from '#kit/pictures/read-picture.ts'
import { type Faces, loadFaces, type Weight } from '#kit/typeset/faces.ts'
import { type Line, setLines } from '#kit/typeset/lines.ts'
import { outlineOf } from '#kit/typeset/outlines.ts'
import { cleanLine } from '#kit/typeset/runs.ts'
import { BRAND_MARK } from '#kit/ui/art/brand-mark-path.ts'
import { documentTexts } from '../texts.ts'

/** What the picture of a shared address shows. */
export interface SharePicture {
  readonly product: Product
  readonly picture: Picture | undefined
}

/** In pixels, as the networks show them. */
const SIZE = { width: 1200, height: 630 }

const LEFT = 72
const FULL_WIDTH = SIZE.width - 2 * LEFT
const NAME = { size: 52, leading: 62, weight: 'semibold', maximumLines: 3 } as const
const BRAND: TextStyle = { size: 32, weight: 'semibold' }
const NUMBER: TextStyle = { size: 28, colour: COLOURS.muted }
const PRICE: TextStyle = { size: 34, weight: 'semibold' }
const FRAME = { x: 652, y: 70, width: 500, height: 420 }

interface TextStyle {
  readonly size: number
  readonly leading?: number
  readonly weight?: Weight
  readonly colour?: string
  readonly maximumLines?: number
}

/** The picture that networks show for the address of a part: a PNG of 1200 × 630 pixels, whose text needs no font. */
export async function renderSharePicture({
  product,
  picture,
}: SharePicture): Promise<Uint8Array<ArrayBuffer>> {
  const faces = await loadFaces()
  const drawing = picture ? await nestedSvg(picture, FRAME, faces.regular) : ''
  const render = async (nested: string) => new Uint8Array(await svgToPng(compose(product, nested, faces)))
  // A drawing with faulty markup: the picture is made without it.
  return render(drawing).catch(() => render(''))
}

/** The whole picture as an SVG document. */
function compose(product: Product, drawing: string, faces: Faces): string {
  const { name, sku, price, minimum } = product
  const draw = (lines: readonly Line[], y: number, { size, leading = 0, colour = COLOURS.ink }: TextStyle) =>
    lines
      .map((line, index) => outlineOf(line, { x: LEFT, y: y + index * leading, size }))
      .map((outline) => `<path fill="${colour}" d="${outline}"/>`)
      .join('')
  const set = (text: string, { size, weight = 'regular', maximumLines = 1 }: TextStyle, width: number) =>
    setLines(cleanLine(text), { faces: faces[weight], width: width / size, maximumLines })
  const width = drawing ? FRAME.x - LEFT - 40 : FULL_WIDTH
  const lines = set(name, NAME, width)
  const firstLine = 300 - ((lines.length - 1) * NAME.leading) / 2
  const priceText = `${formatPrice(price)} ${priceTexts.perPiece}, ${documentTexts.from(minimum)}`
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${SIZE.width}" height="${SIZE.height}">`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="${COLOURS.sunken}"/>`,
    `<path transform="translate(${LEFT - 4} 62) scale(${48 / BRAND_MARK.size})" fill="${COLOURS.brand}" fill-rule="evenodd" d="${BRAND_MARK.path}"/>`,
    `<g transform="translate(56)">${draw(set(shopName(), BRAND, FULL_WIDTH), 97, BRAND)}</g>`,
    draw(lines, firstLine, NAME),
    draw(set(sku, NUMBER, width), firstLine + lines.length * NAME.leading - 6, NUMBER),
    drawing,
    `<path stroke="${COLOURS.line}" stroke-width="2" d="M${LEFT} 520H${SIZE.width - LEFT}"/>`,
    draw(set(priceText, PRICE, FULL_WIDTH), 576, PRICE),
    '</svg>',
  ]
  return svg.join('')
}
