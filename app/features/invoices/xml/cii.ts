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

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

/** The document as a Cross Industry Invoice D16B: the profile EN 16931 of Factur-X, which a PDF carries. */
export const writeCii = (document: InvoiceDocument): string =>
  writeXml([
    'rsm:CrossIndustryInvoice',
    [
      [
        'rsm:ExchangedDocumentContext',
        [['ram:GuidelineSpecifiedDocumentContextParameter', [['ram:ID', 'urn:cen.eu:en16931:2017']]]],
      ],
      [
        'rsm:ExchangedDocument',
        [
          ['ram:ID', document.number],
          ['ram:TypeCode', TYPE_CODES[document.kind]],
          ['ram:IssueDateTime', [dayOf(document.issuedOn)]],
          ['ram:IncludedNote', [['ram:Content', noteOf(document)]]],
        ],
      ],
      [
        'rsm:SupplyChainTradeTransaction',
        [
          ...xmlLines(document).map((line) => lineOf(line, document)),
          agreementOf(document),
          deliveryOf(document),
          settlementOf(document),
        ],
      ],
    ],
    NAMESPACES,
  ])

const dayOf = (day: string, prefix = 'udt'): XmlElement => [
  `${prefix}:DateTimeString`,
  day.replaceAll('-', ''),
  { format: '102' },
]

function lineOf(line: XmlLine, document: InvoiceDocument): XmlElement {
  const { amount: price, pieces } = batchPriceText(line.price)
  return [
    'ram:IncludedSupplyChainTradeLineItem',
    [
      [
        'ram:AssociatedDocumentLineDocument',
        [
          ['ram:LineID', line.id],
          ['ram:IncludedNote', [['ram:Content', line.note]]],
        ],
      ],
      [
        'ram:SpecifiedTradeProduct',
        [
          ['ram:SellerAssignedID', line.sku],
          ['ram:BuyerAssignedID', line.own],
          ['ram:Name', line.name],
          [
            'ram:DesignatedProductClassification',
            [['ram:ClassCode', line.customsCode, { listID: CUSTOMS_LIST }]],
          ],
          ['ram:OriginTradeCountry', [['ram:ID', line.origin]]],
        ],
      ],
      [
        'ram:SpecifiedLineTradeAgreement',
        [
          [
            'ram:NetPriceProductTradePrice',
            [
              ['ram:ChargeAmount', price],
              pieces === 1 ? undefined : ['ram:BasisQuantity', String(pieces), { unitCode: PIECE }],
            ],
          ],
        ],
      ],
      [
        'ram:SpecifiedLineTradeDelivery',
        [['ram:BilledQuantity', String(line.quantity), { unitCode: PIECE }]],
      ],
      [
        'ram:SpecifiedLineTradeSettlement',
        [
          ['ram:ApplicableTradeTax', lineTax(document)],
          [
            'ram:SpecifiedTradeSettlementLineMonetarySummation',
            [['ram:LineTotalAmount', amountText(line.netCents)]],
          ],
        ],
      ],
    ],
  ]
}

function lineTax(document: InvoiceDocument): XmlElement[] {
  const { code, linePercent } = taxCategoryOf(document)
  return [
    ['ram:TypeCode', 'VAT'],
    ['ram:CategoryCode', code],
    ['ram:RateApplicablePercent', linePercent],
  ]
}

function agreementOf(document: InvoiceDocument): XmlElement {
  const { orderNumber, poNumber } = document.references
  return [
    'ram:ApplicableHeaderTradeAgreement',
    [
      ['ram:BuyerReference', poNumber ?? orderNumber],
      ['ram:SellerTradeParty', sellerOf(document)],
      ['ram:BuyerTradeParty', buyerOf(document)],
      ['ram:SellerOrderReferencedDocument', [['ram:IssuerAssignedID', orderNumber]]],
      ['ram:BuyerOrderReferencedDocument', [['ram:IssuerAssignedID', poNumber]]],
    ],
  ]
}

function sellerOf(document: InvoiceDocument): XmlElement[] {
  const { name, address, phone, email } = document.seller
  const { seller, sellerVatId, sellerTaxNumber } = identifiersOf(document)
  return [
    ['ram:ID', seller],
    ['ram:Name', name],
    [
      'ram:DefinedTradeContact',
      [
        ['ram:PersonName', phone || email ? name : undefined],
        ['ram:TelephoneUniversalCommunication', [['ram:CompleteNumber', phone]]],
        ['ram:EmailURIUniversalCommunication', [['ram:URIID', email]]],
      ],
    ],
    addressOf(address),
    emailAddress(email),
    ['ram:SpecifiedTaxRegistration', [['ram:ID', sellerTaxNumber, { schemeID: 'FC' }]]],
    ['ram:SpecifiedTaxRegistration', [['ram:ID', sellerVatId, { schemeID: 'VA' }]]],
  ]
}

