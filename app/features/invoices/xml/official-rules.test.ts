import { beforeAll, describe, expect, test } from 'vitest'
import { createOfficialCheck, RULES_FOLDER } from '#tests/support/en16931/official-rules.ts'
import { SAMPLE_INVOICES } from '#tests/support/en16931/sample-invoices.ts'
import { XML_FORMATS } from '../states.ts'
import { invoiceXml } from './invoice-xml.ts'
import { missingFields } from './missing-fields.ts'

/** Documents and formats that EN 16931 allows; for XRechnung the buyer has to have a city and a postcode. */
const cases = Object.entries(SAMPLE_INVOICES).flatMap(([name, document]) =>
  XML_FORMATS.filter((format) => missingFields(document, format).length === 0).map((format) => ({
    name,
    document,
    format,
  })),
)

// The rules are not in the project: the README beside this check says where they are from.
describe.skipIf(RULES_FOLDER === undefined)('by the official rules and schemas', () => {
  let check: ReturnType<typeof createOfficialCheck>
  beforeAll(() => {
    check = createOfficialCheck(RULES_FOLDER ?? '')
  })

  test.each(cases)('$name as $format is valid', ({ document, format }) => {
    const { fired, failed } = check(invoiceXml(document, format), format)
    expect(failed).toEqual([])
    expect(fired).toBeGreaterThan(50)
  })

  test('a wrong document is found', () => {
    const document = SAMPLE_INVOICES['added tax with delivery']
    const xml = document ? invoiceXml(document, 'cii') : ''
    expect(
      check(xml.replace('<ram:LineTotalAmount>200.00', '<ram:LineTotalAmount>200.01'), 'cii').failed,
    ).toEqual(['BR-S-08', 'BR-CO-10'])
    const { failed } = check(xml.replace('<ram:TypeCode>380', '<ram:Foo>1</ram:Foo><ram:TypeCode>380'), 'cii')
    expect(failed).toContainEqual(expect.stringContaining('schema: '))
  })
})
