import type { Address } from '#features/delivery/schema.ts'
import { batchPriceText } from '#kit/money-division.ts'
import type { InvoiceDocument } from '../document/invoice-document.ts'
import {
  amountText,
  CUSTOMS_LIST,
  DELIVERY_REASON,
  deliveryCharge,
  EMAIL_SCHEME,
  identifiersOf,
  noteOf,
  PIECE,
  partyNames,
  paymentOf,
  paymentTermsOf,
  streetLines,
  TYPE_CODES,
  taxCategoryOf,
  type XmlLine,
  xmlLines,
} from './facts.ts'
import { writeXml, type XmlElement } from './write-xml.ts'

/** Which rules a document of UBL follows: its specification (BT-24) and its process (BT-23). */
export interface UblRules {
  readonly customization: string
  readonly profile?: string
}

export const EN16931: UblRules = { customization: 'urn:cen.eu:en16931:2017' }

export const XRECHNUNG: UblRules = {
  customization: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  profile: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
}

/** How invoice and credit note differ in UBL. */
const NAMES = {
  invoice: { root: 'Invoice', typeCode: 'cbc:InvoiceTypeCode', quantity: 'cbc:InvoicedQuantity' },
  credit_note: { root: 'CreditNote', typeCode: 'cbc:CreditNoteTypeCode', quantity: 'cbc:CreditedQuantity' },
} as const

