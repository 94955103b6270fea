import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { creditNoteOf, type InvoiceDocument, invoiceXml } from '#features/invoices/invoices.ts'
import { DEFAULT_IDENTITY } from '#kit/identity/shop-identity.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { createTaskWorker } from '#kit/worker/task-worker.ts'
import { missingTotals } from '#tests/support/en16931/check-paper.ts'
import { parseXml, type XmlNode } from '#tests/support/en16931/parse-xml.ts'
import { SAMPLE_INVOICES } from '#tests/support/en16931/sample-invoices.ts'
import { invoiceFor, LYON, SELLER, termsOf } from '#tests/support/en16931/sample-orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import type { TaskOfShop } from '../worker.ts'
import { frozenPaper } from './invoice-paper.ts'
import { renderInvoice } from './render-invoice.ts'

const sample = (name: string): InvoiceDocument => {
  const found = SAMPLE_INVOICES[name]
  if (!found) throw new Error(`There is no sample "${name}".`)
  return found
}

const render = (document: InvoiceDocument) => renderInvoice(frozenPaper(document, termsOf(document)))

const dollars = (cents: number): string => formatTotal(centsToDollars(cents))

const TEN = Array.from({ length: 10 }, (_, index) => ({
  unitPrice: (687 + index) / 10_000,
  quantity: 4250,
  name:
    index < 5
      ? 'Hexagon head screw M8 × 40, DIN 933'
      : 'Socket head cap screw M6 × 20, stainless steel, DIN 912',
  origin: 'DE',
  customsCode: '73181568',
}))

test.each(Object.entries(SAMPLE_INVOICES))(
  '%s: pages and XML agree with the document',
  async (_, document) => {
    const { pages, files, fonts } = readPdf(await render(document))
    expect(files).toEqual([
      {
        name: 'factur-x.xml',
        relationship: 'Alternative',
        type: 'text/xml',
        text: invoiceXml(document, 'cii'),
      },
    ])
    expect(fonts.length).toBeGreaterThan(1)
    expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
    expect(missingTotals(pages, document)).toEqual([])
  },
)

/** All elements of a tree. */
const elementsOf = (node: XmlNode): XmlNode[] => [node, ...node.children.flatMap(elementsOf)]

test('it is PDF/A-3b of sRGB, and its metadata tell of the XML inside in the words of Factur-X', async () => {
  const name = 'R&D <Parts> "GmbH" 示例'
  const document = { ...sample('credit note, pieces'), seller: { ...SELLER, name } }
  const { metadata, dictionariesOf, outside } = readPdf(await render(document))
  const elements = elementsOf(
    parseXml(`<?xml version="1.0" encoding="UTF-8"?>\n${metadata.replace(/<\?xpacket.*?\?>/g, '').trim()}`),
  )
  const textOf = (element: string) => elements.find((each) => each.name === element)?.text
  expect(textOf('pdfaid:part')).toBe('3')
  expect(textOf('pdfaid:conformance')).toBe('B')
  expect(textOf('fx:DocumentType')).toBe('INVOICE')
  expect(textOf('fx:DocumentFileName')).toBe('factur-x.xml')
  expect(textOf('fx:Version')).toBe('1.0')
  expect(textOf('fx:ConformanceLevel')).toBe('EN 16931')
  expect(textOf('pdfaSchema:namespaceURI')).toBe('urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#')
  const described = elements.filter((each) => each.name === 'pdfaProperty:name').map(({ text }) => text)
  expect(described.sort()).toEqual(['ConformanceLevel', 'DocumentFileName', 'DocumentType', 'Version'])
  expect(elements.filter((each) => each.name === 'rdf:li').map(({ text }) => text)).toContain(name)
  expect(textOf('xmp:CreateDate')).toBe('2026-12-01T00:00:00Z')

  const [intent = ''] = dictionariesOf('OutputIntent')
  expect(intent).toMatch(/\/S \/GTS_PDFA1[\s\S]*sRGB[\s\S]*\/DestOutputProfile \d+ 0 R/)
  const [catalog = ''] = dictionariesOf('Catalog')
  for (const key of ['OutputIntents', 'Metadata', 'AF', 'Lang']) expect(catalog).toContain(`/${key} `)
  // Those of the document and of the file inside.
  expect(outside.match(/\(D:\d+/g)).toEqual(Array(3).fill('(D:20261201000000'))
  expect(outside).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/)
  expect(outside).not.toMatch(/\/(Encrypt|JavaScript|SMask|ca|CA) /)
})

