import type { Charge, Facts, LineFacts, Party, PostalFacts, TaxFacts } from './facts.ts'
import { nodeAt, nodesAt, parseXml, textAt, type XmlNode } from './parse-xml.ts'

/** The facts of an Invoice or a CreditNote of UBL 2.1. */
export function readUbl(xml: string): Facts {
  const root = parseXml(xml)
  const preceding = nodeAt(root, 'cac:BillingReference/cac:InvoiceDocumentReference')
  const order = nodeAt(root, 'cac:OrderReference')
  const orderId = textAt(order, 'cbc:ID')
  const delivery = nodeAt(root, 'cac:Delivery')
  return {
    customization: textAt(root, 'cbc:CustomizationID'),
    profile: textAt(root, 'cbc:ProfileID'),
    number: textAt(root, 'cbc:ID'),
    issuedOn: textAt(root, 'cbc:IssueDate'),
    dueOn: textAt(root, 'cbc:DueDate'),
    typeCode: textAt(root, `cbc:${root.name}TypeCode`),
    note: textAt(root, 'cbc:Note'),
    currencies: [textAt(root, 'cbc:DocumentCurrencyCode'), ...currenciesIn(root)],
    buyerReference: textAt(root, 'cbc:BuyerReference'),
    poNumber: orderId === 'NA' ? undefined : orderId,
    orderNumber: textAt(order, 'cbc:SalesOrderID'),
    preceding: { number: textAt(preceding, 'cbc:ID'), issuedOn: textAt(preceding, 'cbc:IssueDate') },
    seller: readParty(nodeAt(root, 'cac:AccountingSupplierParty/cac:Party')),
    buyer: readParty(nodeAt(root, 'cac:AccountingCustomerParty/cac:Party')),
    deliverTo: {
      name: textAt(delivery, 'cac:DeliveryParty/cac:PartyName/cbc:Name'),
      address: readAddress(nodeAt(delivery, 'cac:DeliveryLocation/cac:Address')),
    },
    deliveredOn: textAt(delivery, 'cbc:ActualDeliveryDate'),
    payment: readPayment(nodeAt(root, 'cac:PaymentMeans')),
    charges: nodesAt(root, 'cac:AllowanceCharge').map(readCharge),
    taxTotal: textAt(root, 'cac:TaxTotal/cbc:TaxAmount'),
    taxes: nodesAt(root, 'cac:TaxTotal/cac:TaxSubtotal').map(readTax),
    totals: readTotals(nodeAt(root, 'cac:LegalMonetaryTotal')),
    lines: nodesAt(root, `cac:${root.name}Line`).map((line) => readLine(line)),
  }
}

const currenciesIn = ({ attributes, children }: XmlNode): string[] => [
  ...(attributes.currencyID === undefined ? [] : [attributes.currencyID]),
  ...children.flatMap(currenciesIn),
]

function readParty(party: XmlNode | undefined): Party {
  const taxId = (scheme: string) =>
    textAt(
      nodesAt(party, 'cac:PartyTaxScheme').find((group) => textAt(group, 'cac:TaxScheme/cbc:ID') === scheme),
      'cbc:CompanyID',
    )
  const contact = nodeAt(party, 'cac:Contact')
  return {
    id: textAt(party, 'cac:PartyIdentification/cbc:ID'),
    name: textAt(party, 'cac:PartyLegalEntity/cbc:RegistrationName'),
    vatId: taxId('VAT'),
    taxNumber: taxId('FC'),
    electronicAddress: textAt(party, 'cbc:EndpointID'),
    electronicScheme: nodeAt(party, 'cbc:EndpointID')?.attributes.schemeID,
    address: readAddress(nodeAt(party, 'cac:PostalAddress')),
    contact: {
      name: textAt(contact, 'cbc:Name'),
      phone: textAt(contact, 'cbc:Telephone'),
      email: textAt(contact, 'cbc:ElectronicMail'),
    },
  }
}

