import type { Archive } from '#kit/pdf/archive.ts'

/** The name that the standard wants, for credit notes too. */
const FILE_NAME = 'factur-x.xml'

/** The properties of the metadata, and what the extension schema says of each. */
const PROPERTIES = [
  // A credit note is one by its type code in the XML (BT-3).
  ['DocumentType', 'INVOICE', 'The type of the hybrid document'],
  ['DocumentFileName', FILE_NAME, 'The name of the embedded XML document'],
  ['Version', '1.0', 'The version of the standard that the embedded XML document follows'],
  ['ConformanceLevel', 'EN 16931', 'The conformance level of the embedded XML document'],
] as const

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const SCHEMA_NAMESPACES = [
  'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"',
  'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"',
  'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"',
].join(' ')

/** Metadata that PDF/A does not know needs a schema that describes it, in the same metadata. */
const METADATA = `<rdf:Description rdf:about="" ${SCHEMA_NAMESPACES}>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${PROPERTIES.map(
  ([name, , description]) => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`,
).join('\n')}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
${PROPERTIES.map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`).join('\n')}
</rdf:Description>
`

/**
 * What makes a PDF document one of Factur-X (ZUGFeRD): the XML as a file inside, and metadata that tell of it. Without XML it is
 * kept in the same way and has nothing inside.
 */
export const facturX = (xml: string | undefined): Archive =>
  xml === undefined
    ? { metadata: '', files: [] }
    : {
        metadata: METADATA,
        files: [{ name: FILE_NAME, type: 'text/xml', description: 'Factur-X', text: xml }],
      }