test.each(['added tax with delivery', 'names: Chinese', '200 lines with included tax'])(
  '%s: the same document is the same file, another is another',
  async (name) => {
    const document = sample(name)
    const [first, second, other] = [
      await render(document),
      await render(structuredClone(document)),
      await render({ ...document, issuedOn: '2026-11-21' }),
    ].map((bytes) => Buffer.from(bytes).toString('latin1'))
    expect(second === first).toBe(true)
    expect(other === first).toBe(false)
  },
)

test('ten lines with all that a document may have are on one page', async () => {
  const invoice = invoiceFor({
    lines: TEN,
    tax: { kind: 'added', percent: 19 },
    deliveryCents: 1900,
    change: { deliverTo: LYON, poNumber: 'PO-4711' },
  })
  const { pages } = readPdf(await render(invoice))
  expect(pages).toHaveLength(1)
  for (const text of [
    ...['Sample Parts GmbH', 'VAT ID DE136695976', 'Tax number 37/000/00000', '+49 30 9018 2000'],
    ...['sales@shop.example', 'Sample Bank · IBAN DE89 3704 0044 0532 0130 00 · BIC COBADEFFXXX'],
    ...['Deliver to\nAtelier Exemple', '69002 LYON', 'PO number\nPO-4711', 'Order\nPS-7Q2M-K4TX'],
    ...[
      'Invoice date\n20 November 2026',
      'Date of supply\n23 November 2026',
      'Currency\nUS dollars (USD)',
      'transaction pi_3Sample',
    ],
    ...['HS 73181568, origin Germany', '4,250\n$6.87\nper 100\n$291.98', 'Page 1 of 1'],
  ])
    expect(pages[0]).toContain(text)
})

test('an invoice says Incoterm and net weight, a credit note and an older invoice do not', async () => {
  const invoice = sample('an Incoterm and a weight')
  const textOf = async (document: InvoiceDocument) => readPdf(await render(document)).pages.join('\n')
  const shown = ['Incoterm\nDAP Lyon, France\n(Incoterms 2020)', 'Net weight\n12.345 kg']
  for (const text of shown) expect(await textOf(invoice)).toContain(text)
  const creditNote = creditNoteOf({
    ...{ invoice, earlier: [], refunded: { cents: 100 }, number: 'CN-000001', issuedOn: '2026-12-01' },
  })
  const { shipping: _, ...older } = invoice
  for (const document of [creditNote, older]) expect(await textOf(document)).not.toMatch(/Incoterm|weight/)
})

test.each([
  ['A4', 'DE'],
  ['LETTER', 'US'],
])('on %s no part number and no standard of 60 lines is divided', async (format, country) => {
  const invoice = invoiceFor({ lines: Array.from({ length: 60 }, () => TEN[0] as (typeof TEN)[0]) })
  const lines = invoice.lines.map((line) => ({
    ...line,
    sku: 'OR-3601-117-NBR',
    name: 'Hexagon head screw with a long name for two lines, M8 × 40, according to DIN 933',
  }))
  const address = { street: '12 Sample Road', city: 'Sample Town', postcode: '10115', country }
  const paper = frozenPaper({ ...invoice, lines, seller: { ...SELLER, address } }, termsOf(invoice))
  expect(paper.format).toBe(format)
  const { pages } = readPdf(await renderInvoice(paper))
  for (const whole of ['OR-3601-117-NBR', 'DIN 933', 'M8 × 40'])
    expect([whole, pages.join('\n').split(whole).length - 1]).toEqual([whole, 60])
})

test('200 lines have all positions, and each page its titles and what the pages before it come to', async () => {
  const invoice = sample('200 lines with added tax')
  const { pages } = readPdf(await render(invoice))
  expect(pages.length).toBeLessThan(12)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Part number\nPart\nQuantity\nPrice\nTotal')
    expect(page.match(/Carried over/g)).toHaveLength([0, pages.length - 1].includes(index) ? 1 : 2)
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  }
  const text = pages.join('\n')
  invoice.lines.forEach(({ sku, netCents }, index) => {
    const row = new RegExp(`^${index + 1}\n${sku}\n.*\n[\\d,]+\n.*(?:\nper 100)?\n(.*)$`, 'm').exec(text)
    expect(row?.[1]).toBe(dollars(netCents))
  })
})