function buyerOf(document: InvoiceDocument): XmlElement[] {
  const { address, email } = document.buyer
  const { party, contact } = partyNames(address)
  return [
    ['ram:Name', party],
    ['ram:DefinedTradeContact', [['ram:PersonName', contact]]],
    addressOf(address),
    emailAddress(email),
    ['ram:SpecifiedTaxRegistration', [['ram:ID', identifiersOf(document).buyerVatId, { schemeID: 'VA' }]]],
  ]
}

const emailAddress = (email: string | undefined): XmlElement => [
  'ram:URIUniversalCommunication',
  [['ram:URIID', email, { schemeID: EMAIL_SCHEME }]],
]

function addressOf(address: Partial<Address> | undefined): XmlElement {
  const [one, two, three] = streetLines(address?.street)
  return [
    'ram:PostalTradeAddress',
    [
      ['ram:PostcodeCode', address?.postcode],
      ['ram:LineOne', one],
      ['ram:LineTwo', two],
      ['ram:LineThree', three],
      ['ram:CityName', address?.city],
      ['ram:CountryID', address?.country],
      ['ram:CountrySubDivisionName', address?.region],
    ],
  ]
}

function deliveryOf({ deliverTo, deliveredOn }: InvoiceDocument): XmlElement {
  return [
    'ram:ApplicableHeaderTradeDelivery',
    [
      ['ram:ShipToTradeParty', [['ram:Name', partyNames(deliverTo).party], addressOf(deliverTo)]],
      ['ram:ActualDeliverySupplyChainEvent', [['ram:OccurrenceDateTime', [dayOf(deliveredOn)]]]],
    ],
  ]
}

function settlementOf(document: InvoiceDocument): XmlElement {
  const { currency, dueOn, references } = document
  const { code, reference, account } = paymentOf(document)
  const { preceding } = references
  return [
    'ram:ApplicableHeaderTradeSettlement',
    [
      ['ram:PaymentReference', reference],
      ['ram:InvoiceCurrencyCode', currency],
      [
        'ram:SpecifiedTradeSettlementPaymentMeans',
        [
          ['ram:TypeCode', code],
          [
            'ram:PayeePartyCreditorFinancialAccount',
            [
              ['ram:IBANID', account?.iban],
              ['ram:AccountName', account?.name],
            ],
          ],
          ['ram:PayeeSpecifiedCreditorFinancialInstitution', [['ram:BICID', account?.bic]]],
        ],
      ],
      taxOf(document),
      chargeOf(document),
      [
        'ram:SpecifiedTradePaymentTerms',
        [
          ['ram:Description', paymentTermsOf(document)],
          ['ram:DueDateDateTime', dueOn === undefined ? undefined : [dayOf(dueOn)]],
        ],
      ],
      ['ram:SpecifiedTradeSettlementHeaderMonetarySummation', sumsOf(document)],
      [
        'ram:InvoiceReferencedDocument',
        preceding && [
          ['ram:IssuerAssignedID', preceding.number],
          ['ram:FormattedIssueDateTime', [dayOf(preceding.issuedOn, 'qdt')]],
        ],
      ],
    ],
  ]
}

function taxOf(document: InvoiceDocument): XmlElement {
  const { code, percent, reason, reasonCode } = taxCategoryOf(document)
  const { netCents, taxCents } = document.totals
  return [
    'ram:ApplicableTradeTax',
    [
      ['ram:CalculatedAmount', amountText(taxCents)],
      ['ram:TypeCode', 'VAT'],
      ['ram:ExemptionReason', reason],
      ['ram:BasisAmount', amountText(netCents)],
      ['ram:CategoryCode', code],
      ['ram:ExemptionReasonCode', reasonCode],
      ['ram:RateApplicablePercent', percent],
    ],
  ]
}

function chargeOf(document: InvoiceDocument): XmlElement | undefined {
  const charge = deliveryCharge(document)
  return (
    charge && [
      'ram:SpecifiedTradeAllowanceCharge',
      [
        ['ram:ChargeIndicator', [['udt:Indicator', 'true']]],
        ['ram:ActualAmount', amountText(charge.netCents)],
        ['ram:ReasonCode', DELIVERY_REASON],
        ['ram:Reason', charge.reason],
        ['ram:CategoryTradeTax', lineTax(document)],
      ],
    ]
  )
}

function sumsOf(document: InvoiceDocument): XmlElement[] {
  const { netCents, taxCents, grossCents, paidCents, dueCents } = document.totals
  const chargeCents = deliveryCharge(document)?.netCents ?? 0
  return [
    ['ram:LineTotalAmount', amountText(netCents - chargeCents)],
    ['ram:ChargeTotalAmount', chargeCents === 0 ? undefined : amountText(chargeCents)],
    ['ram:TaxBasisTotalAmount', amountText(netCents)],
    ['ram:TaxTotalAmount', amountText(taxCents), { currencyID: document.currency }],
    ['ram:GrandTotalAmount', amountText(grossCents)],
    ['ram:TotalPrepaidAmount', amountText(paidCents)],
    ['ram:DuePayableAmount', amountText(dueCents)],
  ]
}
