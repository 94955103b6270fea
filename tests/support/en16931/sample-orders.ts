import type { Address } from '#features/delivery/schema.ts'
import { type InvoiceDocument, invoiceOf } from '#features/invoices/invoices.ts'
import type { Order } from '#features/orders/orders.ts'
import type { Seller } from '#features/settings/schema.ts'
import type { TaxKind } from '#features/tax/schema.ts'
import { taxNotes } from '#features/tax/texts.ts'
import { orderTotals } from '#features/tax/totals.ts'
import { centsToDollars, exactE4, totalCents } from '#kit/money.ts'

export const SELLER: Seller = {
  name: 'Sample Parts GmbH',
  address: { street: 'Musterstraße 1', postcode: '10115', city: 'Berlin', country: 'DE' },
  email: 'sales@shop.example',
  phone: '+49 30 9018 2000',
  vatId: 'DE136695976',
  taxNumber: '37/000/00000',
  bank: { name: 'Sample Bank', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
}

/** Who sells, as it is stored beside a document; a seller without an address has samples. */
export const termsOf = ({ seller: { name, address } }: Pick<InvoiceDocument, 'seller'>) =>
  name && address ? { name, address: address.street } : undefined

export const LYON: Address = {
  name: 'Zoé Durand',
  company: 'Atelier Exemple',
  street: '12 rue de l’Exemple\nBâtiment B\nPorte 4',
  postcode: '69002',
  city: 'Lyon',
  country: 'FR',
}

export const BERLIN: Address = {
  name: 'Eva Muster',
  street: 'Beispielweg 2',
  postcode: '10117',
  city: 'Berlin',
  country: 'DE',
}

/** A line as an order is told of it: the price in dollars. */
interface GivenLine {
  readonly unitPrice: number
  readonly quantity: number
  readonly name?: string
  readonly origin?: string
  readonly customsCode?: string
}

export interface GivenOrder {
  readonly lines: readonly GivenLine[]
  readonly tax?: { readonly kind: TaxKind; readonly percent?: number; readonly note?: string }
  /** In cents; without it the order has no delivery. */
  readonly deliveryCents?: number
  /** That of the delivery. */
  readonly incoterm?: string
  readonly change?: Partial<Order>
  readonly vatId?: string
}

const NOTES: Partial<Record<TaxKind, string>> = {
  reverse_charge: taxNotes.reverseCharge,
  export: taxNotes.exportFromEu,
}

/** A paid order as the shop answers it, with the sums that the shop computes. */
export function orderOf({ lines, tax, deliveryCents, incoterm, change, vatId }: GivenOrder): Order {
  const { kind = 'none', percent = 0 } = tax ?? {}
  const note = tax?.note ?? NOTES[kind]
  const cents = lines.map(({ unitPrice, quantity }) => totalCents(exactE4(unitPrice), quantity))
  const linesCents = cents.reduce((sum, each) => sum + each, 0)
  const sums = { linesCents, deliveryCents: deliveryCents ?? 0, tax: { kind, percent } }
  const { taxCents, payableCents } = orderTotals(sums)
  return {
    _id: '1',
    number: 'PS-7Q2M-K4TX',
    lines: lines.map(({ name, ...line }, index) => ({
      ...line,
      productId: String(index),
      sku: `HX-933-M8-${index}`,
      product: name ?? 'Hexagon screw M8 × 40',
      lineTotal: centsToDollars(cents[index] ?? 0),
    })),
    product: '',
    quantity: 1,
    totalPrice: centsToDollars(linesCents),
    payable: centsToDollars(payableCents),
    tax: {
      kind,
      percent,
      amount: centsToDollars(taxCents),
      ...(percent > 0 && { name: 'VAT' }),
      ...(note !== undefined && { note }),
      ...(vatId !== undefined && { vatId }),
    },
    ...(deliveryCents !== undefined && {
      delivery: { ...deliveryFor(deliveryCents), ...(incoterm !== undefined && { incoterm }) },
    }),
    deliverFrom: 'DE',
    deliverTo: BERLIN,
    billTo: BERLIN,
    name: 'Eva Muster',
    email: 'eva@buyer.example',
    phone: '+49 30 1234567',
    address: 'Beispielweg 2, 10117 Berlin',
    addressLines: ['Beispielweg 2, 10117 Berlin'],
    paid: true,
    transactionId: 'pi_3Sample',
    createdAt: '2026-11-20T09:00:00.000Z',
    paidAt: '2026-11-20T09:05:00.000Z',
    ...change,
  }
}

const deliveryFor = (cents: number): NonNullable<Order['delivery']> => ({
  _id: 'express',
  name: 'Express',
  price: centsToDollars(cents),
  ships: '2026-11-23',
  arrives: { from: '2026-11-24', to: '2026-11-25' },
})

/** The invoice of such an order. */
export const invoiceFor = (given: GivenOrder, seller: Seller = SELLER): InvoiceDocument =>
  invoiceOf({
    order: orderOf(given),
    currency: 'usd',
    seller,
    number: 'INV-000123',
    issuedOn: '2026-11-20',
    timeZone: 'UTC',
  })