test('names in any script are on the page as they were written', async () => {
  const textOf = async (script: string) => readPdf(await render(sample(`names: ${script}`))).pages.join('\n')
  // Its words are of one font, the spaces between them of another.
  expect((await textOf('Greek')).replaceAll('\n \n', ' ')).toContain('Εργαστήριο Παράδειγμα ΑΕ')
  expect(await textOf('Chinese')).toContain('示例零件有限公司')
  // Drawn from the right: its glyphs stand in the reverse sequence.
  expect(await textOf('Arabic')).toContain([...'ورشة المثال'].reverse().join(''))
})

test('a credit note names its invoice, and what is due names the account', async () => {
  const [note = ''] = readPdf(await render(sample('credit note, delivery alone'))).pages
  for (const text of [
    'Credit note CN-000001',
    'For invoice\nINV-000123\n20 November 2026',
    '1\nDelivery (Express)',
  ])
    expect(note).toContain(text)
  expect(note).not.toContain('Goods')
  const [due = ''] = readPdf(await render(sample('on account'))).pages
  expect(due).toContain('Pay by\n20 December 2026')
  expect(due.replaceAll('\n', ' ')).toContain('naming INV-000124: Sample Bank · IBAN DE89 3704')
  expect(due).not.toContain('Paid, ')
})

test.each([
  ['reverse charge', /No tax is charged: reverse charge[\s\S]*Article 138\(1\)/, 'VAT ID FR83404833048'],
  ['export', /No tax is charged: export[\s\S]*Article 146\(1\)/, 'Delivery (Express)\n$32.00'],
  ['no tax', /No tax is charged$/m, 'Delivery (Express)\n$5.00'],
  ['no reverse charge, with the reason', /VIES, the register of the EU/, 'VAT (19 %) on'],
])('%s: it says so', async (name, reason, other) => {
  const [page] = readPdf(await render(sample(name))).pages
  expect(page).toMatch(reason)
  expect(page).toContain(other)
})

test.each([
  ['no name', { ...SELLER, name: undefined }],
  ['no address', { ...SELLER, address: undefined }],
])('with %s of a seller every page says that it is a sample, and there is no XML', async (_, seller) => {
  for (const name of ['200 lines with added tax', 'credit note, pieces']) {
    const { pages, files, metadata } = readPdf(await render({ ...sample(name), seller }))
    for (const page of pages) expect(page).toMatch(/Sample – not an? (invoice|credit note)\./)
    expect(files).toEqual([])
    expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>')
    expect(metadata).not.toContain('factur-x')
  }
})

test('a seller without VAT ID and tax number has an invoice, without the XML that would be wrong', async () => {
  const seller = { ...SELLER, vatId: undefined, taxNumber: undefined }
  const { pages, files } = readPdf(await render({ ...sample('free delivery'), seller }))
  expect(files).toEqual([])
  expect(pages[0]).not.toContain('Sample – not an invoice')
})

test('the process of documents renders the same file', async () => {
  const document = sample('credit note, the rest')
  const paper = frozenPaper(document, termsOf(document))
  const worker = createTaskWorker<'orders', TaskOfShop, Uint8Array>({
    file: 'app/features/documents/worker.ts',
    places: { orders: 1 },
    timeoutMs: 30_000,
    idleMs: 1000,
  })
  try {
    const bytes = Buffer.from(
      await worker.run('orders', {
        task: { kind: 'invoice', paper },
        shop: DEFAULT_IDENTITY,
        logo: undefined,
      }),
    )
    expect(bytes.equals(await renderInvoice(paper))).toBe(true)
  } finally {
    await worker.close()
  }
})

const folder = mkdtempSync(join(tmpdir(), 'shop-invoices-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hasQpdf = spawnSync('qpdf', ['--version']).status === 0

test.runIf(hasQpdf).each(['added tax with delivery', 'names: Chinese', '200 lines with added tax'])(
  '%s: another reader finds no error',
  async (name) => {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, await render(sample(name)))
    expect(execFileSync('qpdf', ['--check', file], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    )
    const attached = execFileSync('qpdf', [file, '--show-attachment=factur-x.xml'], { encoding: 'utf8' })
    expect(attached).toBe(invoiceXml(sample(name), 'cii'))
  },
)