const readAddress = (address: XmlNode | undefined): PostalFacts => ({
  street: ['cbc:StreetName', 'cbc:AdditionalStreetName', 'cac:AddressLine/cbc:Line'].map((path) =>
    textAt(address, path),
  ),
  city: textAt(address, 'cbc:CityName'),
  postcode: textAt(address, 'cbc:PostalZone'),
  region: textAt(address, 'cbc:CountrySubentity'),
  country: textAt(address, 'cac:Country/cbc:IdentificationCode'),
})

function readPayment(means: XmlNode | undefined): Facts['payment'] {
  const account = nodeAt(means, 'cac:PayeeFinancialAccount')
  return {
    code: textAt(means, 'cbc:PaymentMeansCode'),
    reference: textAt(means, 'cbc:PaymentID'),
    iban: textAt(account, 'cbc:ID'),
    accountName: textAt(account, 'cbc:Name'),
    bic: textAt(account, 'cac:FinancialInstitutionBranch/cbc:ID'),
  }
}

const readCharge = (charge: XmlNode): Charge => ({
  isCharge: textAt(charge, 'cbc:ChargeIndicator'),
  amount: textAt(charge, 'cbc:Amount'),
  reason: textAt(charge, 'cbc:AllowanceChargeReason'),
  reasonCode: textAt(charge, 'cbc:AllowanceChargeReasonCode'),
  category: textAt(charge, 'cac:TaxCategory/cbc:ID'),
  percent: textAt(charge, 'cac:TaxCategory/cbc:Percent'),
})

function readTax(subtotal: XmlNode): TaxFacts {
  const category = nodeAt(subtotal, 'cac:TaxCategory')
  return {
    taxable: textAt(subtotal, 'cbc:TaxableAmount'),
    amount: textAt(subtotal, 'cbc:TaxAmount'),
    category: textAt(category, 'cbc:ID'),
    percent: textAt(category, 'cbc:Percent'),
    reason: textAt(category, 'cbc:TaxExemptionReason'),
    reasonCode: textAt(category, 'cbc:TaxExemptionReasonCode'),
  }
}

const readTotals = (total: XmlNode | undefined): Facts['totals'] => ({
  lines: textAt(total, 'cbc:LineExtensionAmount'),
  charges: textAt(total, 'cbc:ChargeTotalAmount'),
  net: textAt(total, 'cbc:TaxExclusiveAmount'),
  gross: textAt(total, 'cbc:TaxInclusiveAmount'),
  paid: textAt(total, 'cbc:PrepaidAmount'),
  due: textAt(total, 'cbc:PayableAmount'),
})

function readLine(line: XmlNode): LineFacts {
  const quantity = nodeAt(line, 'cbc:InvoicedQuantity') ?? nodeAt(line, 'cbc:CreditedQuantity')
  const base = nodeAt(line, 'cac:Price/cbc:BaseQuantity')
  const item = nodeAt(line, 'cac:Item')
  const customs = nodeAt(item, 'cac:CommodityClassification/cbc:ItemClassificationCode')
  return {
    id: textAt(line, 'cbc:ID'),
    quantity: quantity?.text,
    units: [quantity?.attributes.unitCode, ...(base ? [base.attributes.unitCode] : [])],
    net: textAt(line, 'cbc:LineExtensionAmount'),
    name: textAt(item, 'cbc:Name'),
    sku: textAt(item, 'cac:SellersItemIdentification/cbc:ID'),
    origin: textAt(item, 'cac:OriginCountry/cbc:IdentificationCode'),
    customsCode: customs?.text,
    customsList: customs?.attributes.listID,
    category: textAt(item, 'cac:ClassifiedTaxCategory/cbc:ID'),
    percent: textAt(item, 'cac:ClassifiedTaxCategory/cbc:Percent'),
    price: textAt(line, 'cac:Price/cbc:PriceAmount'),
    base: base?.text,
  }
}
