import { expect, test } from 'vitest'
import { SAMPLE_INVOICES } from '#tests/support/en16931/sample-invoices.ts'
import { problemsBySchema } from '#tests/support/en16931/schema.ts'
import { invoiceXml } from './invoice-xml.ts'
import { missingFields } from './missing-fields.ts'

const samples = Object.values(SAMPLE_INVOICES)
  .filter((document) => missingFields(document, 'cii').length === 0)
  .map((document) => invoiceXml(document, 'cii'))

test('all samples are valid by the official schema of Factur-X', async () => {
  expect(samples.length).toBeGreaterThan(12)
  expect(await problemsBySchema(samples)).toEqual([])
})

test('the schema finds an element too much and one in the wrong place', async () => {
  const [sample = ''] = samples
  const wrong = [
    sample.replace('<ram:TypeCode>380', '<ram:Foo>1</ram:Foo><ram:TypeCode>380'),
    sample.replace(/(<ram:ID>[^<]*<\/ram:ID>)(\s*)(<ram:TypeCode>380<\/ram:TypeCode>)/, '$3$2$1'),
  ]
  for (const xml of wrong) {
    expect(xml).not.toBe(sample)
    expect(await problemsBySchema([xml])).not.toEqual([])
  }
})