/** The document as an Invoice or a CreditNote of UBL 2.1. */
export function writeUbl(document: InvoiceDocument, { customization, profile }: UblRules): string {
  const { root, typeCode } = NAMES[document.kind]
  const { number, issuedOn, dueOn, kind, currency, references } = document
  const { orderNumber, poNumber } = references
  return writeXml([
    root,
    [
      ['cbc:CustomizationID', customization],
      ['cbc:ProfileID', profile],
      ['cbc:ID', number],
      ['cbc:IssueDate', issuedOn],
      // A credit note of UBL has none: nothing is due.
      ['cbc:DueDate', dueOn],
      [typeCode, TYPE_CODES[kind]],
      ['cbc:Note', noteOf(document)],
      ['cbc:DocumentCurrencyCode', currency],
      ['cbc:BuyerReference', poNumber ?? orderNumber],
      [
        'cac:OrderReference',
        [
          // UBL wants it beside the number that the seller gave.
          ['cbc:ID', poNumber ?? 'NA'],
          ['cbc:SalesOrderID', orderNumber],
        ],
      ],
      precedingOf(document),
      ['cac:AccountingSupplierParty', [sellerOf(document)]],
      ['cac:AccountingCustomerParty', [buyerOf(document)]],
      deliveryOf(document),
      paymentMeansOf(document),
      ['cac:PaymentTerms', [['cbc:Note', paymentTermsOf(document)]]],
      chargeOf(document),
      taxOf(document),
      ['cac:LegalMonetaryTotal', sumsOf(document)],
      ...xmlLines(document).map((line) => lineOf(line, document)),
    ],
    {
      xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
  ])
}

const amount = (name: string, cents: number, { currency }: InvoiceDocument): XmlElement => [
  name,
  amountText(cents),
  { currencyID: currency },
]

const precedingOf = ({ references: { preceding } }: InvoiceDocument): XmlElement => [
  'cac:BillingReference',
  [
    [
      'cac:InvoiceDocumentReference',
      preceding && [
        ['cbc:ID', preceding.number],
        ['cbc:IssueDate', preceding.issuedOn],
      ],
    ],
  ],
]

const taxScheme = (id: string): XmlElement => ['cac:TaxScheme', [['cbc:ID', id]]]

/** The group of an identifier of a tax; undefined without one. */
const taxRegistration = (id: string | undefined, scheme: string): XmlElement | undefined =>
  id === undefined ? undefined : ['cac:PartyTaxScheme', [['cbc:CompanyID', id], taxScheme(scheme)]]

function sellerOf(document: InvoiceDocument): XmlElement {
  const { name, address, phone, email } = document.seller
  const { seller, sellerVatId, sellerTaxNumber } = identifiersOf(document)
  return [
    'cac:Party',
    [
      ['cbc:EndpointID', email, { schemeID: EMAIL_SCHEME }],
      ['cac:PartyIdentification', [['cbc:ID', seller]]],
      ['cac:PostalAddress', addressOf(address)],
      taxRegistration(sellerVatId, 'VAT'),
      taxRegistration(sellerTaxNumber, 'FC'),
      ['cac:PartyLegalEntity', [['cbc:RegistrationName', name]]],
      [
        'cac:Contact',
        [
          ['cbc:Name', phone || email ? name : undefined],
          ['cbc:Telephone', phone],
          ['cbc:ElectronicMail', email],
        ],
      ],
    ],
  ]
}

function buyerOf(document: InvoiceDocument): XmlElement {
  const { address, email } = document.buyer
  const { party, contact } = partyNames(address)
  return [
    'cac:Party',
    [
      ['cbc:EndpointID', email, { schemeID: EMAIL_SCHEME }],
      ['cac:PostalAddress', addressOf(address)],
      taxRegistration(identifiersOf(document).buyerVatId, 'VAT'),
      ['cac:PartyLegalEntity', [['cbc:RegistrationName', party]]],
      ['cac:Contact', [['cbc:Name', contact]]],
    ],
  ]
}

function addressOf(address: Partial<Address> | undefined): XmlElement[] {
  const [one, two, three] = streetLines(address?.street)
  return [
    ['cbc:StreetName', one],
    ['cbc:AdditionalStreetName', two],
    ['cbc:CityName', address?.city],
    ['cbc:PostalZone', address?.postcode],
    ['cbc:CountrySubentity', address?.region],
    ['cac:AddressLine', [['cbc:Line', three]]],
    ['cac:Country', [['cbc:IdentificationCode', address?.country]]],
  ]
}

function deliveryOf({ deliverTo, deliveredOn }: InvoiceDocument): XmlElement {
  return [
    'cac:Delivery',
    [
      ['cbc:ActualDeliveryDate', deliveredOn],
      ['cac:DeliveryLocation', [['cac:Address', addressOf(deliverTo)]]],
      ['cac:DeliveryParty', [['cac:PartyName', [['cbc:Name', partyNames(deliverTo).party]]]]],
    ],
  ]
}

function paymentMeansOf(document: InvoiceDocument): XmlElement {
  const { code, reference, account } = paymentOf(document)
  return [
    'cac:PaymentMeans',
    [
      ['cbc:PaymentMeansCode', code],
      ['cbc:PaymentID', reference],
      [
        'cac:PayeeFinancialAccount',
        [
          ['cbc:ID', account?.iban],
          ['cbc:Name', account?.name],
          ['cac:FinancialInstitutionBranch', [['cbc:ID', account?.bic]]],
        ],
      ],
    ],
  ]
}

function lineTax(document: InvoiceDocument): XmlElement[] {
  const { code, linePercent } = taxCategoryOf(document)
  return [['cbc:ID', code], ['cbc:Percent', linePercent], taxScheme('VAT')]
}

function chargeOf(document: InvoiceDocument): XmlElement | undefined {
  const charge = deliveryCharge(document)
  return (
    charge && [
      'cac:AllowanceCharge',
      [
        ['cbc:ChargeIndicator', 'true'],
        ['cbc:AllowanceChargeReasonCode', DELIVERY_REASON],
        ['cbc:AllowanceChargeReason', charge.reason],
        amount('cbc:Amount', charge.netCents, document),
        ['cac:TaxCategory', lineTax(document)],
      ],
    ]
  )
}

function taxOf(document: InvoiceDocument): XmlElement {
  const { code, percent, reason, reasonCode } = taxCategoryOf(document)
  const { netCents, taxCents } = document.totals
  return [
    'cac:TaxTotal',
    [
      amount('cbc:TaxAmount', taxCents, document),
      [
        'cac:TaxSubtotal',
        [
          amount('cbc:TaxableAmount', netCents, document),
          amount('cbc:TaxAmount', taxCents, document),
          [
            'cac:TaxCategory',
            [
              ['cbc:ID', code],
              ['cbc:Percent', percent],
              ['cbc:TaxExemptionReasonCode', reasonCode],
              ['cbc:TaxExemptionReason', reason],
              taxScheme('VAT'),
            ],
          ],
        ],
      ],
    ],
  ]
}

function sumsOf(document: InvoiceDocument): XmlElement[] {
  const { netCents, grossCents, paidCents, dueCents } = document.totals
  const chargeCents = deliveryCharge(document)?.netCents ?? 0
  return [
    amount('cbc:LineExtensionAmount', netCents - chargeCents, document),
    amount('cbc:TaxExclusiveAmount', netCents, document),
    amount('cbc:TaxInclusiveAmount', grossCents, document),
    ...(chargeCents === 0 ? [] : [amount('cbc:ChargeTotalAmount', chargeCents, document)]),
    amount('cbc:PrepaidAmount', paidCents, document),
    amount('cbc:PayableAmount', dueCents, document),
  ]
}

function lineOf(line: XmlLine, document: InvoiceDocument): XmlElement {
  const { root, quantity } = NAMES[document.kind]
  const { amount: price, pieces } = batchPriceText(line.price)
  return [
    `cac:${root}Line`,
    [
      ['cbc:ID', line.id],
      ['cbc:Note', line.note],
      [quantity, String(line.quantity), { unitCode: PIECE }],
      amount('cbc:LineExtensionAmount', line.netCents, document),
      [
        'cac:Item',
        [
          ['cbc:Name', line.name],
          ['cac:BuyersItemIdentification', [['cbc:ID', line.own]]],
          ['cac:SellersItemIdentification', [['cbc:ID', line.sku]]],
          ['cac:OriginCountry', [['cbc:IdentificationCode', line.origin]]],
          [
            'cac:CommodityClassification',
            [['cbc:ItemClassificationCode', line.customsCode, { listID: CUSTOMS_LIST }]],
          ],
          ['cac:ClassifiedTaxCategory', lineTax(document)],
        ],
      ],
      [
        'cac:Price',
        [
          ['cbc:PriceAmount', price, { currencyID: document.currency }],
          pieces === 1 ? undefined : ['cbc:BaseQuantity', String(pieces), { unitCode: PIECE }],
        ],
      ],
    ],
  ]
}
