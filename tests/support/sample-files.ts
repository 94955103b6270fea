import { madeParts } from '#demo/catalogue/catalogue.ts'
import { sampleFiles } from '#demo/catalogue/sample-files.ts'
import type { DemoPart } from '#demo/demo-part.ts'
import { demoPartBySku } from '#demo/parts.ts'
import type { Body } from '#features/models/bodies/body.ts'
import { box, cylinder } from '#features/models/bodies/outlines.ts'
import { nameStep } from '#features/models/models.ts'
import { makeModel } from '#features/models/solids/make-model.ts'
import { shaftRing } from '#features/models/standard-tables.ts'
import { openDocument, PAGE, type PdfDocument, type TextStyle, widthOf } from '#kit/pdf/document.ts'
import { drawAt, drawBrand, drawFlowing, SMALL } from '#kit/pdf/parts.ts'
import { drawTable } from '#kit/pdf/table.ts'
import { COLOURS } from '#kit/pictures/colours.ts'
import { texts } from '#kit/texts.ts'

/** The day of the files: the same data are the same file. */
const DAY = '2026-01-02'

const NAME: TextStyle = { size: 18, leading: 24, weight: 'semibold' }
const HEADING: TextStyle = { size: 10, leading: 20, weight: 'semibold' }
const PROSE: TextStyle = { size: 9.5, leading: 14 }

/** A property, what its standard asks for, and what a certificate could say. */
type Row = readonly [property: string, asked: string, specimen: string]

interface Certified {
  /** The material by its number or name, with its standard. */
  readonly material: string
  /** In per cent by mass. */
  readonly composition: readonly Row[]
  readonly tests: readonly Row[]
}

/** Materials by the part that has a certificate; what is asked for is that of the standard that is named. */
const CERTIFIED: Readonly<Record<string, Certified>> = {
  'KP-6885-8-7-40': {
    material: 'C45+C (1.0503), EN ISO 683-1, key steel to DIN 6880',
    composition: [
      ['Carbon C', '0.42 to 0.50', '0.46'],
      ['Silicon Si', '0.10 to 0.40', '0.24'],
      ['Manganese Mn', '0.50 to 0.80', '0.66'],
      ['Phosphorus P', 'at most 0.045', '0.014'],
      ['Sulfur S', 'at most 0.045', '0.021'],
    ],
    tests: [['Tensile strength', 'at least 600 N/mm²', '712 N/mm²']],
  },
  'SP-2093-A25': {
    material: '51CrV4 (1.8159), EN 10132',
    composition: [
      ['Carbon C', '0.47 to 0.55', '0.51'],
      ['Silicon Si', 'at most 0.40', '0.27'],
      ['Manganese Mn', '0.70 to 1.10', '0.93'],
      ['Chromium Cr', '0.90 to 1.20', '1.04'],
      ['Vanadium V', '0.10 to 0.25', '0.14'],
    ],
    tests: [['Hardness', '42 to 52 HRC', '47 HRC']],
  },
  'BU-4379-20-26-20': {
    material: 'CuSn8 (CW453K), EN 12449',
    composition: [
      ['Tin Sn', '7.5 to 8.5', '8.1'],
      ['Phosphorus P', '0.01 to 0.4', '0.12'],
      ['Zinc Zn', 'at most 0.2', '0.05'],
      ['Copper Cu', 'the rest', '91.6'],
    ],
    tests: [],
  },
  'BB-6204-2RS': {
    material: '100Cr6 (1.3505), EN ISO 683-17',
    composition: [
      ['Carbon C', '0.93 to 1.05', '0.99'],
      ['Silicon Si', '0.15 to 0.35', '0.25'],
      ['Manganese Mn', '0.25 to 0.45', '0.34'],
      ['Chromium Cr', '1.35 to 1.60', '1.47'],
      ['Sulfur S', 'at most 0.015', '0.006'],
    ],
    tests: [],
  },
}

/** Makes the files of the sample parts, by name. */
export async function makeSampleFiles(): Promise<Map<string, Uint8Array>> {
  const made = new Map(madeParts().map((part) => [part.sku, part]))
  const files = new Map<string, Uint8Array>()
  for (const { sku, kind, name } of sampleFiles) {
    const part = demoPartBySku.get(sku) ?? made.get(sku)
    if (!part) throw new Error(`There is no part ${sku}.`)
    files.set(name, kind === 'model' ? await hinge(part) : await paper(part))
  }
  return files
}

const paper = (part: DemoPart): Promise<Uint8Array> => {
  const certified = CERTIFIED[part.sku]
  return certified ? certificate(part, certified) : ringSheet(part)
}

async function open(part: DemoPart, kind: string): Promise<PdfDocument> {
  const document = await openDocument({
    title: `${kind}, ${part.sku}`,
    author: texts.brand,
    at: Date.parse(DAY),
    drawHead: () => undefined,
    drawFoot: () => undefined,
  })
  await drawBrand(document, texts.brand, kind)
  drawFlowing(document, part.name, NAME, PAGE.width)
  drawFlowing(document, `Part number ${part.sku}`, { ...PROSE, colour: COLOURS.muted }, PAGE.width)
  document.y += 14
  return document
}

