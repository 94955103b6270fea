import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CHECKED, checkFacts, readInvoice } from '#tests/support/en16931/check-invoice.ts'
import type { Facts } from '#tests/support/en16931/facts.ts'
import { SAMPLE_INVOICES } from '#tests/support/en16931/sample-invoices.ts'
import { XML_FORMATS } from '../states.ts'
import { invoiceXml } from './invoice-xml.ts'
import { missingFields } from './missing-fields.ts'

const documents = Object.entries(SAMPLE_INVOICES)

const sample = (name: string) => {
  const found = SAMPLE_INVOICES[name]
  if (!found) throw new Error(`There is no sample "${name}".`)
  return found
}

test.each(documents)('%s: all rules hold in each syntax', (_name, document) => {
  for (const format of XML_FORMATS) {
    if (missingFields(document, format).length > 0) continue
    const { fired, failed } = checkFacts(readInvoice(invoiceXml(document, format), format), format)
    expect([format, failed]).toEqual([format, []])
    expect(fired.length).toBeGreaterThan(45)
  }
})

test.each(documents)('%s: Factur-X and UBL say the same, to the cent what was paid', (_name, document) => {
  const [cii, ubl] = (['cii', 'ubl'] as const).map((format) =>
    readInvoice(invoiceXml(document, format), format),
  )
  // UBL names the currency with each amount.
  const alike = (facts: Facts | undefined) => ({ ...facts, currencies: [...new Set(facts?.currencies)] })
  expect(alike(cii)).toEqual(alike(ubl))
  const dollars = (cents: number) => (cents / 100).toFixed(2)
  const { grossCents, netCents, taxCents, paidCents, dueCents } = document.totals
  expect(cii?.totals).toMatchObject({
    gross: dollars(grossCents),
    net: dollars(netCents),
    paid: dollars(paidCents),
    due: dollars(dueCents),
  })
  expect(cii?.taxTotal).toBe(dollars(taxCents))
})

// They passed the official rules and schemas. After a change of a writer run these again: see the README beside them.
test.each([
  ['included tax with delivery', 'cii'],
  ['reverse charge', 'ubl'],
  ['credit note, pieces', 'ubl'],
  ['on account', 'xrechnung'],
] as const)('%s as %s is the document that was checked', async (name, format) => {
  const file = `${name.replaceAll(/\W+/g, '-')}.${format}.xml`
  const path = join(CHECKED, file)
  await expect(invoiceXml(sample(name), format)).toMatchFileSnapshot(path)
})

test.each(XML_FORMATS)('%s: the Incoterm and the weight are in the note, below that of the tax', (format) => {
  const document = sample('an Incoterm and a weight')
  const note = `${document.tax.note}\nIncoterm: DAP Lyon, France (Incoterms 2020)\nNet weight: 12.345 kg`
  expect(invoiceXml(document, format)).toContain(`>${note}</`)
})

test('each rule of a wrong document is found', () => {
  const facts = readInvoice(invoiceXml(sample('added tax with delivery'), 'xrechnung'), 'xrechnung')
  const { totals, taxes, lines, seller, payment } = facts
  const failedOf = (change: Partial<Facts>) => checkFacts({ ...facts, ...change }, 'xrechnung').failed
  expect(failedOf({})).toEqual([])
  expect(failedOf({ totals: { ...totals, lines: '0.01' } })).toEqual(['BR-CO-10', 'BR-CO-13'])
  expect(failedOf({ totals: { ...totals, due: '0.01' } })).toEqual(['BR-CO-16', 'BR-CO-25'])
  expect(failedOf({ taxTotal: '1.001' })).toEqual(['BR-DEC-09 to BR-DEC-18', 'BR-CO-14', 'BR-CO-15'])
  expect(failedOf({ taxes: taxes.map((tax) => ({ ...tax, reason: 'x' })) })).toEqual(['BR-S-10'])
  expect(failedOf({ taxes: taxes.map((tax) => ({ ...tax, percent: '20' })) })).toEqual(['BR-CO-17'])
  expect(failedOf({ lines: lines.map((line) => ({ ...line, price: '1.00' })) })).toEqual(['BT-131'])
  expect(failedOf({ lines: [] })).toEqual(['BR-16', 'BR-CO-10', 'BR-S-08'])
  expect(failedOf({ seller: { ...seller, vatId: '12-345', taxNumber: undefined } })).toEqual(['BR-CO-09'])
  expect(failedOf({ seller: { ...seller, vatId: undefined, taxNumber: undefined } })).toEqual([
    'BR-CO-26',
    'BR-S-02 to S-04',
    'BR-DE-16',
  ])
  expect(failedOf({ payment: { ...payment, code: '30' } })).toEqual(['BR-50, BR-61', 'BR-DE-23'])
  expect(failedOf({ profile: undefined, buyerReference: ' ' })).toEqual(['BR-DE-15', 'PEPPOL-EN16931-R001'])
})
