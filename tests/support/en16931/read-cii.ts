import type { Charge, Facts, LineFacts, Party, PostalFacts, TaxFacts } from './facts.ts'
import { nodeAt, nodesAt, parseXml, textAt, type XmlNode } from './parse-xml.ts'

/** The facts of a Cross Industry Invoice. */
export function readCii(xml: string): Facts {
  const root = parseXml(xml)
  const head = nodeAt(root, 'rsm:ExchangedDocument')
  const transaction = nodeAt(root, 'rsm:SupplyChainTradeTransaction')
  const agreement = nodeAt(transaction, 'ram:ApplicableHeaderTradeAgreement')
  const delivery = nodeAt(transaction, 'ram:ApplicableHeaderTradeDelivery')
  const settlement = nodeAt(transaction, 'ram:ApplicableHeaderTradeSettlement')
  const totals = nodeAt(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation')
  const preceding = nodeAt(settlement, 'ram:InvoiceReferencedDocument')
  const shipTo = nodeAt(delivery, 'ram:ShipToTradeParty')
  return {
    customization: textAt(
      root,
      'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
    ),
    profile: undefined,
    number: textAt(head, 'ram:ID'),
    issuedOn: dayAt(head, 'ram:IssueDateTime'),
    dueOn: dayAt(settlement, 'ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime'),
    typeCode: textAt(head, 'ram:TypeCode'),
    note: textAt(head, 'ram:IncludedNote/ram:Content'),
    currencies: [
      textAt(settlement, 'ram:InvoiceCurrencyCode'),
      nodeAt(totals, 'ram:TaxTotalAmount')?.attributes.currencyID,
    ],
    buyerReference: textAt(agreement, 'ram:BuyerReference'),
    poNumber: textAt(agreement, 'ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID'),
    orderNumber: textAt(agreement, 'ram:SellerOrderReferencedDocument/ram:IssuerAssignedID'),
    preceding: {
      number: textAt(preceding, 'ram:IssuerAssignedID'),
      issuedOn: dayAt(preceding, 'ram:FormattedIssueDateTime', 'qdt'),
    },
    seller: readParty(nodeAt(agreement, 'ram:SellerTradeParty')),
    buyer: readParty(nodeAt(agreement, 'ram:BuyerTradeParty')),
    deliverTo: {
      name: textAt(shipTo, 'ram:Name'),
      address: readAddress(nodeAt(shipTo, 'ram:PostalTradeAddress')),
    },
    deliveredOn: dayAt(delivery, 'ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime'),
    payment: readPayment(settlement),
    charges: nodesAt(settlement, 'ram:SpecifiedTradeAllowanceCharge').map(readCharge),
    taxTotal: textAt(totals, 'ram:TaxTotalAmount'),
    taxes: nodesAt(settlement, 'ram:ApplicableTradeTax').map(readTax),
    totals: readTotals(totals),
    lines: nodesAt(transaction, 'ram:IncludedSupplyChainTradeLineItem').map(readLine),
  }
}

/** "20261120" as "2026-11-20". */
function dayAt(node: XmlNode | undefined, path: string, prefix = 'udt'): string | undefined {
  const day = nodeAt(node, `${path}/${prefix}:DateTimeString`)
  if (day && day.attributes.format !== '102') throw new Error(`${path} is no day.`)
  return day?.text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
}

function readParty(party: XmlNode | undefined): Party {
  const taxId = (scheme: string) =>
    nodesAt(party, 'ram:SpecifiedTaxRegistration/ram:ID').find(
      ({ attributes }) => attributes.schemeID === scheme,
    )?.text
  const contact = nodeAt(party, 'ram:DefinedTradeContact')
  const address = 'ram:URIUniversalCommunication/ram:URIID'
  return {
    id: textAt(party, 'ram:ID'),
    name: textAt(party, 'ram:Name'),
    vatId: taxId('VA'),
    taxNumber: taxId('FC'),
    electronicAddress: textAt(party, address),
    electronicScheme: nodeAt(party, address)?.attributes.schemeID,
    address: readAddress(nodeAt(party, 'ram:PostalTradeAddress')),
    contact: {
      name: textAt(contact, 'ram:PersonName'),
      phone: textAt(contact, 'ram:TelephoneUniversalCommunication/ram:CompleteNumber'),
      email: textAt(contact, 'ram:EmailURIUniversalCommunication/ram:URIID'),
    },
  }
}

const readAddress = (address: XmlNode | undefined): PostalFacts => ({
  street: ['ram:LineOne', 'ram:LineTwo', 'ram:LineThree'].map((path) => textAt(address, path)),
  city: textAt(address, 'ram:CityName'),
  postcode: textAt(address, 'ram:PostcodeCode'),
  region: textAt(address, 'ram:CountrySubDivisionName'),
  country: textAt(address, 'ram:CountryID'),
})

function readPayment(settlement: XmlNode | undefined): Facts['payment'] {
  const means = nodeAt(settlement, 'ram:SpecifiedTradeSettlementPaymentMeans')
  const account = nodeAt(means, 'ram:PayeePartyCreditorFinancialAccount')
  return {
    code: textAt(means, 'ram:TypeCode'),
    reference: textAt(settlement, 'ram:PaymentReference'),
    iban: textAt(account, 'ram:IBANID'),
    accountName: textAt(account, 'ram:AccountName'),
    bic: textAt(means, 'ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID'),
  }
}

const readCharge = (charge: XmlNode): Charge => ({
  isCharge: textAt(charge, 'ram:ChargeIndicator/udt:Indicator'),
  amount: textAt(charge, 'ram:ActualAmount'),
  reason: textAt(charge, 'ram:Reason'),
  reasonCode: textAt(charge, 'ram:ReasonCode'),
  category: textAt(charge, 'ram:CategoryTradeTax/ram:CategoryCode'),
  percent: textAt(charge, 'ram:CategoryTradeTax/ram:RateApplicablePercent'),
})

const readTax = (tax: XmlNode): TaxFacts => ({
  taxable: textAt(tax, 'ram:BasisAmount'),
  amount: textAt(tax, 'ram:CalculatedAmount'),
  category: textAt(tax, 'ram:CategoryCode'),
  percent: textAt(tax, 'ram:RateApplicablePercent'),
  reason: textAt(tax, 'ram:ExemptionReason'),
  reasonCode: textAt(tax, 'ram:ExemptionReasonCode'),
})

const readTotals = (totals: XmlNode | undefined): Facts['totals'] => ({
  lines: textAt(totals, 'ram:LineTotalAmount'),
  charges: textAt(totals, 'ram:ChargeTotalAmount'),
  net: textAt(totals, 'ram:TaxBasisTotalAmount'),
  gross: textAt(totals, 'ram:GrandTotalAmount'),
  paid: textAt(totals, 'ram:TotalPrepaidAmount'),
  due: textAt(totals, 'ram:DuePayableAmount'),
})

function readLine(line: XmlNode): LineFacts {
  const product = nodeAt(line, 'ram:SpecifiedTradeProduct')
  const price = nodeAt(line, 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice')
  const base = nodeAt(price, 'ram:BasisQuantity')
  const quantity = nodeAt(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity')
  const settlement = nodeAt(line, 'ram:SpecifiedLineTradeSettlement')
  const customs = nodeAt(product, 'ram:DesignatedProductClassification/ram:ClassCode')
  return {
    id: textAt(line, 'ram:AssociatedDocumentLineDocument/ram:LineID'),
    quantity: quantity?.text,
    units: [quantity?.attributes.unitCode, ...(base ? [base.attributes.unitCode] : [])],
    net: textAt(settlement, 'ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'),
    name: textAt(product, 'ram:Name'),
    sku: textAt(product, 'ram:SellerAssignedID'),
    origin: textAt(product, 'ram:OriginTradeCountry/ram:ID'),
    customsCode: customs?.text,
    customsList: customs?.attributes.listID,
    category: textAt(settlement, 'ram:ApplicableTradeTax/ram:CategoryCode'),
    percent: textAt(settlement, 'ram:ApplicableTradeTax/ram:RateApplicablePercent'),
    price: textAt(price, 'ram:ChargeAmount'),
    base: base?.text,
  }
}