function drawRows(document: PdfDocument, heading: string, titles: Row, rows: readonly Row[]): void {
  if (rows.length === 0) return
  drawAt(document, heading, HEADING, PAGE.left)
  document.y += 20
  const [first, second, third] = titles
  const columns = [
    { title: first, width: 190 },
    { title: second, width: 170 },
    { title: third, width: 139 },
  ]
  drawTable(document, PAGE.left, columns, rows)
  document.y += 16
}

/** EN 10204 type 3.1, plainly a specimen. */
async function certificate(part: DemoPart, { material, composition, tests }: Certified): Promise<Uint8Array> {
  const document = await open(part, 'Inspection certificate 3.1')
  drawSpecimen(document)
  const { standard = '' } = part.attributes
  drawFlowing(
    document,
    'SPECIMEN. It shows what an inspection certificate of type 3.1 to EN 10204 says. Nothing was tested for it, and it is no evidence of any delivery.',
    { ...PROSE, weight: 'semibold' },
    PAGE.width,
  )
  document.y += 14
  drawRows(
    document,
    'Product',
    ['', '', ''],
    [
      ['Product standard', String(standard), ''],
      ['Order, quantity, heat', 'SPECIMEN', ''],
    ],
  )
  drawAt(document, `Material: ${material}`, PROSE, PAGE.left)
  document.y += 22
  drawRows(
    document,
    'Chemical composition, % by mass',
    ['Element', 'Asked for', 'Specimen value'],
    composition,
  )
  drawRows(document, 'Tests', ['Property', 'Asked for', 'Specimen value'], tests)
  drawFlowing(
    document,
    'On a real certificate an inspector who does not belong to the production confirms here that the products meet the order. This specimen is not signed.',
    SMALL,
    PAGE.width,
  )
  return document.finish()
}

/** The word across the page. */
function drawSpecimen(document: PdfDocument): void {
  const style: TextStyle = { size: 104, weight: 'semibold', colour: COLOURS.line }
  const width = widthOf(document, 'SPECIMEN', style)
  const [x, y] = [(PAGE.left + PAGE.right) / 2, (PAGE.top + document.bottom) / 2]
  document.pdf.save().rotate(-40, { origin: [x, y] })
  document.draw(document.setText('SPECIMEN', style, { x: x - width / 2, width: width + 1 }), y - 60)
  document.pdf.restore()
}

/** DIN 471: the ring, and the groove that it needs. */
async function ringSheet(part: DemoPart): Promise<Uint8Array> {
  const shaft = Number(part.attributes['seat-diameter'])
  const row = shaftRing(shaft)
  if (!row) throw new Error(`DIN 471 has no ring for ${shaft} mm`)
  const document = await open(part, 'Data sheet')
  const mm = (length: number): string => `${Number(length.toFixed(2))} mm`
  drawRows(
    document,
    'Ring',
    ['Size', 'DIN 471', ''],
    [
      ['Inside diameter, unstressed', mm(row.free), ''],
      ['Thickness', mm(row.thickness), ''],
      ['Greatest width', mm(row.width), ''],
      ['Height of the lugs', mm(row.lug), ''],
      ['Holes for the pliers', mm(row.hole), ''],
    ],
  )
  drawRows(
    document,
    'Groove',
    ['Size', 'DIN 471', ''],
    [
      ['Shaft', mm(shaft), ''],
      ['Groove diameter', mm(row.groove), ''],
      ['Groove depth', mm((shaft - row.groove) / 2), ''],
    ],
  )
  drawFlowing(
    document,
    'Open the ring no further than it takes to pass over the shaft, and check that it turns freely in its groove.',
    PROSE,
    PAGE.width,
  )
  return document.finish()
}

/** A hinge, open and flat, as one solid: two leaves, the pin between them, and six holes. */
async function hinge({ sku, attributes }: DemoPart): Promise<Uint8Array> {
  const [width, height, thickness, hole] = ['width', 'height', 'thickness', 'hole'].map((key) =>
    Number(attributes[key]),
  )
  if (!width || !height || !thickness || !hole) throw new Error(`${sku} has not all sizes of a hinge`)
  const radius = thickness * 1.6
  const holes = [-1, 1].flatMap((side) =>
    [-1, 0, 1].map(
      (at): Body => ({
        moved: cylinder(hole / 2, -1, thickness + 1),
        by: [side * width * 0.31, at * height * 0.34, 0],
      }),
    ),
  )
  const body: Body = {
    cut: {
      fused: [
        box([-width / 2, -height / 2, 0], [width / 2, height / 2, thickness]),
        {
          moved: { rotated: cylinder(radius, -height / 2, height / 2), about: 'x', degrees: 90 },
          by: [0, 0, radius],
        },
      ],
    },
    by: holes,
  }
  const { file } = await makeModel({ body, size: [width, height, 2 * radius] }, 'step')
  return new TextEncoder().encode(nameStep(String(file), sku))
}
